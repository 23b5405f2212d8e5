// The live camera: a guide over the video, and the picture taken by itself once it is sharp and still. It needs a secure
// page; elsewhere this file does nothing, and the file buttons are enough.
"use strict";
(() => {
  if (!window.isSecureContext || !navigator.mediaDevices?.getUserMedia) return;
  document.documentElement.classList.add("camera");

  const EVERY = 150; // milliseconds between two looks
  const CALM = 4; // looks in a row that must be sharp and still
  const CARD = { width: 63, height: 88, gap: 4, small: 80 }; // small: pixels of its width in the copy that is looked at
  const LOOKED_AT = 480; // pixels of the whole copy's width where no cards are framed
  const SHARP = 0.1; // variance of the Laplacian in shares of the variance: below it, corners of cards are lost
  const NEAR_BEST = 0.8; // of the sharpest look lately: while the lens still hunts, it gets better
  const REMEMBERED = 10; // looks
  const STILL = 4; // grey levels between two looks, on a copy four times smaller
  const BUSY = 14; // grey levels of deviation on a place where a card lies
  const ENOUGH_PIXELS = 5e6; // of a video frame; a smaller one gives way to a photo where the browser takes them
  const TRACK = { facingMode: { ideal: "environment" }, width: { ideal: 4096 }, height: { ideal: 3072 } };

  let on = null; // the camera that is open

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".photo-form button[type=button]");
    if (!button) return;
    if (button.matches(".live")) open(button.closest("form"));
    if (button.matches(".off")) off();
    if (button.matches(".shoot")) take();
    if (button.matches(".torch")) light(button);
  });
  document.addEventListener("close", (event) => { if (event.target.matches(".viewfinder")) off(); }, true);
  document.addEventListener("htmx:beforeSwap", off);
  document.addEventListener("visibilitychange", () => { if (document.hidden) off(); });

  async function open(form) {
    const view = form.querySelector(".viewfinder");
    const trouble = form.querySelector(".camera-trouble");
    trouble.textContent = "";
    const mine = { form, view, video: view.querySelector("video"), looks: [], calm: 0 };
    on = mine;
    view.querySelector(".shoot").disabled = true;
    view.showModal();
    say("wait");
    try {
      mine.stream = await navigator.mediaDevices.getUserMedia({ video: TRACK, audio: false });
      if (on !== mine) return stop(mine);
      mine.video.srcObject = mine.stream;
      await mine.video.play();
    } catch (error) {
      if (on !== mine) return stop(mine);
      off();
      trouble.textContent = trouble.dataset[error.name[0].toLowerCase() + error.name.slice(1)] || trouble.dataset.other;
      return;
    }
    [mine.track] = mine.stream.getVideoTracks();
    view.querySelector(".shoot").disabled = false;
    view.querySelector(".torch").hidden = !mine.track.getCapabilities?.().torch;
    say("aim");
    watch(mine);
  }

  const stop = (camera) => camera.stream?.getTracks().forEach((track) => track.stop());
  const say = (what) => {
    const words = on.view.querySelector(".camera-words");
    if (words.dataset.said !== what) words.textContent = words.dataset[what];
    words.dataset.said = on.view.dataset.state = what;
  };

  function off() {
    if (!on) return;
    const mine = on;
    on = null;
    clearTimeout(mine.timer);
    stop(mine);
    mine.video.srcObject = null;
    mine.view.querySelector("svg").removeAttribute("viewBox");
    mine.view.querySelector("svg").replaceChildren();
    mine.view.querySelector(".torch").setAttribute("aria-pressed", "false");
    if (mine.view.open) mine.view.close();
  }

  async function light(button) {
    const torch = button.getAttribute("aria-pressed") !== "true";
    try {
      await on.track.applyConstraints({ advanced: [{ torch }] });
      button.setAttribute("aria-pressed", torch);
    } catch {
      button.hidden = true; // offered, but not there
    }
  }

  // The guide: rows and columns of cards as large as they fit, in pixels of the video; what lies beside them stays outside.
  // '3x5' are rows and columns of cards; '8x8/1' places that touch and have another shape: their width by their height.
  function guide({ view, video }) {
    const [grid, ratio] = view.dataset.guide.split("/");
    const [rows, columns] = grid.split("x").map(Number);
    const card = ratio ? { width: 63, height: 63 / ratio, gap: 0, small: LOOKED_AT / columns } : CARD;
    const wide = columns * (card.width + card.gap) - card.gap;
    const high = rows * (card.height + card.gap) - card.gap;
    const unit = Math.min((0.9 * video.videoWidth) / wide, (0.9 * video.videoHeight) / high);
    const left = (video.videoWidth - unit * wide) / 2;
    const top = (video.videoHeight - unit * high) / 2;
    const places = [];
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        places.push([column * (card.width + card.gap), row * (card.height + card.gap)]);
      }
    }
    return { left, top, unit, wide, high, places, card };
  }

  function draw({ view, video }, { left, top, unit, places, card }) {
    const svg = view.querySelector("svg");
    const box = `0 0 ${video.videoWidth} ${video.videoHeight}`;
    if (svg.getAttribute("viewBox") === box) return;
    svg.setAttribute("viewBox", box);
    svg.replaceChildren(...places.map(([x, y]) => {
      const place = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      const values = { x: left + unit * x, y: top + unit * y, width: unit * card.width, height: unit * card.height, rx: 3 * unit };
      Object.entries(values).forEach(([name, value]) => place.setAttribute(name, value.toFixed(1)));
      return place;
    }));
  }

  // A small grey copy of what the guide frames.
  const canvas = document.createElement("canvas");
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  function copy({ video }, { left, top, unit, wide, high, card }) {
    const scale = card.small / card.width;
    canvas.width = Math.round(wide * scale);
    canvas.height = Math.round(high * scale);
    brush.imageSmoothingQuality = "high";
    brush.drawImage(video, left, top, unit * wide, unit * high, 0, 0, canvas.width, canvas.height);
    const { data } = brush.getImageData(0, 0, canvas.width, canvas.height);
    const grey = new Float32Array(canvas.width * canvas.height);
    for (let at = 0; at < grey.length; at += 1) {
      grey[at] = 0.299 * data[4 * at] + 0.587 * data[4 * at + 1] + 0.114 * data[4 * at + 2];
    }
    return { grey, width: canvas.width, height: canvas.height, scale };
  }

  function variance(values) {
    let sum = 0;
    let squares = 0;
    for (const value of values) {
      sum += value;
      squares += value * value;
    }
    return squares / values.length - (sum / values.length) ** 2;
  }

  function sharpness({ grey, width, height }) {
    const edges = new Float32Array((width - 2) * (height - 2));
    for (let y = 1, at = 0; y < height - 1; y += 1) {
      for (let x = 1; x < width - 1; x += 1, at += 1) {
        const here = y * width + x;
        edges[at] = grey[here - 1] + grey[here + 1] + grey[here - width] + grey[here + width] - 4 * grey[here];
      }
    }
    return variance(edges) / Math.max(variance(grey), 1);
  }

  function coarse({ grey, width, height }) {
    const small = new Float32Array((width >> 2) * (height >> 2));
    for (let y = 0; y < height >> 2; y += 1) {
      for (let x = 0; x < width >> 2; x += 1) {
        let sum = 0;
        for (let part = 0; part < 16; part += 1) sum += grey[(4 * y + (part >> 2)) * width + 4 * x + (part & 3)];
        small[y * (width >> 2) + x] = sum / 16;
      }
    }
    return small;
  }

  function moved(one, other) {
    if (!one || one.length !== other.length) return Infinity;
    let brighter = 0;
    for (let at = 0; at < one.length; at += 1) brighter += other[at] - one[at];
    brighter /= one.length; // the camera's exposure is no movement
    let sum = 0;
    for (let at = 0; at < one.length; at += 1) sum += Math.abs(other[at] - one[at] - brighter);
    return sum / one.length;
  }

  function cards({ grey, width, scale }, { places, card }) {
    return places.filter(([left, top]) => {
      const values = [];
      for (let y = Math.ceil((top + 8) * scale); y < (top + card.height - 8) * scale; y += 2) {
        for (let x = Math.ceil((left + 8) * scale); x < (left + card.width - 8) * scale; x += 2) values.push(grey[y * width + x]);
      }
      return variance(values) > BUSY ** 2;
    }).length;
  }

  function watch(mine) {
    if (on !== mine) return;
    const frame = guide(mine);
    draw(mine, frame);
    const small = copy(mine, frame);
    const sharp = sharpness(small);
    const now = coarse(small);
    mine.looks = [...mine.looks, sharp].slice(-REMEMBERED);
    const seen = cards(small, frame) >= Number(mine.view.dataset.least);
    const good = sharp >= SHARP && sharp >= NEAR_BEST * Math.max(...mine.looks) && moved(mine.before, now) < STILL;
    mine.before = now;
    mine.calm = seen && good ? mine.calm + 1 : 0;
    say(!seen ? "aim" : "still");
    if (mine.calm >= CALM) take();
    else mine.timer = setTimeout(() => watch(mine), EVERY);
  }

  async function take() {
    const mine = on;
    if (!mine?.track || mine.taking) return;
    mine.taking = true;
    clearTimeout(mine.timer);
    say("taken");
    const picture = await photo(mine);
    if (on !== mine) return;
    const field = mine.form.querySelector("input[capture]");
    const basket = new DataTransfer();
    basket.items.add(new File([picture], "camera.jpg", { type: picture.type }));
    field.files = basket.files;
    off();
    field.dispatchEvent(new Event("change", { bubbles: true })); // from here on as if it had been chosen
  }

  // The frame that was found sharp; where the video is small, a photo if the browser takes one soon.
  async function photo({ video, track }) {
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    brush.drawImage(video, 0, 0);
    const frame = await new Promise((done) => { canvas.toBlob(done, "image/jpeg", 0.93); });
    if (canvas.width * canvas.height >= ENOUGH_PIXELS || !window.ImageCapture) return frame;
    const patience = new Promise((done) => { setTimeout(done, 3000, frame); });
    return Promise.race([new ImageCapture(track).takePhoto().catch(() => frame), patience]);
  }
})();
