// The map: all papers as points on a canvas, drawn pixel by pixel so that 50,000 move smoothly without a graphics card.
(() => {
  const askpapers = (window.askpapers ??= {});
  const LIGHT = ["#1b7f79", "#c2571a", "#5b5bd6", "#b0316f", "#3f7d20", "#8a6d00", "#0b6fb8", "#7a3fa0", "#a33a2a", "#4a6572", "#008a4f", "#9b5a86"];
  const DARK = ["#5fd0c5", "#f0a36b", "#a5a6ff", "#f08dbb", "#a3d77f", "#e3c85c", "#73bdf5", "#cf9cf0", "#f0958a", "#a9bcc6", "#5fdca0", "#dfa9cc"];
  const MOST = 5000; // papers that one question can be limited to
  const LISTED = 100;
  const CELLS = 128;
  const SOON = 700;
  const LATER = 15000;

  const element = (name, properties = {}, ...children) => {
    const { style, ...others } = properties;
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(others)) {
      if (key in made) made[key] = value;
      else made.setAttribute(key, value);
    }
    for (const [key, value] of Object.entries(style ?? {})) made.style.setProperty(key, value);
    made.append(...children.filter((child) => child != null));
    return made;
  };
  const fill = (text, value) => text.replace("{}", value);
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const mixed = (colour, ground, share) =>
    [0, 8, 16].reduce((all, shift) => {
      const one = (colour >> shift) & 255, other = (ground >> shift) & 255;
      return all | (Math.round(other + (one - other) * share) << shift);
    }, 0xff000000) >>> 0;
  // As a canvas keeps it: alpha, blue, green, red.
  const packed = (colour) => {
    const [red, green, blue] = colour.startsWith("#")
      ? [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16))
      : colour.match(/\d+/g).map(Number);
    return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
  };

  // What the server tells ---------------------------------------------------------------------------------------
  // Through two boxes that nobody sees: Gradio takes notice of a value only with the event that typing makes.
  let number = 0;
  const request = (wish) =>
    new Promise((resolve, reject) => {
      const box = document.querySelector("#ap-map-wish :is(textarea, input)");
      if (!box) return reject(new Error("the tab is gone"));
      const mine = `${Date.now()}-${(number += 1)}`;
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), "value").set.call(
        box, JSON.stringify({ ...wish, number: mine, language: navigator.language }));
      box.dispatchEvent(new Event("input", { bubbles: true }));
      const start = `{"number":"${mine}"`;
      const until = Date.now() + 120000;
      const look = () => {
        const told = document.querySelector("#ap-map-data :is(textarea, input)")?.value ?? "";
        if (told.startsWith(start)) resolve(JSON.parse(told));
        else if (Date.now() > until) reject(new Error("no answer"));
        else setTimeout(look, 60);
      };
      look();
    });

  class Points {
    constructor(map) {
      const places = new Uint16Array(bytes(map.xy).buffer);
      this.count = map.ids.length;
      this.x = new Float32Array(this.count);
      this.y = new Float32Array(this.count);
      for (let at = 0; at < this.count; at += 1) {
        this.x[at] = places[2 * at] / 65535;
        this.y[at] = places[2 * at + 1] / 65535;
      }
      this.theme = bytes(map.theme);
      this.ids = map.ids;
      this.titles = map.titles;
      this.names = map.names;
      this.counts = map.counts;
      this.method = map.method;
      this.place = new Map(map.ids.map((id, at) => [id, at]));
      this.middles = map.names.map((_, theme) => this.middle(theme));
      this.sort();
    }

    // The point of a theme that lies in its thickest part: half of a theme may lie elsewhere.
    middle(theme) {
      const size = 24, heaps = new Map();
      for (let at = 0; at < this.count; at += 1) {
        if (this.theme[at] !== theme) continue;
        const cell = Math.floor(this.x[at] * size) * size + Math.floor(this.y[at] * size);
        (heaps.get(cell) ?? heaps.set(cell, []).get(cell)).push(at);
      }
      const thickest = [...heaps.values()].sort((one, other) => other.length - one.length)[0] ?? [];
      const mean = (values) => thickest.reduce((sum, at) => sum + values[at], 0) / (thickest.length || 1);
      return [mean(this.x), mean(this.y)];
    }

    sort() {
      const cell = (at) => Math.min(CELLS - 1, this.x[at] * CELLS | 0) * CELLS + Math.min(CELLS - 1, this.y[at] * CELLS | 0);
      this.starts = new Uint32Array(CELLS * CELLS + 1);
      for (let at = 0; at < this.count; at += 1) this.starts[cell(at) + 1] += 1;
      for (let at = 0; at < CELLS * CELLS; at += 1) this.starts[at + 1] += this.starts[at];
      const next = this.starts.slice();
      this.sorted = new Uint32Array(this.count);
      for (let at = 0; at < this.count; at += 1) this.sorted[next[cell(at)]++] = at;
    }

    // The nearest point within a distance, or -1.
    nearest(x, y, reach) {
      const edge = (value) => Math.max(0, Math.min(CELLS - 1, Math.floor(value * CELLS)));
      let best = -1, least = reach * reach;
      for (let column = edge(x - reach); column <= edge(x + reach); column += 1) {
        for (let row = edge(y - reach); row <= edge(y + reach); row += 1) {
          const cell = column * CELLS + row;
          for (let place = this.starts[cell]; place < this.starts[cell + 1]; place += 1) {
            const at = this.sorted[place];
            const far = (this.x[at] - x) ** 2 + (this.y[at] - y) ** 2;
            if (far < least) [best, least] = [at, far];
          }
        }
      }
      return best;
    }
  }

  // The picture -------------------------------------------------------------------------------------------------
  class Picture {
    constructor(stage, words) {
      this.stage = stage;
      this.ground = element("canvas", { className: "ap-map-points", "aria-hidden": "true" });
      this.above = element("canvas", { className: "ap-map-above", tabIndex: 0, "aria-describedby": "ap-map-keys" });
      this.above.setAttribute("role", "application");
      this.tip = element("div", { className: "ap-map-tip", hidden: true });
      stage.append(this.ground, this.above, this.tip);
      this.view = { x: 0.5, y: 0.5, zoom: 1 };
      this.chosen = new Set();
      this.cited = [];
      this.hovered = -1;
      this.loop = null;
      this.byKeys = false;
      this.frames = [];
    }

    show(points) {
      this.points = points;
      this.hovered = -1;
      this.redraw();
    }

    resize() {
      const { width, height } = this.stage.getBoundingClientRect();
      if (!width || !height) return;
      this.fine = Math.min(window.devicePixelRatio || 1, 2);
      this.width = width;
      this.height = height;
      this.above.width = Math.round(width * this.fine);
      this.above.height = Math.round(height * this.fine);
      this.grain(this.fine);
      this.redraw();
    }

    // How many pixels of the points' canvas there are to one of the page.
    grain(ratio) {
      this.ratio = ratio;
      this.ground.width = Math.round(this.width * ratio);
      this.ground.height = Math.round(this.height * ratio);
      this.paint = this.ground.getContext("2d", { alpha: false });
      this.image = this.paint.createImageData(this.ground.width, this.ground.height);
      this.pixels = new Uint32Array(this.image.data.buffer);
    }

    // While many points move on a fine screen they are drawn coarsely.
    moves() {
      if (!this.points || this.points.count < 10000 || this.fine === 1) return;
      if (this.ratio !== 1) this.grain(1);
      clearTimeout(this.still);
      this.still = setTimeout(() => {
        this.grain(this.fine);
        this.redraw();
      }, 160);
    }

    get scale() {
      return Math.min(this.width, this.height) * 0.92 * this.view.zoom;
    }

    toScreen(x, y) {
      return [(x - this.view.x) * this.scale + this.width / 2, (y - this.view.y) * this.scale + this.height / 2];
    }

    toMap(left, top) {
      return [(left - this.width / 2) / this.scale + this.view.x, (top - this.height / 2) / this.scale + this.view.y];
    }

    pan(across, down) {
      this.view.x = Math.max(-0.2, Math.min(1.2, this.view.x - across / this.scale));
      this.view.y = Math.max(-0.2, Math.min(1.2, this.view.y - down / this.scale));
      this.moves();
      this.redraw();
    }

    zoom(factor, left = this.width / 2, top = this.height / 2) {
      const [x, y] = this.toMap(left, top);
      this.view.zoom = Math.max(0.7, Math.min(80, this.view.zoom * factor));
      const [now, then] = [this.toMap(left, top), [x, y]];
      this.view.x += then[0] - now[0];
      this.view.y += then[1] - now[1];
      this.moves();
      this.redraw();
    }

    whole() {
      this.view = { x: 0.5, y: 0.5, zoom: 1 };
      this.redraw();
    }

    redraw() {
      if (this.waiting) return;
      this.waiting = true;
      requestAnimationFrame(() => {
        this.waiting = false;
        if (!this.points || !this.pixels) return;
        const began = performance.now();
        this.drawPoints();
        this.drawAbove();
        this.frames.push(performance.now() - began);
        if (this.frames.length > 240) this.frames.shift();
      });
    }

    colours() {
      const style = getComputedStyle(this.stage);
      this.dark = document.body.classList.contains("dark");
      this.paper = style.getPropertyValue("--ap-paper").trim();
      this.ink = style.getPropertyValue("--ap-ink").trim();
      this.accent = style.getPropertyValue("--ap-accent").trim();
      this.palette = this.dark ? DARK : LIGHT;
    }

    // A disc as offsets and how much of each pixel it covers.
    disc(radius) {
      const offsets = [], shares = [];
      const reach = Math.ceil(radius);
      for (let row = -reach; row <= reach; row += 1) {
        for (let column = -reach; column <= reach; column += 1) {
          const share = Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(row, column)));
          if (share > 0.05) {
            offsets.push(row * this.ground.width + column);
            shares.push(share);
          }
        }
      }
      return [Int32Array.from(offsets), Float32Array.from(shares), reach];
    }

    drawPoints() {
      this.colours();
      const ground = packed(this.paper);
      this.pixels.fill(ground);
      const dense = this.points.count > 20000 ? 1.1 : this.points.count > 5000 ? 1.7 : 2.6;
      const radius = Math.min(7, dense * this.view.zoom ** 0.35) * this.ratio;
      const plain = this.palette.map(packed);
      if (this.chosen.size) {
        this.scatter(plain.map((colour) => mixed(colour, ground, 0.22)), this.disc(radius), (at) => !this.chosen.has(at));
        this.scatter(plain, this.disc(radius * 1.25), (at) => this.chosen.has(at), this.chosen);
      } else this.scatter(plain, this.disc(radius));
      this.paint.putImageData(this.image, 0, 0);
    }

    scatter(colours, [offsets, shares, reach], wanted = null, some = null) {
      const { x, y, theme, count } = this.points;
      const { width, height } = this.ground;
      const scale = this.scale * this.ratio;
      const left = width / 2 - this.view.x * scale, top = height / 2 - this.view.y * scale;
      const { pixels } = this;
      const draw = (at) => {
        const column = Math.round(x[at] * scale + left), row = Math.round(y[at] * scale + top);
        if (column < reach || row < reach || column >= width - reach || row >= height - reach) return;
        const colour = colours[theme[at] % colours.length], place = row * width + column;
        for (let part = 0; part < offsets.length; part += 1) {
          const where = place + offsets[part], share = shares[part];
          if (share >= 0.98) pixels[where] = colour;
          else {
            const under = pixels[where];
            const weight = (share * 256) | 0, rest = 256 - weight;
            const outer = (((colour & 0xff00ff) * weight + (under & 0xff00ff) * rest) >>> 8) & 0xff00ff;
            const inner = (((colour & 0x00ff00) * weight + (under & 0x00ff00) * rest) >>> 8) & 0x00ff00;
            pixels[where] = (0xff000000 | outer | inner) >>> 0;
          }
        }
      };
      if (some) for (const at of some) draw(at);
      else for (let at = 0; at < count; at += 1) if (!wanted || wanted(at)) draw(at);
    }

    drawAbove() {
      const context = this.above.getContext("2d");
      context.setTransform(this.fine, 0, 0, this.fine, 0, 0);
      context.clearRect(0, 0, this.width, this.height);
      this.drawRings(context);
      this.drawNames(context);
      if (this.loop?.length > 1) {
        context.beginPath();
        this.loop.forEach(([left, top], at) => (at ? context.lineTo(left, top) : context.moveTo(left, top)));
        context.closePath();
        context.fillStyle = `${this.accent}22`;
        context.fill();
        context.lineWidth = 1.5;
        context.strokeStyle = this.accent;
        context.stroke();
      }
      if (this.byKeys) {
        const [left, top] = [this.width / 2, this.height / 2];
        context.strokeStyle = this.ink;
        context.lineWidth = 1;
        context.strokeRect(left - 12.5, top - 12.5, 25, 25);
      }
    }

    drawRings(context) {
      const ring = (at, radius, colour, wide) => {
        const [left, top] = this.toScreen(this.points.x[at], this.points.y[at]);
        for (const [line, stroke] of [[wide + 3, this.paper], [wide, colour]]) {
          context.beginPath();
          context.arc(left, top, radius, 0, 2 * Math.PI);
          context.lineWidth = line;
          context.strokeStyle = stroke;
          context.stroke();
        }
      };
      for (const at of this.cited) ring(at, 8, this.ink, 2.2);
      if (this.hovered >= 0) ring(this.hovered, 6, this.accent, 2);
    }

    drawNames(context) {
      context.font = "600 12.5px ui-sans-serif, system-ui, sans-serif";
      context.textAlign = "center";
      context.textBaseline = "middle";
      const taken = [];
      this.points.middles.forEach(([x, y], theme) => {
        const text = this.points.names[theme].split(", ").slice(0, this.width < 500 ? 1 : 2).join(", ");
        const [left, top] = this.toScreen(x, y);
        const half = context.measureText(text).width / 2 + 6;
        const box = [left - half, top - 11, left + half, top + 11];
        if (box[0] < 0 || box[2] > this.width || box[1] < 0 || box[3] > this.height) return;
        if (taken.some((other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1])) return;
        taken.push(box);
        context.globalAlpha = 0.86;
        context.fillStyle = this.paper;
        context.beginPath();
        context.roundRect(box[0], box[1], box[2] - box[0], box[3] - box[1], 6);
        context.fill();
        context.globalAlpha = 1;
        context.fillStyle = this.palette[theme % this.palette.length];
        context.fillRect(box[0] + 4, box[3] - 3, box[2] - box[0] - 8, 2);
        context.fillStyle = this.ink;
        context.fillText(text, left, top - 0.5);
      });
    }

    point(at, left, top) {
      if (at === this.hovered && !this.byKeys) return;
      this.hovered = at;
      this.tip.hidden = at < 0;
      this.above.style.cursor = this.lassoing ? "crosshair" : at < 0 ? "grab" : "pointer";
      if (at >= 0) {
        this.tip.replaceChildren(
          element("strong", { textContent: this.points.titles[at] }),
          element("span", { textContent: this.points.names[this.points.theme[at]] ?? "" }));
        const right = left > this.width / 2;
        this.tip.style.left = right ? "" : `${left + 14}px`;
        this.tip.style.right = right ? `${this.width - left + 14}px` : "";
        this.tip.style.top = `${Math.min(top + 12, this.height - this.tip.offsetHeight - 8)}px`;
      }
      this.redraw();
    }

    within(loop) {
      const found = [];
      const ends = loop.map(([left, top]) => this.toMap(left, top));
      const { x, y, count } = this.points;
      for (let at = 0; at < count; at += 1) {
        let inside = false;
        for (let one = 0, other = ends.length - 1; one < ends.length; other = one, one += 1) {
          const [ax, ay] = ends[one], [bx, by] = ends[other];
          if (ay > y[at] !== by > y[at] && x[at] < ((bx - ax) * (y[at] - ay)) / (by - ay) + ax) inside = !inside;
        }
        if (inside) found.push(at);
      }
      return found;
    }
  }

  // Mouse, fingers, keys ----------------------------------------------------------------------------------------
  const handle = (picture, choose) => {
    const canvas = picture.above;
    const touching = new Map();
    let moved = false, apart = 0;
    const place = ({ clientX, clientY }) => {
      const box = canvas.getBoundingClientRect();
      return [clientX - box.left, clientY - box.top];
    };
    const under = ([left, top], reach) => {
      const [x, y] = picture.toMap(left, top);
      return picture.points ? picture.points.nearest(x, y, reach / picture.scale) : -1;
    };
    const spread = () => {
      const [one, other] = [...touching.values()];
      return [Math.hypot(one[0] - other[0], one[1] - other[1]), [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2]];
    };

    canvas.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      canvas.setPointerCapture(event.pointerId);
      touching.set(event.pointerId, place(event));
      picture.byKeys = false;
      moved = false;
      picture.loop = touching.size === 1 && (picture.lassoing || event.shiftKey) ? [place(event)] : null;
      if (touching.size === 2) [apart] = spread();
    });
    canvas.addEventListener("pointermove", (event) => {
      const now = place(event);
      const before = touching.get(event.pointerId);
      if (!before) {
        picture.point(under(now, 9), ...now);
        return;
      }
      touching.set(event.pointerId, now);
      if (touching.size === 2) {
        const [wide, middle] = spread();
        picture.zoom(wide / (apart || wide), ...middle);
        apart = wide;
        moved = true;
      } else if (picture.loop) {
        picture.loop.push(now);
        moved = true;
        picture.redraw();
      } else if (moved || Math.hypot(now[0] - before[0], now[1] - before[1]) > 3) {
        moved = true;
        picture.point(-1, 0, 0);
        picture.pan(now[0] - before[0], now[1] - before[1]);
      } else touching.set(event.pointerId, before);
    });
    const end = (event) => {
      if (!touching.delete(event.pointerId)) return;
      const loop = picture.loop;
      picture.loop = null;
      if (event.type === "pointerup" && loop && loop.length > 4) choose(picture.within(loop));
      else if (event.type === "pointerup" && !moved) {
        const at = under(place(event), event.pointerType === "touch" ? 18 : 9);
        choose(at < 0 ? [] : [at]);
      }
      picture.redraw();
    };
    canvas.addEventListener("pointerup", end);
    canvas.addEventListener("pointercancel", end);
    canvas.addEventListener("pointerleave", () => picture.point(-1, 0, 0));
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      picture.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), ...place(event));
    }, { passive: false });

    const middle = () => {
      picture.byKeys = true;
      const centre = [picture.width / 2, picture.height / 2];
      picture.point(under(centre, 40), ...centre);
    };
    const keys = {
      ArrowLeft: () => picture.pan(50, 0), ArrowRight: () => picture.pan(-50, 0),
      ArrowUp: () => picture.pan(0, 50), ArrowDown: () => picture.pan(0, -50),
      "+": () => picture.zoom(1.4), "=": () => picture.zoom(1.4), "-": () => picture.zoom(1 / 1.4),
      0: () => picture.whole(), Escape: () => choose([]),
    };
    canvas.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (keys[event.key]) keys[event.key]();
      else if (event.key !== "Enter") return;
      event.preventDefault();
      middle();
      if (event.key === "Enter" && picture.hovered >= 0) choose([picture.hovered], true);
    });
    canvas.addEventListener("blur", () => {
      picture.byKeys = false;
      picture.point(-1, 0, 0);
      picture.redraw();
    });
  };

  // The tab -----------------------------------------------------------------------------------------------------
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
      citedButton = element("button", { type: "button", className: "ap-map-cited", hidden: true, onclick: () => choose(picture.cited, true) });
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
      const stages = { reading: words.reading, neighbours: words.finding, layout: words.laying, themes: words.naming, done: words.naming };
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

    const look = async (again = false) => {
      clearTimeout(timer);
      if (asking || !root.isConnected || !root.offsetWidth) return;
      asking = true;
      let wait = LATER;
      try {
        const told = await request({ have: points ? generation : -1, again });
        words ??= told.words;
        if (told.map) {
          generation = told.generation;
          show(told.map);
        }
        if (words) tell(told.progress);
        if (told.progress && told.progress.stage !== "failed") wait = SOON;
        cite();
      } catch (error) {
        console.warn("the map:", error.message); // the next look may find the server again
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
