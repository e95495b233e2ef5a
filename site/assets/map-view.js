// Zoom and pan of the map: its frame scrolls, so that touch, wheel and scroll bars pan as everywhere.
(() => {
  const dpzoo = (globalThis.dpzoo = globalThis.dpzoo || {});

  // picture() is the drawing in the frame; say(text) tells what has been done
  dpzoo.mapView = (frame, picture, say) => {
    let zoom = 1;
    const natural = () => picture().viewBox.baseVal;
    function show(factor) {
      const svg = picture();
      zoom = factor;
      svg.style.width = `${natural().width * zoom}px`;
      svg.style.height = "auto";
    }
    // the whole width where letters stay readable, else the middle of it
    function fit(least = 0.3) {
      const room = (frame.clientWidth - 2) / natural().width;
      show(Math.min(1, Math.max(least, room)));
      frame.scrollLeft = (frame.scrollWidth - frame.clientWidth) / 2;
    }
    function scale(factor, at) {
      if (!factor) fit();
      else {
        const before = zoom;
        const box = frame.getBoundingClientRect();
        const [x, y] = at ? [at.x - box.left, at.y - box.top] : [frame.clientWidth / 2, frame.clientHeight / 2];
        const [left, top] = [(frame.scrollLeft + x) / before, (frame.scrollTop + y) / before];
        show(Math.max(0.25, Math.min(3, before * factor)));
        frame.scrollLeft = left * zoom - x;
        frame.scrollTop = top * zoom - y;
      }
      say(`Zoom ${Math.round(zoom * 100)} %.`);
    }
    frame.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        scale(Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
      },
      { passive: false },
    );

    const pointers = new Map();
    let dragged = false;
    frame.addEventListener("pointerdown", (event) => {
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      dragged = false;
    });
    frame.addEventListener("pointermove", (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      if (pointers.size === 2) {
        const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
        const apart = (p) => Math.hypot(p.x - other.x, p.y - other.y);
        if (apart(before) > 0) scale(apart(now) / apart(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
        dragged = true;
      } else if (event.pointerType === "mouse" && event.buttons === 1) {
        if (!dragged && Math.hypot(now.x - before.x, now.y - before.y) < 5) return;
        dragged = true;
        frame.scrollLeft -= now.x - before.x;
        frame.scrollTop -= now.y - before.y;
      }
      pointers.set(event.pointerId, now);
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) frame.addEventListener(end, (event) => pointers.delete(event.pointerId));
    frame.addEventListener("dragstart", (event) => event.preventDefault());
    return { scale, fit, dragged: () => dragged };
  };
})();
