// A page plays without this. With it no page is loaded anew, other devices are followed, ticks are kept,
// names are found while one types, numbers are stepped, and the screen stays on.
"use strict";
const $ = (what) => document.querySelector(what), $$ = (what, within = document) => [...within.querySelectorAll(what)];
const here = () => location.pathname + location.search, told = () => document.body.dataset;
const on = (event, what) => addEventListener(event, what), lost = (is) => { $(".lost").hidden = !is; };
let busy = false, opened = false, stream, lock, shown;

// A form is sent, and its answer shown in place: a game is one step in the history, however long it is.
async function fetched(address, form) {
  if (busy) return;
  busy = true;
  try {
    const reply = await fetch(address, form && { method: "POST", body: new URLSearchParams(form) });
    const page = new DOMParser().parseFromString(await reply.text(), "text/html"), to = new URL(reply.url);
    const same = page.body.dataset.stream && page.body.dataset.stream === told().stream;
    const open = $$("details[open]").map((each) => each.dataset.panel);
    document.title = page.title;
    document.body.replaceWith(page.body);
    const now = form && !reply.redirected ? here() : to.pathname + to.search;
    if (now !== here()) history[same ? "replaceState" : "pushState"](null, "", now);
    for (const each of same ? $$("[data-panel]") : []) each.open ||= open.includes(each.dataset.panel);
    begin();
    scrollTo(0, 0);
    $("#question h2")?.focus({ preventScroll: true });
  } catch { lost(true); } finally { busy = false; }
}

function begin() {
  shown = here();
  document.body.classList.add("scripted");
  for (const box of $$("[data-tick]")) box.checked = sessionStorage.getItem(told().stream + box.dataset.tick);
  $$(".seat").forEach(fold);
  count();
  follow();
}

// Other devices, a computer that is away, and a screen that stays on where the browser can and may do that.
function follow() {
  stream?.close();
  if (told().stream) {
    stream = new EventSource(`${told().stream}?at=${told().at}`);
    stream.onopen = () => lost(false);
    stream.onerror = () => lost(true);
    stream.onmessage = ({ data }) => { if (data !== told().at) fetched(here()); };
  }
  stayAwake().catch(() => {});
}

async function stayAwake() {
  const wanted = "awake" in told() && document.visibilityState === "visible";
  if (wanted && (!lock || lock.released)) lock = await navigator.wakeLock.request("screen");
  if (!wanted) lock = await lock?.release();
}

const fold = (seat) => { if (!$$("[data-tick]:not(:checked)", seat).length) seat.open = false; };

function count() {
  for (const hint of $$("[data-count]")) {
    const found = $$(hint.dataset.count, hint.parentElement).map((box) => +(box.type === "checkbox" ? box.checked : box.value));
    const sum = hint.querySelector(".sum").textContent = found.reduce((sum, each) => sum + each, 0);
    hint.classList.toggle("missing", sum > hint.dataset.high);
  }
}

function find(sought) {
  const parts = sought.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().split(/\s+/);
  for (const each of $$("[data-find]")) each.hidden = !parts.every((part) => ` ${each.dataset.find}`.includes(` ${part}`));
}

// A sheet is a step in the history, so that Back closes it; closed otherwise, it leaves none behind.
async function closeSheet() {
  if (location.hash && !opened) history.replaceState(null, "", here());
  if (!opened) return;
  opened = false;
  await new Promise((done) => { addEventListener("popstate", done, { once: true }); history.back(); });
}

on("submit", async (event) => {
  const sent = new FormData(event.target, event.submitter), left = $$(".many [data-find]:not([hidden])");
  event.preventDefault();
  if (sent.has("typed") && left.length === 1) return left[0].click();
  await closeSheet();
  fetched(event.target.action, sent);
});
on("input", ({ target }) => {
  const { tick } = target.dataset;
  if (tick) sessionStorage[target.checked ? "setItem" : "removeItem"](told().stream + tick, "yes");
  if (tick && target.closest(".seat")) fold(target.closest(".seat"));
  if (target.type === "search") find(target.value);
  count();
});
on("click", (event) => {
  const touched = (what) => event.target.closest(what), step = touched("[data-step]"), all = touched(".all");
  if (step) step.parentElement.querySelector("input")[step.dataset.step]();
  if (all) for (const box of $$("[data-tick]:not(:checked)", all.closest(".seat"))) box.click();
  if (touched('a[href="#_"]')) { event.preventDefault(); closeSheet(); } else if (touched('a[href^="#"]')) opened = true;
  if ($(".more[open]") && !touched(".more")) $(".more").open = false;
  count();
});
on("popstate", () => { opened = Boolean(location.hash); if (here() !== shown) fetched(here()); });
on("pageshow", ({ persisted }) => { if (persisted) fetched(here()); });
on("visibilitychange", follow);
begin();
