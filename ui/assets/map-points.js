// The points of the map: the papers, their places and themes, and which lies nearest.
(() => {
  const askpapers = (window.askpapers ??= {});
  const { bytes } = askpapers.map;
  const CELLS = 128;

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

  Object.assign(askpapers.map, { Points });
})();
