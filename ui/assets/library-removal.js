// What is taken out of the library: asked about first, shown as going at once, and brought back where it could not be.
(() => {
  const askpapers = (window.askpapers ??= {});
  const find = (selector) => document.querySelector(selector);
  const TITLES = 5; // named in the question whether to take them out

  const runTold = () => {
    const strip = find("#ap-lib-strip .ap-lib-run");
    return strip && { strip, ...JSON.parse(strip.querySelector(":scope > .ap-raw").textContent) };
  };

  class Removal {
    #leaving = new Map(); // titles by id
    #former = 0; // the run that was told of when they began to leave

    has(id) {
      return this.#leaving.has(id);
    }

    // Takes out what is ticked and gives the ids; nothing stays ticked.
    begin(ticked) {
      this.#leaving = new Map(ticked);
      this.#former = runTold()?.run ?? 0;
      ticked.clear();
      return [...this.#leaving.keys()];
    }

    // Once the run that takes them out has ended: what is still there is ticked again.
    look(ticked) {
      if (!this.#leaving.size) return;
      const { run, strip } = runTold() ?? {};
      if (!strip?.matches(".ap-lib-done, .ap-error") || run === this.#former) return;
      if (!strip.matches(".ap-lib-done")) {
        for (const [id, title] of this.#leaving) ticked.set(id, title);
        for (const row of document.querySelectorAll("#ap-lib-papers .ap-lib-going")) this.show(row, false);
      }
      this.#leaving.clear();
    }

    show(row, goes) {
      row.classList.toggle("ap-lib-going", goes);
      row.inert = goes;
    }

    // Asks whether the ticked papers are to be taken out, and calls `agreed` where they are.
    ask(ticked, agreed) {
      const texts = JSON.parse(find("#ap-lib-words").textContent);
      const count = (ticked.size === 1 ? texts.one : texts.papers).replace("{}", ticked.size.toLocaleString());
      const dialog = document.createElement("dialog");
      dialog.id = "ap-lib-dialog";
      const part = (name, text, parent = dialog) => {
        const made = document.createElement(name);
        made.textContent = text;
        parent.append(made);
        return made;
      };
      const title = part("h2", texts.title.replace("{}", count));
      title.id = "ap-lib-dialog-title";
      dialog.setAttribute("aria-labelledby", title.id);
      part("p", texts.note);
      const titles = part("ul", "");
      for (const name of [...ticked.values()].slice(0, TITLES)) part("li", name, titles);
      if (ticked.size > TITLES) part("li", "…", titles);
      const row = part("div", "");
      const keep = part("button", texts.no, row);
      const remove = part("button", texts.yes.replace("{}", count), row);
      remove.className = "ap-lib-remove-yes";
      keep.addEventListener("click", () => dialog.close());
      remove.addEventListener("click", () => {
        dialog.close();
        agreed();
      });
      dialog.addEventListener("close", () => dialog.remove());
      (find(".gradio-container") || document.body).append(dialog);
      dialog.showModal();
      keep.focus();
    }
  }

  Object.assign(askpapers, { Removal });
})();
