// Gradio names some of its parts in English whatever the page's language: they take the names that are seen beside them.
(() => {
  const WORDS = /^zh\b/i.test(navigator.language)
    ? { conversation: "对话", reset: "恢复默认值", more: "选择或拖放文件", without: "去掉这个文件" }
    : { conversation: "Conversation", reset: "Back to the default", more: "Choose or drop files", without: "Leave this file out" };

  const rename = (part, name) => {
    if (name && part.getAttribute("aria-label") !== name) part.setAttribute("aria-label", name);
  };

  new MutationObserver(() => {
    document.querySelectorAll("#ap-chat [role=log]").forEach((log) => rename(log, WORDS.conversation));
    // The text of an example says what it is; "Select example 1:" before it is heard six times.
    document.querySelectorAll("#ap-chat .example[aria-label]").forEach((example) => example.removeAttribute("aria-label"));
    document.querySelectorAll("#ap-lib-add :is(.upload-container[aria-label], .icon-button:has(.upload-container))").forEach((button) => {
      rename(button, WORDS.more);
      if (button.title && button.title !== WORDS.more) button.title = WORDS.more;
    });
    document.querySelectorAll("#ap-lib-add .label-clear-button").forEach((button) => rename(button, WORDS.without));
    document.querySelectorAll("#ap-settings .block:has(input[type=range])").forEach((block) => {
      const seen = block.querySelector("[data-testid=block-info]")?.textContent.trim();
      block.querySelectorAll("input").forEach((input) => rename(input, seen));
      block.querySelectorAll(".reset-button").forEach((button) => rename(button, `${WORDS.reset}: ${seen}`));
    });
  }).observe(document.documentElement, { childList: true, subtree: true });
})();
