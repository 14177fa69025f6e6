// The ground of the map: its points, drawn pixel by pixel so that 50,000 move smoothly without a graphics card.
(() => {
  const askpapers = (window.askpapers ??= {});
  const { element, mixed, packed } = askpapers.map;

  class Ground {
    constructor() {
      this.canvas = element("canvas", { className: "ap-map-points", "aria-hidden": "true" });
    }

    // How large it is on the page, and how many of its pixels there are to one of the page.
    resize(width, height, ratio) {
      this.ratio = ratio;
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
      this.paint = this.canvas.getContext("2d", { alpha: false });
      this.image = this.paint.createImageData(this.canvas.width, this.canvas.height);
      this.pixels = new Uint32Array(this.image.data.buffer);
    }

    // A disc as offsets and how much of each pixel it covers.
    disc(radius) {
      const offsets = [], shares = [];
      const reach = Math.ceil(radius);
      for (let row = -reach; row <= reach; row += 1) {
        for (let column = -reach; column <= reach; column += 1) {
          const share = Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(row, column)));
          if (share > 0.05) {
            offsets.push(row * this.canvas.width + column);
            shares.push(share);
          }
        }
      }
      return [Int32Array.from(offsets), Float32Array.from(shares), reach];
    }

    // The points of a view; where some are chosen, the others step back.
    draw(points, view, scale, chosen, palette, paper) {
      const ground = packed(paper);
      this.pixels.fill(ground);
      const dense = points.count > 20000 ? 1.1 : points.count > 5000 ? 1.7 : 2.6;
      const radius = Math.min(7, dense * view.zoom ** 0.35) * this.ratio;
      const plain = palette.map(packed);
      const scatter = (...how) => this.scatter(points, view, scale * this.ratio, ...how);
      if (chosen.size) {
        scatter(plain.map((colour) => mixed(colour, ground, 0.22)), this.disc(radius), (at) => !chosen.has(at));
        scatter(plain, this.disc(radius * 1.25), (at) => chosen.has(at), chosen);
      } else scatter(plain, this.disc(radius));
      this.paint.putImageData(this.image, 0, 0);
    }

    scatter({ x, y, theme, count }, view, scale, colours, [offsets, shares, reach], wanted = null, some = null) {
      const { width, height } = this.canvas;
      const left = width / 2 - view.x * scale, top = height / 2 - view.y * scale;
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
  }

  Object.assign(askpapers.map, { Ground });
})();
