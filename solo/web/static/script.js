// A page plays without this. With it no page is loaded anew, other devices are followed, ticks are kept,
// names are found while one types, numbers are stepped, and the screen stays on.
"use strict";
const $ = (what, within = document) => within.querySelector(what), $$ = (what, within = document) => [...within.querySelectorAll(what)];
const here = () => location.pathname + location.search, told = () => document.body.dataset;
const on = (event, what) => addEventListener(event, what);
const PATIENCE = 8000, UNNOTICED = 300; // milliseconds: for an answer, and until a sign that it takes a while
let busy = false, opened = false, stream, lock, shown, unsent;
const tabs = "BroadcastChannel" in window ? new BroadcastChannel("castellan") : null;

function lost(is) {
  $(".lost").hidden = !is;
}

// A form is sent, and its answer shown in place: a game is one step in the history, however long it is.
// What is not a page of ours changes nothing; it can be sent again, and the server takes it only once.
async function fetched(address, form) {
  if (busy) return;
  busy = true;
  const late = new AbortController(), signs = $(".working");
  const timers = [setTimeout(() => late.abort(), PATIENCE), setTimeout(() => { signs.hidden = false; }, UNNOTICED)];
  try {
    const reply = await fetch(address, { signal: late.signal, ...(form && { method: "POST", body: new URLSearchParams(form) }) });
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    if (!("castellan" in page.documentElement.dataset)) throw new Error("not our page");
    show(page, new URL(reply.url), form && !reply.redirected);
    unsent = null;
  } catch {
    unsent = () => fetched(address, form);
    lost(true);
  } finally {
    timers.forEach(clearTimeout);
    signs.hidden = true;
    $$(".pressed").forEach((each) => each.classList.remove("pressed"));
    busy = false;
  }
}

function show(page, to, stays) {
  const same = page.body.dataset.stream && page.body.dataset.stream === told().stream;
  const open = $$("details[open]").map((each) => each.dataset.panel), scrolled = $(".table")?.scrollTop || 0, before = scrollY;
  const now = stays ? here() : to.pathname + to.search, moves = now.split("?")[0] !== location.pathname;
  document.title = page.title;
  document.body.replaceWith(page.body);
  if (now !== here()) history[same ? "replaceState" : "pushState"](null, "", now);
  for (const each of same ? $$("[data-panel]") : []) each.open ||= open.includes(each.dataset.panel);
  begin();
  scrollTo(0, moves ? 0 : before);
  if (same && $(".table") && !$(".table .touch")) $(".table").scrollTop = scrolled; // what can be touched is at the top
  if (!moves) $("#question")?.scrollIntoView({ block: "nearest" });
  $("#question h2")?.focus({ preventScroll: true });
}

function begin() {
  shown = here();
  document.body.classList.add("scripted");
  for (const box of $$("[data-tick]")) box.checked = sessionStorage.getItem(told().stream + box.dataset.tick);
  $$(".told").forEach(fold);
  count();
  follow();
}

// Other devices, a computer that is away, and a screen that stays on where the browser can and may do that.
// A browser has one stream, in the tab that was looked at last: it tells the others.
function follow() {
  stream?.close();
  if (told().stream && document.visibilityState === "visible") {
    stream = new EventSource(`${told().stream}?at=${told().at}`);
    stream.onopen = () => { if (!unsent) lost(false); };
    stream.onerror = () => lost(true);
    stream.onmessage = ({ data }) => { tabs?.postMessage([told().stream, data]); heard(told().stream, data); };
    stream.addEventListener("moved", ({ target }) => target.close());
  }
  stayAwake().catch(() => {});
}

function heard(whose, at) {
  if (whose === told().stream && at !== told().at) fetched(here());
}

async function stayAwake() {
  const wanted = "awake" in told() && document.visibilityState === "visible";
  if (wanted && (!lock || lock.released)) lock = await navigator.wakeLock.request("screen");
  if (!wanted) lock = await lock?.release();
}

function fold(card) {
  if ($$("[data-tick]:not(:checked)", card).length) return;
  $(".seat", card).open = false;
  $("#question")?.scrollIntoView({ block: "nearest" });
}

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
  if (busy) return;
  event.submitter?.classList.add("pressed");
  sent.set("once", Math.random().toString(36).slice(2));
  await closeSheet();
  fetched(event.target.action, sent);
});
on("input", ({ target }) => {
  const { tick } = target.dataset;
  if (tick) sessionStorage[target.checked ? "setItem" : "removeItem"](told().stream + tick, "yes");
  if (tick && target.closest(".told")) fold(target.closest(".told"));
  if (target.type === "search") find(target.value);
  count();
});
on("click", (event) => {
  const touched = (what) => event.target.closest(what), step = touched("[data-step]"), all = touched(".all");
  if (step) step.parentElement.querySelector("input")[step.dataset.step]();
  if (all) for (const box of $$("[data-tick]:not(:checked)", all.closest(".told"))) box.click();
  if (touched(".lost button")) (unsent || (() => fetched(here())))();
  if (touched('a[href="#_"]')) { event.preventDefault(); closeSheet(); } else if (touched('a[href^="#"]')) opened = true;
  if ($(".more[open]") && !touched(".more")) $(".more").open = false;
  count();
});
on("popstate", () => { opened = Boolean(location.hash); if (here() !== shown) fetched(here()); });
on("pageshow", ({ persisted }) => { if (persisted) fetched(here()); });
on("visibilitychange", follow);
on("focus", () => { if (stream?.readyState === EventSource.CLOSED) follow(); });
if (tabs) tabs.onmessage = ({ data: [whose, at] }) => heard(whose, at);
begin();
