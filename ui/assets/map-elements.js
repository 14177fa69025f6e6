// What the map is made of: elements of the page, and colours as a canvas keeps them.
(() => {
  const askpapers = (window.askpapers ??= {});
  askpapers.map = {};
  const LIGHT = ["#1b7f79", "#c2571a", "#5b5bd6", "#b0316f", "#3f7d20", "#8a6d00", "#0b6fb8", "#7a3fa0", "#a33a2a", "#4a6572", "#008a4f", "#9b5a86"];
  const DARK = ["#5fd0c5", "#f0a36b", "#a5a6ff", "#f08dbb", "#a3d77f", "#e3c85c", "#73bdf5", "#cf9cf0", "#f0958a", "#a9bcc6", "#5fdca0", "#dfa9cc"];

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

  Object.assign(askpapers.map, { LIGHT, DARK, element, fill, bytes, mixed, packed });
})();
