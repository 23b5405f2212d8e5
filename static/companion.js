// Everything works without this file. It keeps the phones in step, says when the connection is lost,
// and lets quick thumbs and keyboards type on the keypad.
"use strict";
(() => {
  // The server answers 'anything new?' as soon as there is, at the latest after so many seconds. One that answers at
  // once is asked once a second.
  const WAIT = 8;
  const EVERY = 1000;
  const page = () => document.getElementById("page");
  const isLost = () => !document.getElementById("lost").hidden;
  const lost = (why) => {
    const banner = document.getElementById("lost");
    if (why) banner.textContent = banner.dataset[why];
    banner.hidden = !why;
  };

  // What a thumb has asked for goes before what the others have done: no refresh while an answer is on its way.
  // An answer that never comes is not waited for.
  const PATIENCE = 8000;
  let until = 0;
  const asked = () => Date.now() < until;
  document.addEventListener("htmx:beforeRequest", () => { until = Date.now() + PATIENCE; });
  document.addEventListener("htmx:afterRequest", () => { until = 0; soon(); });

  // A form that is being filled in is left alone; the server tells two versions apart when it is sent.
  const busy = () => {
    const active = document.activeElement;
    return asked()
      || Boolean(document.querySelector("details[open], dialog[open], .photo-form.sending, .photo-form.lost"))
      || Boolean(active && active.matches("input:not([type=hidden]), select"))
      || Boolean(document.querySelector("form.face input:checked"));
  };

  const ask = (address) => fetch(address, {
    headers: { "HX-Request": "true" }, cache: "no-store", signal: AbortSignal.timeout(1000 * WAIT + 7000),
  });

  // Returns whether the page is up to date now; otherwise there is no hurry to ask again.
  async function look() {
    const table = page();
    const { live, asOf } = table ? table.dataset : {};
    if (!live || document.hidden || asked()) return false;
    try {
      const news = await ask(`${live}?as_of=${asOf}&wait=${isLost() ? 0 : WAIT}`);
      lost(news.status >= 500 && "trouble");
      if (news.status === 204 || news.status >= 500 || busy()) return false;
      // What this phone has entered itself is on its page already.
      if (news.ok && String((await news.json()).revision) === page()?.dataset.asOf) return true;
      const address = location.href;
      const answer = await ask(address);
      // A page that broke on the way is no page: what is shown stays, and the next look asks again.
      if (answer.status >= 500) {
        lost("trouble");
        return false;
      }
      // So does what the worker had kept: the connection was lost between the two questions.
      if (answer.headers.has("Kept")) {
        lost("lost");
        return false;
      }
      const text = await answer.text();
      // Only if the page is still the one that asked.
      if (busy() || page() !== table || location.href !== address) return false;
      if (answer.redirected) location.assign(answer.url);
      else show(text);
      return true;
    } catch {
      lost("lost");
      return false;
    }
  }

  function show(text) {
    remember();
    htmx.swap("#page", text, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 }, { select: "#page" });
  }

  let next = 0;
  let looking = false;
  const loop = async () => {
    const began = Date.now();
    looking = true;
    const fresh = await look();
    looking = false;
    next = setTimeout(loop, fresh ? 50 : Math.max(50, EVERY - (Date.now() - began)));
  };
  function soon() {
    if (looking) return;
    clearTimeout(next);
    next = setTimeout(loop, 50);
  }
  next = setTimeout(loop, EVERY);
  window.addEventListener("offline", () => lost("lost"));
  document.addEventListener("htmx:sendError", () => lost("lost"));
  // The worker marks what comes out of the phone.
  if ("kept" in document.documentElement.dataset) lost("lost");
  document.addEventListener("htmx:afterOnLoad", ({ detail: { xhr } }) => {
    if (xhr.status < 500) lost(xhr.getResponseHeader("Kept") && "lost");
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) soon(); });

  // Only where there is room for everybody's tableau is it sent; a page that came without is asked for again.
  const room = matchMedia("(min-width: 1000px)");
  const tell = () => {
    const known = document.cookie.includes("wide=1");
    const secure = location.protocol === "https:" ? "; secure" : "";
    if (room.matches !== known) document.cookie = `wide=${Number(room.matches)}; path=/; max-age=34560000; samesite=lax${secure}`;
    if (!room.matches || known || !page()?.dataset.live) return;
    page().dataset.asOf = "0";
    soon();
  };
  room.addEventListener("change", tell);
  tell();

  // Focus stays where it was, or goes to the beginning of what is new; so does the eye when the page is another one.
  let was = {};
  function remember(event) {
    const { dataset, attributes } = document.activeElement || document.body;
    const sent = event?.detail.requestConfig?.verb === "post";
    was = { path: location.pathname, sent, key: dataset.key, href: attributes.href?.value, label: attributes["aria-label"]?.value };
  }
  document.addEventListener("htmx:beforeSwap", remember);
  document.addEventListener("htmx:afterSettle", () => {
    const same = Object.entries({ "data-key": was.key, href: was.href, "aria-label": was.label })
      .filter(([, value]) => value)
      .map(([name, value]) => document.querySelector(`#page [${name}="${CSS.escape(value)}"]`));
    (same.find(Boolean) || document.getElementById("main"))?.focus({ preventScroll: true });
    // After an entry the next page opens at its top, so that a second tap meets no button by chance; a form that came back
    // shows what is wrong with it.
    const wrong = was.sent && document.querySelector("#page .error:not(:empty), #page [aria-invalid=true]");
    if (wrong) wrong.scrollIntoView({ block: "center" });
    else if (was.sent || was.path !== location.pathname) window.scrollTo(0, 0);
    // The second tap of a double one meets nothing at the bottom edge.
    if (was.sent) {
      const fresh = page();
      fresh?.classList.add("arrived");
      setTimeout(() => fresh?.classList.remove("arrived"), 400);
    }
    reach();
  });

  // Whoever has scanned a code goes on to the seats at once.
  document.querySelector("form[data-at-once]")?.requestSubmit();

  // Of six players the one whose page this is stands in sight.
  function reach() {
    const chip = document.querySelector(".standing [aria-current]");
    if (chip) chip.parentElement.scrollLeft = chip.offsetLeft - (chip.parentElement.clientWidth - chip.clientWidth) / 2;
  }
  reach();

  // Back goes back a page: digits and steps on the same page, and the form that was sent, leave no page behind.
  document.addEventListener("htmx:beforeHistoryUpdate", ({ detail }) => {
    const { history, requestConfig } = detail;
    const there = new URL(history.path, location.href);
    if (history.type === "push" && (there.pathname === location.pathname || requestConfig?.verb === "post")) history.type = "replace";
  });

  // A coordinate in a sentence lights its card.
  document.addEventListener("click", (event) => {
    const chip = event.target.closest?.(".coord");
    if (!chip) return;
    event.preventDefault();
    const cell = document.getElementById(`cell-${chip.dataset.cell}`);
    const lit = cell?.classList.contains("pointed");
    for (const one of document.querySelectorAll(".pointed")) one.classList.remove("pointed");
    cell?.classList.toggle("pointed", !lit);
  });

  // A card that was chosen stands where the choice was opened.
  document.addEventListener("click", ({ target }) => {
    const pick = target.matches?.(".pick input") && target.closest(".pick");
    if (!pick) return;
    pick.querySelector(".chosen").replaceChildren(...[...target.parentElement.children].slice(1).map((part) => part.cloneNode(true)));
    pick.open = false;
    pick.querySelector("summary").focus();
  });

  // Another number of players: what was filled in so far goes along.
  const OURS = ["csrf_token", "form_id", "here", "players"];
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    const form = detail.elt.closest(".counts") && document.querySelector("#main form");
    if (!form) return;
    for (const [name, value] of new FormData(form)) if (!OURS.includes(name)) detail.parameters[name] = value;
  });

  // Digits typed faster than the answers come wait for their turn, so none is lost.
  const typed = [];
  let typing = false; // a digit that has waited is typed now
  function typeNext() {
    if (!typed.length || asked()) return;
    const key = document.querySelector(`[data-key="${CSS.escape(typed.shift())}"]`);
    typing = true;
    if (key) key.click();
    else typed.length = 0;
    typing = false;
  }
  document.addEventListener("htmx:afterRequest", () => setTimeout(typeNext));
  document.addEventListener("click", (event) => {
    const key = event.target.closest?.("#page a[data-key]");
    // Nothing overtakes a digit that waits, not even in the moment between its answer and its turn.
    if (!key || typing || !(asked() || typed.length)) return;
    event.preventDefault();
    event.stopPropagation();
    typed.push(key.dataset.key);
  }, true);

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, summary")) return;
    if (event.key === "Enter" && event.target.closest("a, button")) return;
    const key = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (key) {
      event.preventDefault();
      key.click();
    }
  });

  if ("serviceWorker" in navigator && window.isSecureContext) {
    // A browser that was told to put up with our own certificate takes no worker from us; all else works.
    navigator.serviceWorker.register("/sw.js").catch(() => {});
    // The worker keeps the rules of the game that this phone is at, for when the server is out of reach.
    const keepRules = async () => {
      const { rules } = document.getElementById("page").dataset;
      if (rules) (await navigator.serviceWorker.ready).active.postMessage({ rules });
    };
    document.addEventListener("htmx:load", keepRules);
  }
})();
