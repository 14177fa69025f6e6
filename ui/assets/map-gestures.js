// What mouse, fingers and keys do to the picture of the map.
(() => {
  const askpapers = (window.askpapers ??= {});

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
      if (picture.loop) picture.point(-1, 0, 0); // what is told of a paper would lie over the loop
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

  Object.assign(askpapers.map, { handle });
})();
