// What is in use stands in the header: it leads to the settings, and is told anew after each answer.
(() => {
  document.addEventListener("click", ({ target }) => {
    if (!target.closest?.("#ap-in-use")) return;
    document.getElementById("ap-tab-settings-button")?.click();
  });

  const told = () => document.querySelectorAll("#ap-chat .ap-footer").length;
  let before = 0;
  let waiting = 0;
  new MutationObserver(() => {
    const now = told();
    if (now === before) return;
    before = now;
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const box = document.querySelector("#ap-in-use-look :is(textarea, input)");
      if (!box) return;
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), "value").set.call(box, String(Date.now()));
      box.dispatchEvent(new Event("input", { bubbles: true }));
    }, 300);
  }).observe(document.documentElement, { childList: true, subtree: true });
})();
