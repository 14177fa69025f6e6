// What a page must do by itself around answers and sources: follow [n] to its card and back, scroll a long abstract to
// its highlight, and keep a new question in sight. Asking is in asking.js, keeping in conversations.js.
(() => {
  const WATCHED = ".ap-sources, .ap-card, .ap-block, .ap-question, .examples";
  const CARDS = ".ap-card, .ap-near-paper";
  const calm = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth");

  const reveal = (abstract) => {
    const mark = abstract.querySelector("mark");
    if (!mark) return;
    const [inner, outer] = [mark.getBoundingClientRect(), abstract.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) abstract.scrollTop += inner.top - outer.top - 46;
  };

  const follow = (anchor) => {
    const card = document.getElementById(anchor);
    if (!card) return false;
    for (let fold = card; fold; fold = fold.parentElement?.closest("details")) if (fold.tagName === "DETAILS") fold.open = true;
    const far = Math.abs(card.getBoundingClientRect().top) > 3 * innerHeight;
    const block = card.offsetHeight > innerHeight ? "start" : "nearest";
    card.scrollIntoView({ behavior: far ? "auto" : calm(), block });
    document.querySelectorAll(".ap-found").forEach((found) => found.classList.remove("ap-found"));
    card.classList.add("ap-found");
    card.querySelectorAll(".ap-abstract").forEach(reveal);
    return true;
  };

  // A new question is brought to the top of the chat, and its answer grows below it, until the reader scrolls.
  let questions = 0;
  let pinned = false;
  const pin = () => {
    const asked = document.querySelectorAll("#ap-chat .user-row");
    if (asked.length > questions) pinned = true;
    questions = asked.length;
    const last = asked[asked.length - 1];
    if (!pinned || !last) return;
    const scroller = last.closest("[role=log]");
    scroller.scrollTop += last.getBoundingClientRect().top - scroller.getBoundingClientRect().top - 12;
  };
  for (const name of ["wheel", "touchmove", "pointerdown", "keydown"])
    document.addEventListener(name, () => (pinned = false), { capture: true, passive: true });

  // The card of an earlier answer is drawn only after the click has fetched that answer's sources.
  let awaited = null;
  let followed = null;
  let byKey = false;

  // Whoever follows a marker by keyboard goes on from the card, and by Escape back to the marker.
  const arrive = () => {
    if (!follow(awaited)) return;
    const card = document.getElementById(awaited);
    awaited = null;
    if (!byKey) return;
    card.tabIndex = -1;
    card.focus({ preventScroll: true });
  };

  const goBack = (card) => {
    const led = `#${card.id}`;
    const known = followed?.isConnected && followed.getAttribute("href") === led;
    const from = known ? followed : document.querySelector(`:is(a.ap-cite, a.ap-near)[href="${led}"]`);
    from?.scrollIntoView({ behavior: calm(), block: "center" });
    from?.focus({ preventScroll: true });
  };

  document.addEventListener("keydown", (event) => {
    const card = event.key === "Escape" && !event.defaultPrevented && document.activeElement?.closest?.(CARDS);
    if (card) goBack(card);
  });

  document.addEventListener("click", (event) => {
    const cite = event.target.closest("a.ap-cite, a.ap-near");
    if (cite) {
      event.preventDefault();
      followed = cite;
      byKey = event.detail === 0;
      awaited = cite.getAttribute("href").slice(1);
      arrive();
    }
    const back = event.target.closest("a.ap-back-to");
    if (back) {
      event.preventDefault();
      goBack(back.closest(CARDS));
    }
    if (event.target.closest("button.ap-show") && innerWidth < 900)
      document.getElementById("ap-side").scrollIntoView({ behavior: calm(), block: "start" });
  });

  new MutationObserver((changes) => {
    const fresh = changes.some((change) =>
      [...change.addedNodes].some((node) => node.matches?.(WATCHED) || node.querySelector?.(WATCHED)),
    );
    if (!fresh) return;
    // Gradio labels each message with its HTML source; its text says it better.
    document.querySelectorAll("#ap-chat [data-testid][aria-label]").forEach((message) => message.removeAttribute("aria-label"));
    // Its examples are buttons, which a list cannot have as items.
    document.querySelectorAll("#ap-chat .examples[role=list]").forEach((list) => list.setAttribute("role", "group"));
    document.querySelectorAll(".ap-card .ap-abstract").forEach(reveal);
    // What scrolls can be reached by keyboard.
    document.querySelectorAll(":is(.ap-abstract, .ap-question, .ap-block pre, .ap-block table):not([tabindex])").forEach((box) => {
      if (box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
    });
    pin();
    if (awaited) arrive();
  }).observe(document.documentElement, { childList: true, subtree: true });
})();
