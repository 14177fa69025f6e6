// Files that are handed over: Gradio refuses all for one that is too large, and shows its name as HTML. So what is too
// large is left out before Gradio sees it, and told here; and no name keeps a sign that HTML could take for its own.
(() => {
  const FILES = "#ap-lib-add input[type=file]";
  const most = () => window.gradio_config?.max_file_size || Infinity;
  const named = (file) => {
    const name = file.name.replace(/[<>"'&`\u0000-\u001f]/g, "_");
    return name === file.name ? file : new File([file], name, { type: file.type });
  };

  // Within one request no more than one file's share is taken.
  const sorted = (files) => {
    const kept = new DataTransfer(), large = [];
    let room = most();
    for (const file of files) {
      if (file.size > room) large.push(named(file).name);
      else {
        room -= file.size;
        kept.items.add(named(file));
      }
    }
    return [kept.files, large];
  };

  const tell = (large) => {
    document.getElementById("ap-lib-large")?.remove();
    if (!large.length) return;
    const texts = JSON.parse(document.getElementById("ap-lib-words").textContent);
    const said = document.createElement("p");
    Object.assign(said, { id: "ap-lib-large", className: "ap-lib-unread" });
    said.setAttribute("role", "alert");
    said.textContent = texts.large.replace("{}", Math.round(most() / 1e6)).replace("{}", large.join(", "));
    document.querySelector("#ap-lib-strip").before(said);
  };

  let own = false;
  const give = (input, files) => {
    const [kept, large] = sorted(files);
    tell(large);
    if (!kept.length) return;
    input.files = kept;
    own = true;
    input.dispatchEvent(new Event("change", { bubbles: true }));
    own = false;
  };

  document.addEventListener(
    "change",
    (event) => {
      if (own || !event.target.matches?.(FILES)) return;
      event.stopImmediatePropagation();
      give(event.target, [...event.target.files]);
    },
    true,
  );
  document.addEventListener(
    "drop",
    (event) => {
      const input = event.target.closest?.("#ap-lib-add") && document.querySelector(FILES);
      if (!input || !event.dataTransfer?.files.length) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      give(input, [...event.dataTransfer.files]);
    },
    true,
  );

  // Once files are picked, Gradio offers to pick others by a button within a button: the outer one does it alone.
  const INNER = "#ap-lib-add .icon-button .upload-container";
  new MutationObserver(() =>
    document.querySelectorAll(INNER).forEach((inner) => inner.inert || (inner.inert = true)),
  ).observe(document.documentElement, { childList: true, subtree: true });
  document.addEventListener("click", (event) => {
    const input = event.target.closest?.("#ap-lib-add .icon-button")?.querySelector("input[type=file]");
    if (!input || event.target === input) return;
    input.value = "";
    input.click();
  });
})();
