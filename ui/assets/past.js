// The list of the conversations that this browser keeps: found, opened, renamed, deleted and brought back.
(() => {
  const WORDS = /^zh\b/i.test(navigator.language)
    ? {
        title: "对话记录", search: "搜索对话", none: "还没有对话。", unfound: "没有找到。", private: "只保存在此浏览器中。",
        rename: "重命名“{}”", remove: "删除“{}”", removed: "已删除。", back: "撤销", all: "全部删除", name: "对话名称", out: "退出登录",
      }
    : {
        title: "Chats", search: "Search chats", none: "No chats yet.", unfound: "None found.",
        private: "Kept in this browser only.", rename: "Rename “{}”", remove: "Delete “{}”", removed: "Deleted.",
        back: "Undo", all: "Delete all", name: "Chat name", out: "Sign out",
      };
  const ICONS = {
    rename: "M11.5 2.5l2 2L5 13l-2.7.7L3 11z",
    remove: "M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 9h5.8l.6-9M6.8 7v4.2M9.2 7v4.2",
  };
  const SHOWN = "askpapers.list";
  const WIDE = matchMedia("(min-width: 1200px)");
  const { talks } = window.askpapers;
  let sought = "";
  let toggled = false;

  const one = (tag, className, text = "") => Object.assign(document.createElement(tag), { className, textContent: text });

  const rename = (item, head) => {
    const field = one("input", "ap-rename");
    Object.assign(field, { value: head.name, maxLength: talks.LONGEST_NAME });
    field.setAttribute("aria-label", WORDS.name);
    let over = false;
    const end = (keep) => {
      if (over) return;
      over = true;
      const name = field.value.trim();
      if (keep && name && name !== head.name) talks.rename(head, name);
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
    talks.remove(gone);
    draw();
    document.querySelector("#ap-past .ap-back")?.focus();
  };

  const restore = () => {
    talks.restore();
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
    const item = one("li", talks.isOpen(head.id) ? "ap-kept ap-current" : "ap-kept");
    item.dataset.id = head.id;
    const talk = one("button", "ap-talk", head.name);
    Object.assign(talk, { type: "button", title: head.name });
    if (talks.isOpen(head.id)) talk.setAttribute("aria-current", "true");
    talk.addEventListener("click", () => {
      if (!talks.isOpen(head.id)) talks.reopen(head.id);
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
    const all = talks.heads();
    const list = one("ul", "ap-talks");
    const search = one("input", "ap-search");
    Object.assign(search, { type: "search", placeholder: WORDS.search, value: sought });
    search.setAttribute("aria-label", WORDS.search);
    search.addEventListener("input", () => {
      sought = search.value;
      fill(list, talks.heads());
    });
    fill(list, all);
    const told = one("div", "ap-told");
    told.setAttribute("role", "status");
    if (talks.wasRemoved()) {
      const back = one("button", "ap-back", WORDS.back);
      back.type = "button";
      back.addEventListener("click", restore);
      told.append(WORDS.removed, " ", back);
    } else told.textContent = talks.note();
    const foot = one("div", "ap-past-foot", WORDS.private);
    if (all.length > 1) {
      const every = one("button", "ap-all", WORDS.all);
      every.type = "button";
      every.addEventListener("click", () => remove(talks.heads()));
      foot.append(" ", every);
    }
    const held = place.contains(document.activeElement) ? document.activeElement : null;
    const [id, kind] = [held?.closest("[data-id]")?.dataset.id, held?.classList[0]];
    place.replaceChildren(...(all.length > 3 || sought ? [search] : []), told, list, foot);
    // What is drawn anew keeps the keyboard where it was.
    if (held) place.querySelector(`${id ? `[data-id="${CSS.escape(id)}"] ` : ""}.${kind}`)?.focus({ preventScroll: true });
  }

  // Whoever signed in, and the way out, always in sight.
  const showUser = () => {
    if (!talks.user || document.getElementById("ap-user")) return;
    const whose = Object.assign(one("div", "ap-user"), { id: "ap-user" });
    const out = Object.assign(one("a", "ap-out", WORDS.out), { href: "logout" });
    const name = Object.assign(one("strong", "", talks.user), { title: talks.user });
    whose.append(name, out);
    document.getElementById("ap-header").append(whose);
  };

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
      toggled = true;
      const hidden = document.getElementById("ap-tab-chat")?.style.display === "none";
      window.askpapers.showChat();
      const next = hidden || !isShown();
      if (WIDE.matches) talks.storage.setItem(SHOWN, next ? "yes" : "no");
      show(next, !WIDE.matches || next);
    } else if (event.target.closest?.("#ap-clear")) {
      if (event.isTrusted) talks.forgetRemoved();
      window.askpapers.showChat();
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
  WIDE.addEventListener("change", () => show(WIDE.matches && talks.storage.getItem(SHOWN) !== "no" && talks.heads().length > 0));

  talks.changed = draw;

  window.askpapers.ready.then(async () => {
    while (!document.getElementById("ap-past")) await new Promise((done) => setTimeout(done, 40));
    const place = document.getElementById("ap-past");
    place.setAttribute("role", "navigation");
    place.setAttribute("aria-label", WORDS.title);
    document.getElementById("ap-past-toggle")?.setAttribute("aria-controls", "ap-past");
    const wanted = talks.storage.getItem(SHOWN);
    // On a slow machine a reader may have asked for it, or sent it away, before that.
    if (!toggled) show(WIDE.matches && (wanted === "yes" || (wanted === null && talks.heads().length > 0)));
    draw();
    showUser();
  });
})();
