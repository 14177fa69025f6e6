// Conversations: kept in this browser and nowhere else. Each has two entries in the browser's storage: a head for the
// list, which past.js draws, and its turns as the server words them; a third where only some papers are asked.
(() => {
  const WORDS = /^zh\b/i.test(navigator.language)
    ? { full: "浏览器存储已满：此对话不再保存。", searching: "正在检索论文…" }
    : { full: "The browser's storage is full: this chat is not kept.", searching: "Searching the papers…" };
  // Whoever signed in: several people may use one browser, and each sees their own conversations.
  const signedIn = () => {
    const names = Object.fromEntries(document.cookie.split("; ").map((told) => told.split("=")));
    const name = names[`askpapers-${location.port}-user`] ?? Object.entries(names).find(([key]) => /^askpapers-\d+-user$/.test(key))?.[1];
    return name ? decodeURIComponent(name) : "";
  };
  const USER = signedIn();
  const BASE = USER ? `askpapers@${USER}` : "askpapers";
  const [HEAD, BODY, CHOSEN, OPEN] = ["head.", "turns.", "chosen.", "open"].map((part) => `${BASE}.${part}`);
  const ROOM = 4_000_000; // characters for all conversations; browsers give a site about five million
  const LONGEST_NAME = 120;
  const app = (window.askpapers ??= {});

  // A browser that keeps nothing for a page still shows the conversations of this visit.
  const shelf = (name) => {
    try {
      window[name].getItem(OPEN);
      return window[name];
    } catch {
      return Object.create({
        getItem(key) {
          return Object.hasOwn(this, key) ? this[key] : null;
        },
        setItem(key, text) {
          this[key] = text;
        },
        removeItem(key) {
          delete this[key];
        },
      });
    }
  };
  const [local, tab] = [shelf("localStorage"), shelf("sessionStorage")];

  const fresh = () => ({ id: `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`, turns: [], shift: 0 });
  let open = fresh();
  let removed = [];
  let left = null; // the one of the removed that was open
  let note = "";

  const parsed = (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  };

  // What is in the storage may be anything: only texts and numbers of it are used, and shown as text.
  const heads = () =>
    Object.keys(local)
      .filter((key) => key.startsWith(HEAD) && local.getItem(BODY + key.slice(HEAD.length)) !== null)
      .map((key) => [key.slice(HEAD.length), parsed(local.getItem(key)) ?? {}])
      .map(([id, head]) => ({
        id,
        name: String(head.name ?? "").slice(0, LONGEST_NAME) || "…",
        renamed: head.renamed === true,
        at: Number(head.at) || 0,
        asked: Array.isArray(head.asked) ? head.asked.map(String) : [],
      }))
      .sort((a, b) => b.at - a.at);

  const PARTS = [HEAD, BODY, CHOSEN];
  const drop = (id) => PARTS.forEach((part) => local.removeItem(part + id));
  const size = () => Object.keys(local).reduce((sum, key) => sum + key.length + local.getItem(key).length, 0);

  // The oldest conversations make room for the open one.
  const store = (entries) => {
    for (;;) {
      try {
        for (const [key, text] of entries) local.setItem(key, text);
        if (size() <= ROOM) return true;
      } catch (error) {
        if (error.name !== "QuotaExceededError") return false; // the browser keeps nothing for this page
      }
      const oldest = heads().filter((head) => head.id !== open.id).pop();
      if (!oldest) break;
      drop(oldest.id);
    }
    drop(open.id);
    return false;
  };

  // The papers that alone are asked belong to the conversation.
  const saveChosen = () => {
    const papers = app.chosen();
    if (!papers.length) local.removeItem(CHOSEN + open.id);
    else if (local.getItem(BODY + open.id) !== null) store([[CHOSEN + open.id, JSON.stringify(papers)]]);
  };
  document.addEventListener("askpapers:chosen", saveChosen);

  const choose = (kept) => {
    const papers = Array.isArray(kept) ? kept.filter((paper) => typeof paper?.id === "string") : [];
    app.choose(papers, { quiet: true });
  };

  const save = () => {
    if (!open.turns.length) drop(open.id);
    else {
      const old = parsed(local.getItem(HEAD + open.id)) ?? {};
      const asked = open.turns.map((turn) => String(turn.question ?? ""));
      const name = old.renamed === true ? old.name : asked[0].slice(0, LONGEST_NAME);
      const head = { name, renamed: old.renamed === true, at: Date.now(), asked };
      note = store([[HEAD + open.id, JSON.stringify(head)], [BODY + open.id, JSON.stringify(open.turns)]]) ? "" : WORDS.full;
      saveChosen();
    }
    tab.setItem(OPEN, open.id);
  };

  // The server's word on what to keep: see ui/conversations.py.
  let heard = "";
  const keep = (text) => {
    const word = parsed(text);
    if (!word || text === heard) return;
    heard = text;
    app.answering(Boolean(word.running));
    if (typeof word.box === "string") app.setBox(word.box);
    if (typeof word.line === "string") app.setLine(word.line);
    if (word.all) return;
    if (word.new) {
      open = fresh();
      tab.removeItem(OPEN);
    } else if (word.turn) {
      // A server that was started anew knows less than this page: what it answers now is another conversation.
      if (word.goes_on && word.from < open.turns.length) open = { ...fresh(), shift: word.from };
      open.turns = [...open.turns.slice(0, Math.max(word.from - open.shift, 0)), word.turn];
      save();
      if (word.running && word.goes_on) app.takeFromBox(word.turn.question);
      if (word.running) app.say(WORDS.searching);
      else app.sayAnswer();
    } else {
      open.turns = open.turns.slice(0, Math.max(word.from - open.shift, 0));
      save();
    }
    talks.changed();
  };

  const reopen = (id) => {
    const turns = parsed(local.getItem(BODY + id));
    if (!Array.isArray(turns)) return;
    open = { id, turns, shift: 0 };
    tab.setItem(OPEN, id);
    app.showChat();
    app.send("stored", { turns });
    choose(parsed(local.getItem(CHOSEN + id)));
    talks.changed();
  };

  const rename = (head, name) => local.setItem(HEAD + head.id, JSON.stringify({ ...head, name, renamed: true }));

  const remove = (gone) => {
    left = gone.some((head) => head.id === open.id) ? open.id : null;
    removed = gone.map(({ id }) => PARTS.map((part) => [part + id, local.getItem(part + id)]));
    gone.forEach((head) => drop(head.id));
    if (gone.some((head) => head.id === open.id)) document.getElementById("ap-clear").click();
  };

  const restore = () => {
    removed.forEach((entries) => store(entries.filter(([, text]) => text !== null)));
    removed = [];
    if (left && !open.turns.length) reopen(left);
    left = null;
  };

  const talks = (app.talks = {
    LONGEST_NAME,
    user: USER,
    storage: local,
    changed: () => {},
    note: () => note,
    isOpen: (id) => id === open.id,
    wasRemoved: () => removed.length > 0,
    forgetRemoved: () => (removed = []),
    heads,
    reopen,
    rename,
    remove,
    restore,
  });

  app.ready.then(async () => {
    while (!document.getElementById("ap-kept")) await new Promise((done) => setTimeout(done, 40));
    const word = document.getElementById("ap-kept");
    const listen = () => keep(word.querySelector(".ap-raw")?.textContent ?? "");
    new MutationObserver(listen).observe(word, { childList: true, subtree: true, characterData: true });
    if (app.linked()) await app.askLinked();
    else if (local.getItem(BODY + tab.getItem(OPEN)) !== null) reopen(tab.getItem(OPEN));
  });
})();
