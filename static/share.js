// The phone's own share sheet for pictures, where it has one; else the picture is a plain download. And a button that copies text.
"use strict";
(() => {
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[data-share]");
    if (!link || !navigator.canShare) return;
    event.preventDefault();
    const picture = await (await fetch(link.href)).blob();
    const parcel = { files: [new File([picture], "result.png", { type: "image/png" })], text: link.dataset.share };
    if (!navigator.canShare(parcel)) return location.assign(link.href);
    await navigator.share(parcel).catch(() => {}); // closing the sheet is no failure
  });
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("button[data-copy]");
    if (!button) return;
    await navigator.clipboard?.writeText(button.dataset.copy);
    button.textContent = button.dataset.done;
  });
})();
