// The map: all papers as a picture, what is chosen of them, and how many each theme has.
(() => {
  const askpapers = (window.askpapers ??= {});
  const { Picture, Points, element, fill, handle, request } = askpapers.map;
  const MOST = 5000; // papers that one question can be limited to
  const LISTED = 100;
  const SOON = 700;
  const LATER = 15000;
  // The other words come with the server's first answer.
  const WORDS = /^zh\b/i.test(navigator.language)
    ? { late: "服务器尚未应答，正在再次询问……", lost: "服务器没有应答。", again: "重试" }
    : { late: "The server has not answered yet: it is asked again…", lost: "The server does not answer.", again: "Try again" };

  const build = (root) => {
    let words, points, generation = -1, timer = 0, asking = false;
    const stage = element("div", { className: "ap-map-stage" });
    const side = element("aside", { className: "ap-map-side" });
    const note = element("p", { className: "ap-map-note" });
    note.setAttribute("role", "status");
    const body = element("div", { className: "ap-map-body" }, stage, side);
    root.append(note, body);
    body.hidden = true;
    let picture, list, search, table, citedButton;

    const choose = (places, focus = false) => {
      picture.chosen = new Set(places);
      picture.redraw();
      showChosen([...picture.chosen], focus);
      for (const button of table.querySelectorAll("button")) button.setAttribute("aria-pressed", "false");
    };

    const showChosen = (places, focus) => {
      if (!places.length) {
        list.replaceChildren();
        return;
      }
      const papers = places.map((at) => ({ id: points.ids[at], title: points.titles[at] }));
      const ask = element("button", {
        type: "button", className: "ap-map-ask", disabled: papers.length > MOST,
        textContent: papers.length === 1 ? words.ask_one : words.ask_many,
        onclick: () => askpapers.choose?.(papers),
      });
      const clear = element("button", {
        type: "button", className: "ap-map-clear", textContent: words.clear,
        onclick: () => { search.value = ""; choose([]); },
      });
      const item = (at) => element("li", {}, element("button", {
        type: "button", textContent: points.titles[at],
        onclick: () => { find(at); choose([at]); },
        onmouseenter: () => { picture.hovered = at; picture.redraw(); },
        onmouseleave: () => { picture.hovered = -1; picture.redraw(); },
      }));
      const count = papers.length === 1 ? words.chosen_one : fill(words.chosen_many, papers.length.toLocaleString());
      const rest = papers.length - LISTED;
      list.replaceChildren(
        element("h2", { textContent: count }),
        element("div", { className: "ap-map-doing" }, ask, clear),
        papers.length > MOST ? element("p", { textContent: fill(words.too_many, MOST.toLocaleString()) }) : null ?? "",
        element("ul", {}, ...places.slice(0, LISTED).map(item)),
        rest > 0 ? element("p", { textContent: fill(words.more, rest.toLocaleString()) }) : "");
      if (focus) ask.focus();
    };

    const find = (at) => {
      picture.view = { x: points.x[at], y: points.y[at], zoom: Math.max(picture.view.zoom, 4) };
      picture.redraw();
    };

    const seek = () => {
      const wanted = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
      if (!wanted.length) return choose([]);
      lower ??= points.titles.map((title) => title.toLowerCase());
      const found = [];
      lower.forEach((title, at) => wanted.every((word) => title.includes(word)) && found.push(at));
      choose(found);
      picture.bring(found);
      if (!found.length) list.replaceChildren(element("p", { textContent: words.none }));
    };
    let lower = null;

    const cite = () => {
      const ids = askpapers.cited?.() ?? [];
      const cited = ids.map((id) => points?.place.get(id)).filter((at) => at !== undefined);
      if (!picture || String(cited) === String(picture.cited)) return;
      picture.cited = cited;
      citedButton.hidden = !cited.length;
      citedButton.textContent = fill(words.cited, cited.length);
      picture.redraw();
    };

    const drawTable = () => {
      picture.colours();
      const most = Math.max(...points.counts, 1);
      const rows = points.names.map((name, theme) => {
        const button = element("button", {
          type: "button", textContent: name || "–", "aria-pressed": "false",
          onclick: () => {
            const shown = button.getAttribute("aria-pressed") === "true";
            const members = [];
            if (!shown) points.theme.forEach((other, at) => other === theme && members.push(at));
            search.value = "";
            choose(members);
            picture.bring(members);
            button.setAttribute("aria-pressed", String(!shown));
          },
        });
        const bar = element("span", { className: "ap-map-bar", style: {
          width: `${(100 * points.counts[theme]) / most}%`, background: picture.palette[theme % picture.palette.length] } });
        return element("tr", {},
          element("th", { scope: "row" }, button, bar),
          element("td", { textContent: points.counts[theme].toLocaleString() }));
      });
      table.replaceChildren(
        element("caption", { textContent: words.themes }),
        element("thead", {}, element("tr", {}, element("th", { scope: "col", textContent: words.theme }),
          element("th", { scope: "col", textContent: words.papers }))),
        element("tbody", {}, ...rows));
    };

    const frame = () => {
      const tool = (text, sign, act) => element("button", { type: "button", title: text, "aria-label": text, textContent: sign, onclick: act });
      picture = new Picture(stage, words);
      const lasso = tool(words.lasso, "◌ " + words.lasso, () => {
        picture.lassoing = !picture.lassoing;
        lasso.setAttribute("aria-pressed", String(picture.lassoing));
        picture.above.style.cursor = picture.lassoing ? "crosshair" : "grab";
      });
      lasso.setAttribute("aria-pressed", "false");
      stage.append(
        element("div", { className: "ap-map-tools" }, lasso, tool(words.larger, "+", () => picture.zoom(1.5)),
          tool(words.smaller, "−", () => picture.zoom(1 / 1.5)), tool(words.whole, "⤢", () => picture.whole())),
        element("p", { id: "ap-map-keys", className: "ap-map-unseen", textContent: words.keys }),
        element("p", { className: "ap-map-method" }));
      search = element("input", { type: "search", placeholder: words.search, "aria-label": words.search, oninput: () => seek() });
      search.addEventListener("keydown", (event) => event.key === "Enter" && list.querySelector("button")?.focus());
      citedButton = element("button", { type: "button", className: "ap-map-cited", hidden: true, onclick: () => {
        choose(picture.cited, true);
        picture.bring(picture.cited);
      } });
      list = element("div", { className: "ap-map-chosen" });
      list.setAttribute("aria-live", "polite");
      table = element("table", { className: "ap-map-themes" });
      side.append(search, citedButton, list, table);
      handle(picture, choose);
      new ResizeObserver(() => picture.resize()).observe(stage);
      new MutationObserver(() => { drawTable(); picture.redraw(); }).observe(document.body, { attributes: true, attributeFilter: ["class"] });
      askpapers.picture = picture;
    };

    const show = (map) => {
      if (!picture) frame();
      const ids = [...picture.chosen].map((at) => points.ids[at]);
      points = new Points(map);
      lower = null;
      body.hidden = !points.count;
      picture.resize();
      picture.show(points);
      picture.above.setAttribute("aria-label", fill(words.map, points.count.toLocaleString()));
      stage.querySelector(".ap-map-method").textContent = map.method === "axes" ? words.axes : words.neighbours;
      drawTable();
      choose(ids.map((id) => points.place.get(id)).filter((at) => at !== undefined));
      picture.cited = [];
      cite();
    };

    const tell = (progress) => {
      const stages = { reading: words.reading, waiting: words.waiting, neighbours: words.finding, layout: words.laying, themes: words.naming, done: words.naming };
      root.setAttribute("aria-busy", String(Boolean(progress) && progress.stage !== "failed"));
      if (!progress) note.replaceChildren(points && !points.count ? words.empty : "");
      else if (progress.stage === "failed") {
        note.replaceChildren(fill(words.failed, progress.message), " ",
          element("button", { type: "button", textContent: words.again, onclick: () => look(true) }));
      } else {
        const share = ["neighbours", "layout"].includes(progress.stage) ? ` ${Math.round(100 * progress.share)}%` : "";
        note.replaceChildren(points ? words.renewing : `${stages[progress.stage] ?? words.reading}${share}`);
      }
      note.hidden = !note.textContent;
    };

    const say = (...parts) => {
      note.replaceChildren(...parts);
      note.hidden = false;
    };
    const late = () => say(WORDS.late);
    const lost = () => {
      root.setAttribute("aria-busy", "false");
      say(WORDS.lost, " ", element("button", { type: "button", textContent: WORDS.again, onclick: () => look() }));
    };

    const look = async (again = false) => {
      clearTimeout(timer);
      if (asking || !root.isConnected || !root.offsetWidth) return;
      asking = true;
      let wait = LATER;
      try {
        const told = await request({ have: points ? generation : -1, again }, late);
        words ??= told.words;
        if (told.map) {
          generation = told.generation;
          show(told.map);
        }
        if (words) tell(told.progress);
        if (told.progress && told.progress.stage !== "failed") wait = SOON;
        cite();
      } catch (error) {
        console.warn("the map:", error.message);
        lost(); // the next look may find the server again
      }
      asking = false;
      if (root.offsetWidth) timer = setTimeout(look, wait);
    };

    new IntersectionObserver(() => { cite(); look(); }).observe(root);
    document.addEventListener("visibilitychange", () => document.hidden || look());
  };

  new MutationObserver(() => {
    const root = document.getElementById("ap-map");
    if (!root || root.dataset.map) return;
    root.dataset.map = "1";
    build(root);
  }).observe(document.documentElement, { childList: true, subtree: true });
})();
