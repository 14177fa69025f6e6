// Copying: a button says that its text is copied, and its neighbours stay where they are.
(() => {
  const WORDS = /^zh\b/i.test(navigator.language)
    ? { copied: "已复制。", refused: "浏览器不允许复制。" }
    : { copied: "Copied.", refused: "The browser does not let this page copy." };
  const [DONE, FAILED] = ["✓", "✗"];
  const app = (window.askpapers ??= {});

  // A page that comes neither from this computer nor over https is given no clipboard; the older way goes on working.
  const write = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const held = document.activeElement;
      const field = Object.assign(document.createElement("textarea"), { value: text, className: "ap-unseen" });
      document.body.append(field);
      field.select();
      const done = document.execCommand("copy");
      field.remove();
      held?.focus?.({ preventScroll: true });
      return done;
    }
  };

  app.copy = async (button, text) => {
    const label = button.firstChild;
    const before = label.textContent;
    if (before === DONE || before === FAILED) return;
    const done = await write(text);
    button.style.minWidth = `${button.getBoundingClientRect().width}px`;
    label.textContent = done ? DONE : FAILED;
    app.say(done ? WORDS.copied : WORDS.refused);
    setTimeout(() => {
      label.textContent = before;
      button.style.minWidth = "";
    }, 1200);
  };
})();
