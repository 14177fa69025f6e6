// The picture of the map: what part of it is seen, and what stands above its points.
(() => {
  const askpapers = (window.askpapers ??= {});
  const { DARK, LIGHT, Ground, element } = askpapers.map;

  class Picture {
    constructor(stage, words) {
      this.stage = stage;
      this.ground = new Ground();
      this.above = element("canvas", { className: "ap-map-above", tabIndex: 0, "aria-describedby": "ap-map-keys" });
      this.above.setAttribute("role", "application");
      this.tip = element("div", { className: "ap-map-tip", hidden: true });
      stage.append(this.ground.canvas, this.above, this.tip);
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
      this.ground.resize(width, height, this.fine);
      this.redraw();
    }

    // While many points move on a fine screen they are drawn coarsely.
    moves() {
      if (!this.points || this.points.count < 10000 || this.fine === 1) return;
      if (this.ground.ratio !== 1) this.ground.resize(this.width, this.height, 1);
      clearTimeout(this.still);
      this.still = setTimeout(() => {
        this.ground.resize(this.width, this.height, this.fine);
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

    // What is chosen elsewhere than in the picture is to be seen in it: the view moves, and widens, as far as it must.
    bring(places) {
      const { x, y } = this.points;
      const inside = (at) => {
        const [left, top] = this.toScreen(x[at], y[at]);
        return left > 0 && left < this.width && top > 0 && top < this.height;
      };
      if (!places.length || places.every(inside)) return;
      const ends = (values) => places.reduce(([low, high], at) => [Math.min(low, values[at]), Math.max(high, values[at])], [1, 0]);
      const [[left, right], [top, bottom]] = [ends(x), ends(y)];
      const fits = 0.8 * Math.min(this.width / (right - left), this.height / (bottom - top)); // endless for one place
      const zoom = Math.min(this.view.zoom, Math.max(0.7, (fits * this.view.zoom) / this.scale));
      this.view = { x: (left + right) / 2, y: (top + bottom) / 2, zoom };
      this.redraw();
    }

    redraw() {
      if (this.waiting) return;
      this.waiting = true;
      requestAnimationFrame(() => {
        this.waiting = false;
        if (!this.points || !this.ground.pixels) return;
        const began = performance.now();
        this.colours();
        this.ground.draw(this.points, this.view, this.scale, this.chosen, this.palette, this.paper);
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

  Object.assign(askpapers.map, { Picture });
})();
