// Photos: sent as soon as they are chosen, smaller where that costs no digits, with progress from the first moment;
// and corners that can be dragged. Without this file the plain forms do the same.
"use strict";
(() => {
  // The server reads more pixels than this at half their size anyway.
  const MOST_PIXELS = 16e6;
  const ENOUGH_PIXELS = 12e6;
  document.documentElement.classList.add("scripted");

  // An image that is never painted is not decoded: its size costs nothing.
  async function pixelsOf(file) {
    const image = new Image();
    image.src = URL.createObjectURL(file);
    try {
      await new Promise((done, failed) => { image.onload = done; image.onerror = failed; });
      return image.naturalWidth * image.naturalHeight;
    } finally {
      URL.revokeObjectURL(image.src);
    }
  }

  async function smaller(file) {
    try {
      if ((await pixelsOf(file)) <= MOST_PIXELS) return file;
      const picture = await createImageBitmap(file);
      const scale = Math.sqrt(ENOUGH_PIXELS / (picture.width * picture.height));
      const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
      const brush = canvas.getContext("2d");
      brush.imageSmoothingQuality = "high";
      brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const copy = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.93 });
      return copy.size < file.size ? new File([copy], "photo.jpg", { type: "image/jpeg" }) : file;
    } catch {
      return file; // what the phone cannot open, the server looks at
    }
  }

  function progress(form, text, share) {
    const place = form.querySelector(".progress");
    let bar = place.querySelector("progress");
    if (!bar) {
      place.replaceChildren(document.createElement("span"), (bar = document.createElement("progress")));
      bar.setAttribute("aria-label", text);
    }
    place.firstChild.textContent = text;
    if (share === undefined) bar.removeAttribute("value");
    else bar.value = share;
    form.classList.remove("lost");
    form.classList.add("sending");
  }

  document.addEventListener("change", async (event) => {
    const field = event.target;
    const form = field.closest?.(".photo-form");
    if (!form || field.type !== "file" || !field.files.length) return;
    for (const other of form.querySelectorAll("input[type=file]")) if (other !== field) other.value = "";
    const { sending } = form.querySelector(".progress").dataset;
    progress(form, sending);
    const file = await smaller(field.files[0]);
    if (file !== field.files[0]) {
      const basket = new DataTransfer();
      basket.items.add(file);
      field.files = basket.files;
    }
    form.requestSubmit();
  });

  // An upload that stands still is given up, so that it can be sent again.
  const STALLED = 20000;
  let stalled = 0;
  const expect = (xhr) => {
    clearTimeout(stalled);
    stalled = xhr ? setTimeout(() => xhr.abort(), STALLED) : 0;
  };
  document.addEventListener("htmx:beforeSend", (event) => {
    const form = event.target.closest?.(".photo-form");
    if (!form) return;
    progress(form, form.querySelector(".progress").dataset.sending, 0);
    const { xhr } = event.detail;
    if ([...form.querySelectorAll("input[type=file]")].some((field) => field.files.length)) expect(xhr);
    xhr.upload.addEventListener("progress", () => expect(xhr));
    xhr.upload.addEventListener("load", () => expect(null));
  });
  document.addEventListener("htmx:xhr:progress", (event) => {
    const form = event.target.closest?.(".photo-form");
    const { loaded, total } = event.detail;
    if (!form || !total) return;
    const { sending, reading } = form.querySelector(".progress").dataset;
    if (loaded < total) progress(form, sending, loaded / total);
    else progress(form, reading);
  });
  // The connection is gone: the photo is still in its field, and the button that sends it comes up.
  for (const name of ["htmx:sendError", "htmx:sendAbort", "htmx:timeout"]) {
    document.addEventListener(name, (event) => {
      const form = event.target.closest?.(".photo-form");
      if (!form) return;
      expect(null);
      const place = form.querySelector(".progress");
      place.textContent = place.dataset.lost ?? "";
      form.classList.remove("sending");
      form.classList.add("lost");
    });
  }

  // Corners: handles over the photo that write their place into the number fields, and follow them.
  const place = (handle, x, y) => {
    handle.setAttribute("cx", x);
    handle.setAttribute("cy", y);
  };
  const outline = (svg) => {
    const points = [...svg.querySelectorAll(".handle")].map((one) => `${one.getAttribute("cx")},${one.getAttribute("cy")}`);
    svg.querySelector("polygon").setAttribute("points", points.join(" "));
  };
  let held = null;
  document.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest?.(".handle");
    if (!handle) return;
    held = handle;
    handle.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  document.addEventListener("pointermove", (event) => {
    if (!held) return;
    const svg = held.ownerSVGElement;
    const { width, height } = svg.viewBox.baseVal;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const x = Math.min(Math.max(point.x, 0), width);
    const y = Math.min(Math.max(point.y, 0), height);
    place(held, x, y);
    outline(svg);
    const { corner } = held.dataset;
    document.getElementById(`x${corner}`).value = ((100 * x) / width).toFixed(1);
    document.getElementById(`y${corner}`).value = ((100 * y) / height).toFixed(1);
  });
  document.addEventListener("pointerup", () => { held = null; });
  document.addEventListener("input", (event) => {
    const [, corner] = /^[xy]([0-3])$/.exec(event.target.id || "") || [];
    const handle = corner && document.querySelector(`.handle[data-corner="${corner}"]`);
    if (!handle) return;
    const { width, height } = handle.ownerSVGElement.viewBox.baseVal;
    place(handle, (width * document.getElementById(`x${corner}`).value) / 100, (height * document.getElementById(`y${corner}`).value) / 100);
    outline(handle.ownerSVGElement);
  });
})();
