// The library: the page holds what is looked at, ticked and opened; Python draws it. What is looked at goes to Python
// as JSON in a hidden box, and a button says what it stands for in hidden JSON of its own.
(() => {
  const ASK_LIMIT = 1000;
  const view = { q: "", venues: [], years: [], sort: "relevance", down: false, page: 0, unfolded: [] };
  const ticked = new Map();
  let opened = null;
  let opener = null;
  let awaited = null;
  const removal = new window.askpapers.Removal();
  let focused = "";

  const find = (selector) => document.querySelector(selector);
  const told = (element) => JSON.parse(element.querySelector(":scope > .ap-raw").textContent);

  const say = (name, text) => {
    const box = find(`#ap-lib-${name} textarea, #ap-lib-${name} input`);
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), "value").set.call(box, text);
    box.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const look = (changes) => {
    Object.assign(view, { page: 0 }, changes);
    focused = document.activeElement?.id || "";
    // Other papers are read from the first on.
    if (!("page" in changes)) find("#ap-lib-papers").scrollTop = 0;
    say("view", JSON.stringify(view));
  };

  const toggled = (list, value) => (list.includes(value) ? list.filter((other) => other !== value) : [...list, value]);

  // What Python draws knows nothing of ticks.
  const mark = () => {
    const boxes = [...document.querySelectorAll("#ap-lib-papers .ap-lib-row .ap-lib-tick")];
    for (const box of boxes) {
      const { id } = told(box);
      const on = ticked.has(id);
      const row = box.closest("tr");
      box.setAttribute("aria-checked", String(on));
      row.classList.toggle("ap-lib-on", on);
      if (removal.has(id)) removal.show(row, true);
    }
    for (const link of document.querySelectorAll("#ap-lib-papers .ap-lib-row .ap-lib-open"))
      link.closest("tr").classList.toggle("ap-lib-now", opened !== null && told(link).id === opened);
    const on = boxes.filter((box) => box.getAttribute("aria-checked") === "true").length;
    const page = find("#ap-lib-page-box");
    page?.setAttribute("aria-checked", on === 0 ? "false" : on === boxes.length ? "true" : "mixed");
    const bar = find("#ap-lib-ticked-bar");
    const words = find("#ap-lib-words");
    if (!bar || !words) return;
    bar.classList.toggle("ap-lib-some", ticked.size > 0);
    const texts = JSON.parse(words.textContent);
    const many = ticked.size > ASK_LIMIT ? ` ${texts.many.replace("{}", ASK_LIMIT.toLocaleString())}` : "";
    const said = ticked.size ? texts.ticked.replace("{}", ticked.size.toLocaleString()) + many : "";
    const number = find("#ap-lib-number");
    if (number.textContent !== said) number.textContent = said;
    find("#ap-lib-ask").disabled = ticked.size > ASK_LIMIT;
  };

  const tick = (paper, on) => (on ? ticked.set(paper.id, paper.title) : ticked.delete(paper.id));

  const open = (id) => {
    opened = id;
    say("opening", JSON.stringify({ id, at: Date.now() }));
    find("#ap-lib-body").classList.toggle("ap-lib-reading", id !== null);
    mark();
  };

  const shut = () => {
    open(null);
    (opener?.isConnected ? opener : document.getElementById(opener?.id))?.focus();
  };

  const choose = (papers) => window.askpapers?.choose?.(papers);

  // However long it takes, what is taken out is no longer to be read or ticked.
  const leave = () => {
    const ids = removal.begin(ticked);
    if (ids.includes(opened)) shut();
    say("command", JSON.stringify({ remove: ids, at: Date.now() }));
    mark();
    find("#ap-lib-search :is(textarea, input)")?.focus();
  };

  const does = {
    sort: ({ sort, down }) => look({ sort, down: Boolean(down) }),
    // Another page is read from its first paper on; on a narrow screen it is the window that scrolls.
    page: ({ page }) => {
      look({ page });
      find("#ap-lib-papers").scrollIntoView({ block: innerWidth < 900 ? "start" : "nearest" });
      find("#ap-lib-papers").scrollTop = 0;
    },
    venues: ({ venues }) => look({ venues: toggled(view.venues, venues) }),
    years: ({ years }) => look({ years: toggled(view.years, years) }),
    unfold: ({ unfold }) => look({ unfolded: toggled(view.unfolded, unfold), page: view.page }),
    clear: () => {
      const box = find("#ap-lib-search textarea, #ap-lib-search input");
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), "value").set.call(box, "");
      look({ q: "", venues: [], years: [], sort: "relevance", down: false });
      box.focus();
    },
    all: () => {
      awaited = String(Date.now());
      say("wish", JSON.stringify({ view: JSON.stringify(view), at: awaited }));
    },
    ask: ({ ask }) => choose([ask]),
    askTicked: () => choose([...ticked].map(([id, title]) => ({ id, title }))),
    untick: () => {
      ticked.clear();
      mark();
      find("#ap-lib-search textarea, #ap-lib-search input")?.focus();
    },
    remove: () => removal.ask(ticked, leave),
    stop: () => say("command", JSON.stringify({ stop: true, at: Date.now() })),
    dismiss: () => find("#ap-lib-strip .ap-lib-run")?.remove(),
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("#ap-tab-library button");
    if (!button || button.disabled) return;
    if (button.id === "ap-lib-page-box") {
      const on = button.getAttribute("aria-checked") !== "true";
      document.querySelectorAll("#ap-lib-papers .ap-lib-row .ap-lib-tick").forEach((box) => tick(told(box), on));
      mark();
    } else if (button.matches(".ap-lib-tick")) {
      tick(told(button), button.getAttribute("aria-checked") !== "true");
      mark();
    } else if (button.matches(".ap-lib-open")) {
      opener = button;
      open(told(button).id);
    } else if (button.id === "ap-lib-close") shut();
    else if (button.id === "ap-lib-fold") {
      const on = button.getAttribute("aria-expanded") !== "true";
      button.setAttribute("aria-expanded", String(on));
      find("#ap-lib-body").classList.toggle("ap-lib-unfolded", on);
    } else if (button.querySelector(":scope > .ap-raw")) {
      const wish = told(button);
      for (const name of Object.keys(wish)) does[name]?.(wish);
    }
  });

  // What is drawn anew between the press of a button and its release would lose the click.
  let pressed = null;
  document.addEventListener("pointerdown", (event) => (pressed = event.target.closest?.("#ap-tab-library button")));
  document.addEventListener("pointerup", (event) => {
    const now = event.target.closest?.("#ap-tab-library button");
    if (pressed && !pressed.isConnected && pressed.id && now?.id === pressed.id) now.click();
    pressed = null;
  });

  document.addEventListener("input", (event) => {
    if (event.target.closest?.("#ap-lib-search") && event.target.value !== view.q) {
      view.q = event.target.value;
      look({ q: view.q });
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && opened !== null && event.target.closest?.("#ap-tab-library")) shut();
  });

  const take = (found) => {
    const answer = JSON.parse(found.textContent);
    if (answer.at !== awaited) return;
    awaited = null;
    for (const paper of answer.papers) tick(paper, true);
    mark();
  };

  const drawn = (node) => {
    if (node.closest("#ap-lib-papers, #ap-lib-facets")) {
      if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus({ preventScroll: true });
      const fold = find("#ap-lib-fold");
      fold?.setAttribute("aria-expanded", String(find("#ap-lib-body").classList.contains("ap-lib-unfolded")));
    }
    if (node.closest("#ap-lib-opened") && opened !== null) {
      find("#ap-lib-opened").scrollTop = 0;
      find("#ap-lib-opened [tabindex='-1']")?.focus({ preventScroll: true });
    }
    for (const bar of document.querySelectorAll("#ap-lib-strip [role=progressbar]"))
      bar.firstElementChild.style.width = `${bar.getAttribute("aria-valuenow") || 0}%`;
    if (node.closest("#ap-lib-strip")) removal.look(ticked);
    const found = find("#ap-lib-found");
    if (found && awaited) take(found);
    mark();
  };

  const PARTS = "#ap-lib-papers, #ap-lib-facets, #ap-lib-opened, #ap-lib-strip, #ap-lib-answer, #ap-lib-ticked-bar";
  new MutationObserver((changes) => {
    const parts = new Set();
    for (const change of changes) {
      const part = change.target.closest?.(PARTS);
      if (part && change.addedNodes.length && !change.target.closest("#ap-lib-number")) parts.add(part);
    }
    parts.forEach(drawn);
  }).observe(document.documentElement, { childList: true, subtree: true });
})();
