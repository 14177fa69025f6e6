// Conversations: kept in this browser and nowhere else, listed, found, renamed, deleted, and opened again. Each has two
// entries in the browser's storage: a head for the list, and its turns as the server words them.
(() => {
  const WORDS = /^zh\b/i.test(navigator.language)
    ? {
        title: "对话记录", search: "搜索对话", none: "还没有对话。", unfound: "没有找到。", private: "只保存在此浏览器中。",
        rename: "重命名“{}”", remove: "删除“{}”", removed: "已删除。", back: "撤销", all: "全部删除",
        full: "浏览器存储已满：此对话不再保存。", name: "对话名称", searching: "正在检索论文…",
      }
    : {
        title: "Chats", search: "Search chats", none: "No chats yet.", unfound: "None found.",
        private: "Kept in this browser only.", rename: "Rename “{}”", remove: "Delete “{}”", removed: "Deleted.",
        back: "Undo", all: "Delete all", full: "The browser's storage is full: this chat is not kept.", name: "Chat name",
        searching: "Searching the papers…",
      };
  const ICONS = {
    rename: "M11.5 2.5l2 2L5 13l-2.7.7L3 11z",
    remove: "M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 9h5.8l.6-9M6.8 7v4.2M9.2 7v4.2",
  };
  const [HEAD, BODY, OPEN, SHOWN] = ["askpapers.head.", "askpapers.turns.", "askpapers.open", "askpapers.list"];
  const ROOM = 4_000_000; // characters for all conversations; browsers give a site about five million
  const LONGEST_NAME = 120;
  const WIDE = matchMedia("(min-width: 1200px)");
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
  let sought = "";
  let note = "";

  const parsed = (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  };
  const one = (tag, className, text = "") => Object.assign(document.createElement(tag), { className, textContent: text });

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

  const drop = (id) => [HEAD, BODY].forEach((key) => local.removeItem(key + id));
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

  const save = () => {
    if (!open.turns.length) drop(open.id);
    else {
      const old = parsed(local.getItem(HEAD + open.id)) ?? {};
      const asked = open.turns.map((turn) => String(turn.question ?? ""));
      const name = old.renamed === true ? old.name : asked[0].slice(0, LONGEST_NAME);
      const head = { name, renamed: old.renamed === true, at: Date.now(), asked };
      note = store([[HEAD + open.id, JSON.stringify(head)], [BODY + open.id, JSON.stringify(open.turns)]]) ? "" : WORDS.full;
    }
    tab.setItem(OPEN, open.id);
  };

  // The server's word on what to keep: see ui/conversations.py.
  let heard = "";
  const keep = (text) => {
    const word = parsed(text);
    if (!word || text === heard) return;
    heard = text;
    if (word.new) {
      open = fresh();
      tab.removeItem(OPEN);
    } else if (word.turn) {
      // A server that was started anew knows less than this page: what it answers now is another conversation.
      if (word.goes_on && word.from < open.turns.length) open = { ...fresh(), shift: word.from };
      open.turns = [...open.turns.slice(0, Math.max(word.from - open.shift, 0)), word.turn];
      save();
      if (word.running) app.say(WORDS.searching);
      else app.sayAnswer();
    } else {
      open.turns = open.turns.slice(0, Math.max(word.from - open.shift, 0));
      save();
    }
    draw();
  };

  const reopen = (id) => {
    const turns = parsed(local.getItem(BODY + id));
    if (!Array.isArray(turns)) return;
    open = { id, turns, shift: 0 };
    tab.setItem(OPEN, id);
    app.showChat();
    app.send("stored", { turns });
    draw();
  };

  const rename = (item, head) => {
    const field = one("input", "ap-rename");
    Object.assign(field, { value: head.name, maxLength: LONGEST_NAME });
    field.setAttribute("aria-label", WORDS.name);
    let over = false;
    const end = (keep) => {
      if (over) return;
      over = true;
      const name = field.value.trim();
      if (keep && name && name !== head.name)
        local.setItem(HEAD + head.id, JSON.stringify({ ...head, name, renamed: true }));
      draw();
      document.querySelector(`#ap-past [data-id="${CSS.escape(head.id)}"] .ap-talk`)?.focus();
    };
    field.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "Enter") end(true);
      if (event.key === "Escape") end(false);
      event.stopPropagation();
    });
    field.addEventListener("blur", () => end(true));
    item.replaceChildren(field);
    field.select();
  };

  const remove = (gone) => {
    removed = gone.map((head) => [head.id, local.getItem(HEAD + head.id), local.getItem(BODY + head.id)]);
    gone.forEach((head) => drop(head.id));
    if (gone.some((head) => head.id === open.id)) document.getElementById("ap-clear").click();
    draw();
    document.querySelector("#ap-past .ap-back")?.focus();
  };

  const restore = () => {
    removed.forEach(([id, head, turns]) => store([[HEAD + id, head], [BODY + id, turns]]));
    removed = [];
    draw();
    document.querySelector("#ap-past .ap-talk")?.focus();
  };

  const iconButton = (kind, label, act) => {
    const button = one("button", "ap-icon");
    Object.assign(button, { type: "button", title: label });
    button.setAttribute("aria-label", label);
    button.innerHTML = `<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${ICONS[kind]}" fill="none" stroke="currentColor" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
    button.addEventListener("click", act);
    return button;
  };

  const line = (head) => {
    const item = one("li", head.id === open.id ? "ap-kept ap-current" : "ap-kept");
    item.dataset.id = head.id;
    const talk = one("button", "ap-talk", head.name);
    Object.assign(talk, { type: "button", title: head.name });
    if (head.id === open.id) talk.setAttribute("aria-current", "true");
    talk.addEventListener("click", () => {
      if (head.id !== open.id) reopen(head.id);
      if (!WIDE.matches) show(false);
    });
    item.append(
      talk,
      iconButton("rename", WORDS.rename.replace("{}", head.name), () => rename(item, head)),
      iconButton("remove", WORDS.remove.replace("{}", head.name), () => remove([head])),
    );
    return item;
  };

  const found = (head) => [head.name, ...head.asked].some((text) => text.toLowerCase().includes(sought.toLowerCase()));

  const fill = (list, all) => {
    const shown = all.filter(found);
    list.replaceChildren(...shown.map(line));
    if (!shown.length) list.append(one("li", "ap-none", all.length ? WORDS.unfound : WORDS.none));
  };

  function draw() {
    const place = document.getElementById("ap-past");
    if (!place) return;
    const all = heads();
    const list = one("ul", "ap-talks");
    const search = one("input", "ap-search");
    Object.assign(search, { type: "search", placeholder: WORDS.search, value: sought });
    search.setAttribute("aria-label", WORDS.search);
    search.addEventListener("input", () => {
      sought = search.value;
      fill(list, heads());
    });
    fill(list, all);
    const told = one("div", "ap-told");
    told.setAttribute("role", "status");
    if (removed.length) {
      const back = one("button", "ap-back", WORDS.back);
      back.type = "button";
      back.addEventListener("click", restore);
      told.append(WORDS.removed, " ", back);
    } else told.textContent = note;
    const foot = one("div", "ap-past-foot", WORDS.private);
    if (all.length > 1) {
      const every = one("button", "ap-all", WORDS.all);
      every.type = "button";
      every.addEventListener("click", () => remove(heads()));
      foot.append(" ", every);
    }
    place.replaceChildren(...(all.length > 3 || sought ? [search] : []), told, list, foot);
  }

  // Beside the conversation where there is room, over it elsewhere.
  const show = (shown, focus = false) => {
    document.getElementById("ap-body").classList.toggle("ap-past-open", shown);
    const toggle = document.getElementById("ap-past-toggle");
    toggle?.setAttribute("aria-expanded", String(shown));
    if (focus) (shown ? document.querySelector("#ap-past :is(input, button)") : toggle)?.focus();
  };
  const isShown = () => document.getElementById("ap-body")?.classList.contains("ap-past-open") ?? false;

  document.addEventListener("click", (event) => {
    if (event.target.closest?.("#ap-past-toggle")) {
      const hidden = document.getElementById("ap-tab-chat")?.style.display === "none";
      app.showChat();
      const next = hidden || !isShown();
      if (WIDE.matches) local.setItem(SHOWN, next ? "yes" : "no");
      show(next, !WIDE.matches || next);
    } else if (event.target.closest?.("#ap-clear")) {
      removed = removed.length && event.isTrusted ? [] : removed;
      app.showChat();
    } else if (!WIDE.matches && isShown() && event.target.isConnected && !event.target.closest?.("#ap-past")) show(false);
  });
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || WIDE.matches || !isShown() || event.target.matches?.(".ap-rename")) return;
      event.stopPropagation();
      show(false, true);
    },
    true,
  );
  window.addEventListener("storage", draw);
  WIDE.addEventListener("change", () => show(WIDE.matches && local.getItem(SHOWN) !== "no" && heads().length > 0));

  app.ready.then(async () => {
    while (!document.getElementById("ap-past") || !document.getElementById("ap-kept")) await new Promise((done) => setTimeout(done, 40));
    const word = document.getElementById("ap-kept");
    const listen = () => keep(word.querySelector(".ap-raw")?.textContent ?? "");
    new MutationObserver(listen).observe(word, { childList: true, subtree: true, characterData: true });
    const place = document.getElementById("ap-past");
    place.setAttribute("role", "navigation");
    place.setAttribute("aria-label", WORDS.title);
    document.getElementById("ap-past-toggle")?.setAttribute("aria-controls", "ap-past");
    const wanted = local.getItem(SHOWN);
    show(WIDE.matches && (wanted === "yes" || (wanted === null && heads().length > 0)));
    draw();
    if (app.linked()) await app.askLinked();
    else if (local.getItem(BODY + tab.getItem(OPEN)) !== null) reopen(tab.getItem(OPEN));
  });
})();
