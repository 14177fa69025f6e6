// The few things a page must do by itself: follow [n] to its card, scroll a long abstract to its
// highlight, and copy an answer's source text. Everything else is Gradio's.
(() => {
  const WATCHED = ".ap-sources, .ap-card, .ap-block, .ap-question";

  const reveal = (abstract) => {
    const mark = abstract.querySelector("mark");
    if (!mark) return;
    const [inner, outer] = [mark.getBoundingClientRect(), abstract.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) abstract.scrollTop += inner.top - outer.top - 46;
  };

  const follow = (anchor) => {
    const card = document.getElementById(anchor);
    if (!card) return false;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    card.scrollIntoView({ behavior: calm ? "auto" : "smooth", block: "nearest" });
    document.querySelectorAll(".ap-card.ap-found").forEach((found) => found.classList.remove("ap-found"));
    card.classList.add("ap-found");
    card.querySelectorAll(".ap-abstract").forEach(reveal);
    return true;
  };

  // The card of an earlier answer is drawn only after the click has fetched that answer's sources.
  let awaited = null;

  document.addEventListener("click", (event) => {
    const cite = event.target.closest("a.ap-cite");
    if (cite) {
      event.preventDefault();
      awaited = cite.getAttribute("href").slice(1);
      if (follow(awaited)) awaited = null;
    }
    const copy = event.target.closest("button.ap-copy");
    if (copy) {
      const label = copy.textContent;
      navigator.clipboard.writeText(copy.nextElementSibling.textContent).then(() => {
        copy.textContent = "✓";
        setTimeout(() => (copy.textContent = label), 1200);
      });
    }
  });

  new MutationObserver((changes) => {
    const fresh = changes.some((change) =>
      [...change.addedNodes].some((node) => node.matches?.(WATCHED) || node.querySelector?.(WATCHED)),
    );
    if (!fresh) return;
    // Gradio labels each message with its HTML source; its text says it better.
    document.querySelectorAll("#ap-chat [data-testid][aria-label]").forEach((message) => message.removeAttribute("aria-label"));
    document.querySelectorAll(".ap-card .ap-abstract").forEach(reveal);
    if (awaited && follow(awaited)) awaited = null;
  }).observe(document.documentElement, { childList: true, subtree: true });
})();
