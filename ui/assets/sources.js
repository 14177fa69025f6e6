// What a reader can do with papers: limit the next questions to some, copy their references, find others like them,
// and read the quote of an [n] where it stands.
(() => {
  const askpapers = (window.askpapers ??= {});
  const questionBox = () => document.querySelector("#ap-question textarea");
  const hiddenBox = (id) => document.querySelector(`#${id} :is(textarea, input)`);

  // Gradio's boxes take notice of a value only with the event that typing makes.
  const type = (box, text) => {
    if (!box) return;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), "value").set.call(box, text);
    box.dispatchEvent(new Event("input", { bubbles: true }));
  };

  // The papers that alone are asked ------------------------------------------------------------

  // What is chosen stays until it is cleared; the hidden box is all that knows of it.
  askpapers.chosen = () => JSON.parse(hiddenBox("ap-chosen")?.value || "[]");

  const keep = (papers) => {
    const each = new Map(papers.map(({ id, title }) => [String(id), { id: String(id), title: String(title || id) }]));
    const kept = [...each.values()];
    type(hiddenBox("ap-chosen"), kept.length ? JSON.stringify(kept) : "");
    showPinned();
  };
  const change = (papers) => {
    keep(papers);
    document.dispatchEvent(new CustomEvent("askpapers:chosen"));
  };

  // quiet: neither the tab nor the focus changes.
  askpapers.choose = (papers, { quiet = false } = {}) => {
    change(papers);
    if (!quiet) askpapers.toQuestion();
  };

  askpapers.cited = () => [...document.querySelectorAll("#ap-sources .ap-card .ap-id")].map((id) => id.textContent);

  const paperOf = (button) => {
    const row = button.closest(".ap-actions");
    return { id: row.querySelector(".ap-id").textContent, title: row.querySelector(".ap-name").textContent };
  };

  const showPinned = () => {
    const pinned = new Set(askpapers.chosen().map(({ id }) => id));
    for (const button of document.querySelectorAll("button.ap-pin")) {
      const state = String(pinned.has(paperOf(button).id));
      if (button.getAttribute("aria-pressed") !== state) button.setAttribute("aria-pressed", state);
    }
  };

  const pin = (paper) => {
    const others = askpapers.chosen().filter(({ id }) => id !== paper.id);
    change(others.length === askpapers.chosen().length ? [...others, paper] : others);
  };

  // Chips are drawn anew with each change: a list that was unfolded stays so.
  let unfolded = false;
  const keepUnfolded = ({ target }) => target.closest?.(".ap-chosen") && (unfolded = target.open);
  document.addEventListener("toggle", keepUnfolded, true);

  // The quote of an [n] ------------------------------------------------------------------------

  // Shown on hover and on keyboard focus, kept while the pointer is on it, gone with Escape. A touch follows the link.
  const quote = document.createElement("div");
  quote.id = "ap-quote-shown";
  quote.setAttribute("role", "tooltip");
  quote.hidden = true;
  let cited = null;
  let waiting = 0;

  const hide = () => {
    clearTimeout(waiting);
    cited?.removeAttribute("aria-describedby");
    cited = null;
    quote.hidden = true;
  };

  const place = (link) => {
    const at = [...link.getClientRects()].pop() ?? link.getBoundingClientRect();
    const [width, height] = [quote.offsetWidth, quote.offsetHeight];
    const left = Math.min(Math.max(8, at.left + at.width / 2 - width / 2), innerWidth - width - 8);
    const above = at.top - height - 6;
    quote.style.left = `${left}px`;
    quote.style.top = `${above >= 8 ? above : Math.min(at.bottom + 6, innerHeight - height - 8)}px`;
  };

  const fill = (link) => {
    // The browser's own tooltip, for pages without scripts, gives way.
    if (link.title) [link.apQuote, link.title] = [link.title, ""];
    link.removeAttribute("title");
    const card = document.getElementById(link.getAttribute("href").slice(1));
    quote.replaceChildren();
    if (card) {
      const title = quote.appendChild(document.createElement("strong"));
      title.append(...card.querySelector(".ap-title").cloneNode(true).childNodes);
    }
    const note = card?.querySelector(".ap-note");
    if (note) quote.append(note.cloneNode(true));
    // The card has its formulas typeset; the card of an earlier answer is not on the page.
    const marks = card ? [...(card.querySelector(".ap-quote") ?? card).querySelectorAll("mark")] : [];
    const text = quote.appendChild(document.createElement("p"));
    if (!marks.length) text.textContent = `“${link.apQuote ?? ""}”`;
    marks.forEach((mark, n) => text.append(n ? " … " : "“", ...mark.cloneNode(true).childNodes));
    if (marks.length) text.append("”");
  };

  const show = (link) => {
    hide();
    fill(link);
    (link.closest("#ap-body") ?? document.body).appendChild(quote);
    quote.hidden = false;
    cited = link;
    link.setAttribute("aria-describedby", quote.id);
    place(link);
  };

  document.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType === "touch") return;
    const link = target.closest?.("a.ap-cite");
    if (link && link !== cited) {
      if (link.title) [link.apQuote, link.title] = [link.title, ""];
      clearTimeout(waiting);
      waiting = setTimeout(() => link.isConnected && show(link), 120);
    } else if (!link && target.closest?.(`#${quote.id}`)) clearTimeout(waiting);
  });
  document.addEventListener("pointerout", ({ target, relatedTarget }) => {
    if (!target.closest?.(`a.ap-cite, #${quote.id}`)) return;
    if (relatedTarget?.closest?.(`#${quote.id}`) || (cited && cited.contains(relatedTarget))) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => cited !== document.activeElement && hide(), 150);
  });
  document.addEventListener("focusin", ({ target }) => {
    if (target.matches?.("a.ap-cite:focus-visible")) show(target);
    else if (!target.closest?.(`#${quote.id}`)) hide();
  });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
  document.addEventListener("scroll", ({ target }) => !quote.hidden && !quote.contains(target) && hide(), { capture: true, passive: true });

  // Exports ------------------------------------------------------------------------------------

  // The file is made here, of what this session was sent: see ui/exports.py.
  let saved = "";
  const save = (word) => {
    if (!word) return;
    const file = JSON.parse(word);
    if (file.picked === saved) return;
    saved = file.picked;
    const bytes = Uint8Array.from(atob(file.data), (sign) => sign.charCodeAt(0));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes], { type: `${file.kind};charset=utf-8` }));
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };

  const closeMenu = (event) => {
    const menu = document.querySelector(".ap-export[open]");
    if (!menu) return;
    if (event.type === "keydown" ? event.key === "Escape" : !menu.contains(event.target)) {
      menu.open = false;
      if (event.type === "keydown") menu.querySelector("summary").focus();
    }
  };
  for (const name of ["click", "keydown", "focusin"]) document.addEventListener(name, closeMenu);

  // Clicks -------------------------------------------------------------------------------------

  const actions = {
    "ap-pick": (chip) => {
      const gone = chip.querySelector(".ap-raw").textContent;
      change(askpapers.chosen().filter(({ id }) => id !== gone));
      questionBox()?.focus();
    },
    "ap-unchoose-all": () => askpapers.choose([]),
    "ap-only": (button) => askpapers.choose([paperOf(button)]),
    "ap-pin": (button) => pin(paperOf(button)),
    "ap-like": (button) => {
      wanted = true;
      opener = button;
      type(hiddenBox("ap-like-box"), JSON.stringify({ ...paperOf(button), at: Date.now() }));
    },
    "ap-like-close": () => {
      type(hiddenBox("ap-like-box"), "");
      if (opener?.isConnected) opener.focus();
    },
    "ap-refer": (button) => askpapers.copy(button, button.nextElementSibling.textContent),
    "ap-export-as": (button) => {
      button.closest("details").open = false;
      type(hiddenBox("ap-export-box"), `${button.value} ${Date.now()}`);
    },
  };
  let wanted = false; // similar papers, which are not drawn yet
  let opener = null; // the button that asked for them

  document.addEventListener("click", ({ target }) => {
    if (target.closest("a.ap-cite")) hide();
    const button = target.closest("button");
    for (const [name, act] of Object.entries(actions)) if (button?.classList.contains(name)) act(button);
    if (button?.id === "ap-clear") {
      keep([]); // a new conversation begins with all papers; the one before keeps its own
      type(hiddenBox("ap-like-box"), "");
    }
  });

  new MutationObserver((changes) => {
    if (!changes.some((change) => change.addedNodes.length)) return;
    const list = document.querySelector(".ap-chosen > details");
    if (!list) unfolded = false;
    else if (unfolded && !list.open) list.open = true;
    if (document.querySelector("button.ap-pin:not([aria-pressed])")) showPinned();
    if (cited && !cited.isConnected) hide();
    save(document.querySelector("#ap-export-file .ap-raw")?.textContent);
    const similar = document.querySelector(".ap-similar");
    if (wanted && similar) {
      wanted = false;
      similar.scrollIntoView({ block: "start" });
      similar.querySelector("h2").focus({ preventScroll: true });
    }
  }).observe(document.documentElement, { childList: true, subtree: true });
})();
