// What the server tells the map.
(() => {
  const askpapers = (window.askpapers ??= {});
  const [AGAIN, LONGEST] = [10_000, 60_000]; // milliseconds: what a server was asked may be lost, and is asked again

  // Through two boxes that nobody sees: Gradio takes notice of a value only with the event that typing makes.
  let number = 0;
  // `late` is called each time that it is asked again.
  const request = (wish, late) =>
    new Promise((resolve, reject) => {
      const starts = [];
      let asked = 0;
      const ask = (box) => {
        const mine = `${Date.now()}-${(number += 1)}`;
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), "value").set.call(
          box, JSON.stringify({ ...wish, number: mine, language: navigator.language }));
        box.dispatchEvent(new Event("input", { bubbles: true }));
        starts.push(`{"number":"${mine}"`);
        asked = Date.now();
      };
      const until = Date.now() + LONGEST;
      const look = () => {
        const told = document.querySelector("#ap-map-data :is(textarea, input)")?.value ?? "";
        if (starts.some((start) => told.startsWith(start))) return resolve(JSON.parse(told));
        if (Date.now() > until) return reject(new Error("no answer"));
        if (Date.now() - asked > AGAIN) {
          const box = document.querySelector("#ap-map-wish :is(textarea, input)");
          if (!box) return reject(new Error("the tab is gone"));
          if (asked) late();
          ask(box);
        }
        setTimeout(look, 60);
      };
      look();
    });

  Object.assign(askpapers.map, { request });
})();
