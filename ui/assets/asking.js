// Asking by other means than typing: buttons that ask, editors in place, links that ask, keys; and what a screen
// reader is told. A button holds its wish as JSON in a hidden part of its text: see ui/render.py.
(() => {
  const WORDS = /^zh\b/i.test(navigator.language)
    ? { ask: "提问", cancel: "取消" }
    : { ask: "Ask", cancel: "Cancel" };
  const BUTTONS = "button:is(.ap-do, .ap-edit, .ap-offer, .ap-link, .ap-copy)";
  const LONGEST = 2000;
  const HELD = 2_000; // milliseconds
  const [FIRST_WORD, LAST_WORD] = [30_000, 6_000]; // so long may an answer take to begin, and to end when it is stopped
  const app = (window.askpapers ??= {});

  const box = () => document.querySelector("#ap-question textarea");
  const answering = () => document.body.classList.contains("ap-answering");
  const soon = (milliseconds = 0) => new Promise((done) => setTimeout(done, milliseconds));
  const raw = (button) => button.querySelector(".ap-raw").textContent;
  const wish = (button) => JSON.parse(raw(button));

  // Gradio's boxes take notice of a value only with the event that typing makes.
  app.type = (field, text) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  // A stop that comes before the answer's first word waits for that: the server cannot stop what has not begun.
  let [asked, stopping] = [0, false];
  const begun = () => ([asked, stopping] = [Date.now(), false]);
  const stop = () => {
    if (!answering()) {
      stopping = Date.now() - asked < FIRST_WORD;
      return;
    }
    document.querySelector("#ap-question .stop-button").click();
  };

  // Whether an answer is being written, as the server tells: see conversations.js. The box's button follows it.
  app.answering = (running) => {
    const left = document.activeElement?.matches("#ap-question .stop-button");
    document.body.classList.toggle("ap-answering", running);
    if (running && stopping) stop();
    stopping = false;
    if (!running) asked = 0;
    if (!running && left) box().focus();
  };

  // The hidden boxes by which the page talks to the server; the time makes two like words differ.
  app.send = (name, word) => {
    if (name === "command") begun();
    app.type(document.querySelector(`#ap-${name} textarea`), JSON.stringify({ ...word, at: Date.now() }));
  };

  // What is typed right after Enter is kept from Gradio until the question has left the box: Gradio reads the box a
  // moment later, and would ask what has been typed by then.
  let holding = 0;
  const release = () => {
    if (!holding) return;
    clearTimeout(holding);
    holding = 0;
    app.type(box(), box().value);
  };
  const hold = () => {
    release();
    holding = setTimeout(release, HELD); // a question that is refused stays in its box
  };
  document.addEventListener(
    "input",
    (event) => holding && event.isTrusted && event.target === box() && event.stopImmediatePropagation(),
    true,
  );

  // What the boxes show. A question that is being answered leaves its box, and what has been typed after it stays.
  app.setBox = (text) => app.type(box(), text);
  app.takeFromBox = (question) => {
    release();
    const [held, asked] = [box().value.trimStart(), question.trim()];
    if (held.startsWith(asked)) app.setBox(held.slice(asked.length).trimStart());
  };
  app.setLine = (text) => {
    const line = document.querySelector("#ap-filters :is(input, textarea)");
    if (line) app.type(line, text);
  };

  app.showChat = () => {
    const tab = document.getElementById("ap-tab-chat-button");
    if (tab && tab.getAttribute("aria-selected") !== "true") tab.click();
  };

  // The tab shows only once Gradio has drawn it; what is hidden takes no focus.
  app.toQuestion = async () => {
    app.showChat();
    for (let looks = 0; looks < 50 && !box().offsetParent; looks += 1) await soon(20);
    box().focus();
    box().scrollIntoView({ block: "nearest" });
  };

  // Puts a question into the box and asks it; while an answer is being written, it waits there.
  app.ask = async (text) => {
    if (!answering()) begun();
    app.type(box(), String(text));
    await app.toQuestion();
    await soon();
    document.querySelector("#ap-question .submit-button")?.click();
  };

  const edit = (button) => {
    const host = button.closest(".ap-editable");
    if (host.classList.contains("ap-editing")) return;
    const [form, field, ask, cancel] = ["form", "textarea", "button", "button"].map((tag) => document.createElement(tag));
    form.className = "ap-editor";
    field.value = wish(button).text;
    field.rows = 1;
    field.setAttribute("aria-label", button.title);
    [ask.textContent, ask.type, cancel.textContent, cancel.type] = [WORDS.ask, "submit", WORDS.cancel, "button"];
    const close = () => {
      form.remove();
      host.classList.remove("ap-editing");
    };
    const grow = () => {
      field.style.height = "auto";
      field.style.height = `${field.scrollHeight + 2}px`;
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (answering() || !field.value.trim()) return;
      app.send("command", { ...wish(button), text: field.value });
      close();
      box().focus();
    });
    cancel.addEventListener("click", () => {
      close();
      button.focus();
    });
    field.addEventListener("input", grow);
    field.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        form.requestSubmit();
      }
    });
    form.addEventListener("keydown", (event) => {
      if (event.key === "Escape") cancel.click();
      event.stopPropagation();
    });
    form.append(field, ask, cancel);
    host.classList.add("ap-editing");
    host.append(form);
    grow();
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  };

  const link = ({ q, where }) => {
    const asked = new URLSearchParams(where ? { q, where } : { q });
    return `${location.origin}${location.pathname}?${asked}`;
  };

  // Caught before Gradio sees it: to it, a click anywhere in a message asks for that message's sources.
  document.addEventListener(
    "click",
    (event) => {
      const button = event.target.closest?.(BUTTONS);
      if (!button) return;
      event.stopPropagation();
      if (button.matches(".ap-copy")) app.copy(button, raw(button));
      else if (button.matches(".ap-link")) app.copy(button, link(wish(button)));
      else if (button.matches(".ap-edit")) edit(button);
      else if (button.matches(".ap-offer")) app.ask(wish(button).ask);
      else {
        if (!answering()) app.send("command", wish(button));
        box().focus();
      }
    },
    true,
  );

  const ASKS = "#ap-question .submit-button, #ap-chat .examples button";
  document.addEventListener(
    "click",
    (event) => {
      if (event.isTrusted && event.target.closest?.(ASKS)) begun(); // app.ask has begun before its click
      if (event.target.closest?.("#ap-chat .example")) box().focus(); // the example goes, and would take the focus with it
      if (!event.target.closest?.("#ap-question .stop-button")) return;
      const stopped = asked; // an answer that has lost its server has no end of its own
      setTimeout(() => answering() && asked === stopped && app.answering(false), LAST_WORD);
    },
    true,
  );
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Enter" || event.shiftKey || !event.target.closest?.("#ap-question, #ap-filters")) return;
      begun();
      if (event.target === box() && !event.isComposing && !answering()) hold();
    },
    true,
  );

  document.addEventListener("keydown", (event) => {
    if (event.isComposing || event.defaultPrevented) return;
    if (event.key === "Escape") stop();
    if (event.key === "ArrowUp" && event.target === box() && !box().value) {
      const asked = [...document.querySelectorAll("#ap-chat .ap-asked .ap-edit")].pop();
      if (!asked) return;
      event.preventDefault();
      app.type(box(), wish(asked).text);
    }
  });

  // A reader is told that papers are searched and then the whole answer: word by word as it grows would be noise.
  app.say = (text) => {
    let said = document.getElementById("ap-said");
    if (!said) {
      said = Object.assign(document.createElement("div"), { id: "ap-said", className: "ap-unseen" });
      said.setAttribute("role", "status");
      document.body.append(said);
    }
    said.textContent = text;
  };

  app.sayAnswer = async () => {
    await soon(150);
    const answer = [...document.querySelectorAll("#ap-chat .bot-row .message-content")].pop()?.cloneNode(true);
    if (!answer) return;
    answer
      .querySelectorAll(".ap-raw, .ap-reading, .ap-footer, .ap-offers, .katex-html, annotation")
      .forEach((part) => part.remove());
    app.say([...answer.querySelectorAll(":scope > * > *")].map((part) => part.textContent).join(" \n"));
  };

  // `/?q=…&where=…` asks once: a reload of the page must not ask again.
  app.linked = () => new URLSearchParams(location.search).get("q")?.trim().slice(0, LONGEST) ?? "";
  app.askLinked = async () => {
    const address = new URL(location.href);
    const [question, where] = [app.linked(), address.searchParams.get("where")];
    for (const name of ["q", "where"]) address.searchParams.delete(name);
    window.history.replaceState(window.history.state, "", address);
    if (where) app.setLine(where.slice(0, LONGEST));
    await app.ask(question);
  };

  app.ready = (async () => {
    while (!box() || !document.querySelector("#ap-stored textarea") || !document.querySelector("#ap-chat [role=log]"))
      await soon(40);
    document.querySelector("#ap-chat [role=log]").setAttribute("aria-live", "off");
    app.say("");
  })();
})();
