// The papers that the next questions are limited to, and what else a source card can do.
(() => {
  const askpapers = (window.askpapers ??= {});

  // Gradio's boxes take notice of a value only with the event that typing makes.
  const type = (box, text) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), "value").set.call(box, text);
    box.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const choiceBox = () => document.querySelector("#ap-chosen textarea, #ap-chosen input");

  askpapers.chosen = () => JSON.parse(choiceBox()?.value || "[]");

  // What is chosen stays until it is cleared; the hidden box is all that knows of it.
  const keep = (papers) => {
    const box = choiceBox();
    if (!box) return;
    const each = new Map(papers.map(({ id, title }) => [String(id), { id: String(id), title: String(title || id) }]));
    type(box, each.size ? JSON.stringify([...each.values()]) : "");
    document.dispatchEvent(new CustomEvent("askpapers:chosen", { detail: [...each.values()] }));
  };

  // Chips are drawn anew with each change: a list that was unfolded stays so.
  let unfolded = false;
  document.addEventListener("toggle", ({ target }) => target.closest(".ap-chosen") && (unfolded = target.open), true);
  new MutationObserver(() => {
    const list = document.querySelector(".ap-chosen > details");
    if (!list) unfolded = false;
    else if (unfolded && !list.open) list.open = true;
  }).observe(document.documentElement, { childList: true, subtree: true });

  askpapers.choose = (papers, { quiet = false } = {}) => {
    keep(papers);
    if (quiet) return;
    document.getElementById("ap-tab-chat-button")?.click();
    const box = document.querySelector("#ap-question textarea");
    box?.focus();
    box?.scrollIntoView({ block: "nearest" });
  };

  document.addEventListener("click", (event) => {
    const chip = event.target.closest("button.ap-pick");
    if (chip) {
      const gone = chip.querySelector(".ap-raw").textContent;
      keep(askpapers.chosen().filter(({ id }) => id !== gone));
      document.querySelector("#ap-question textarea")?.focus();
    }
    if (event.target.closest("button.ap-unchoose-all")) {
      keep([]);
      document.querySelector("#ap-question textarea")?.focus();
    }
    if (event.target.closest("#ap-clear")) keep([]); // a new conversation begins with all papers
  });
})();
