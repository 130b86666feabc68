// A page plays without this. With it no page is loaded anew, other devices are followed, ticks are kept,
// names are found while one types, numbers are stepped, and the screen stays on.
"use strict";
const $ = (what, within = document) => within.querySelector(what), $$ = (what, within = document) => [...within.querySelectorAll(what)];
const here = () => location.pathname + location.search, told = () => document.body.dataset;
const on = (event, what) => addEventListener(event, what);
const PATIENCE = 8000, UNNOTICED = 300; // milliseconds: for an answer, and until a sign that it takes a while
const LETTERS = 11, FINGER = 44; // points: letters can be read, and a finger reaches what it is this near to
let busy = false, opened = false, stream, lock, shown, unsent, again;
const tabs = "BroadcastChannel" in window ? new BroadcastChannel("castellan") : null;

function lost(is) {
  $(".lost").hidden = !is;
}

// A form is sent, and its answer shown in place: a game is one step in the history, however long it is.
// What is not a page of ours changes nothing; it can be sent again, and the server takes it only once.
async function fetched(address, form, ready) {
  if (busy) return;
  busy = true;
  const late = new AbortController(), signs = $(".working");
  const timers = [setTimeout(() => late.abort(), PATIENCE), setTimeout(() => { signs.hidden = false; }, UNNOTICED)];
  try {
    const reply = await fetch(address, { signal: late.signal, ...(form && { method: "POST", body: new URLSearchParams(form) }) });
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    if (!("castellan" in page.documentElement.dataset)) throw new Error("not our page");
    await ready;
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
  const undone = $(".play .told [data-tick]:not(:checked)"); // first comes what opponents did
  if (!moves && !undone) ($("main > form > .note.bad") || $("#question"))?.scrollIntoView({ block: "nearest" });
  $("#question h2")?.focus({ preventScroll: true });
}

function begin() {
  shown = here();
  document.body.classList.add("scripted");
  for (const box of $$("[data-tick]")) box.checked = sessionStorage.getItem(told().stream + box.dataset.tick);
  $$(".told").forEach(fold);
  $$(".pad").forEach((each) => { $("[data-quarter]", each)?.classList.add("now"); drawPad(each); });
  count();
  readable();
  follow();
  clearTimeout(again);
  if ("again" in told()) again = setTimeout(() => fetched(here()), 1000); // a page that changes by itself
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

function begins(button) { // the names that begin with a letter, or all again
  const is = button.classList.toggle("now"), letter = button.dataset.initial;
  for (const other of $$("[data-initial]")) if (other !== button) other.classList.remove("now");
  for (const each of $$(".many [data-find]")) each.hidden = is && !each.dataset.find.startsWith(letter);
  $(".many").scrollIntoView({ block: "nearest" });
}

// A sheet is a step in the history, so that Back closes it; closed otherwise, it leaves none behind.
async function closeSheet() {
  if (location.hash && !opened) history.replaceState(null, "", here());
  if (!opened) return;
  opened = false;
  await new Promise((done) => { addEventListener("popstate", done, { once: true }); history.back(); });
}

// A map fills the screen when it is touched. The nearest thing that can be chosen is chosen, and shown with what it
// does before it counts; two fingers and a double tap zoom, one finger drags.
const view = { x: 0, y: 0, scale: 1 }, fingers = new Map();
let before, tapped = { timeStamp: 0 };

function readable() { // letters that are a little too small are made larger, and smaller ones not shown
  const all = $$(".map text").map((each) => [each, each.ownerSVGElement.getScreenCTM()?.a || 1, +(each.dataset.size ||= each.getAttribute("font-size"))]);
  for (const [each, scale, own] of all) {
    if (own * scale < LETTERS || +each.getAttribute("font-size") !== own) each.setAttribute("font-size", Math.max(own, LETTERS / scale));
    each.classList.toggle("unread", own * scale < LETTERS - 2 && !each.classList.contains("named"));
  }
}

function look() {
  const map = $(".map-box.full .map");
  if (map) map.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
  readable();
}

function zoom(by, x, y) {
  const scale = Math.min(6, Math.max(1, view.scale * by)), map = $(".map-box.full .map").getBoundingClientRect();
  view.x -= (x - map.left) * (scale / view.scale - 1);
  view.y -= (y - map.top) * (scale / view.scale - 1);
  if (scale === 1) view.x = view.y = 0;
  view.scale = scale;
  look();
}

function full(box) {
  if (!box.classList.contains("full")) Object.assign(view, { x: 0, y: 0, scale: 1 });
  box.classList.add("full");
  readable();
}

function unfull() {
  for (const box of $$(".map-box.full")) { box.classList.remove("full"); $(".map", box).style.transform = ""; }
  $$(".map a.chosen").forEach((each) => each.classList.remove("chosen"));
}

function away(shape, x, y) { // how far a shape is from a point on the screen
  const to = shape.getScreenCTM(), at = (px, py) => [to.a * px + to.c * py + to.e, to.b * px + to.d * py + to.f];
  const number = (key) => +shape.getAttribute(key), corners = shape.tagName === "polygon" ? [...shape.points].map((each) => at(each.x, each.y)) : null;
  if (shape.tagName === "circle") { const [cx, cy] = at(number("cx"), number("cy")); return Math.hypot(x - cx, y - cy); }
  if (corners && shape.isPointInFill(new DOMPoint(x, y).matrixTransform(to.inverse()))) return 0;
  const ends = corners || [at(number("x1"), number("y1")), at(number("x2"), number("y2"))];
  return Math.min(...ends.map(([x1, y1], place) => {
    const [x2, y2] = ends[(place + 1) % ends.length];
    const part = Math.min(1, Math.max(0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2 || 1)));
    return Math.hypot(x - x1 - part * (x2 - x1), y - y1 - part * (y2 - y1));
  }));
}

function choose(map, x, y) {
  const all = $$("a", map).map((each) => [away($(".touch", each), x, y), each]).sort(([one], [two]) => one - two);
  full(map.closest(".map-box"));
  $$("a.chosen", map).forEach((each) => each.classList.remove("chosen"));
  if (!all.length || all[0][0] > FINGER) return;
  const [, found] = all[0];
  found.classList.add("chosen");
  if (opened) location.replace(found.getAttribute("href")); else { opened = true; location.hash = found.getAttribute("href"); }
}

on("pointerdown", (event) => { if (event.target.closest(".map-box.full .map")) fingers.set(event.pointerId, event); });
on("pointermove", (event) => {
  const last = fingers.get(event.pointerId);
  if (!last) return;
  const others = [...fingers.values()].filter((each) => each.pointerId !== event.pointerId);
  if (others.length) {
    const [{ clientX: ox, clientY: oy }] = others, far = (each) => Math.hypot(each.clientX - ox, each.clientY - oy);
    zoom(far(event) / (far(last) || 1), (event.clientX + ox) / 2, (event.clientY + oy) / 2);
  } else if (view.scale > 1) {
    view.x += event.clientX - last.clientX;
    view.y += event.clientY - last.clientY;
    look();
  }
  if (Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) > 1) before = "moved";
  fingers.set(event.pointerId, event);
});
for (const event of ["pointerup", "pointercancel"]) on(event, ({ pointerId }) => fingers.delete(pointerId));

function onMap(event, map) {
  event.preventDefault();
  const near = Math.hypot(event.clientX - tapped.clientX, event.clientY - tapped.clientY) < 30;
  const moved = before === "moved", again = near && event.timeStamp - tapped.timeStamp < 350;
  before = "";
  tapped = event;
  if (moved) return;
  if (again && map.closest(".full")) return zoom(view.scale > 1 ? 0 : 2.5, event.clientX, event.clientY);
  choose(map, event.clientX, event.clientY);
}

// A tile is put together: a quarter and then what is there; spaces in a line one after the other.
function pad(event) {
  const one = event.target.closest(".pad"), letter = event.target.closest("[data-letter]"), tool = event.target.closest("[data-tool]")?.dataset.tool;
  if ("square" in one.dataset) {
    const boxes = $$("select", one), quarters = $$("[data-quarter]", one);
    let now = Math.max(0, quarters.findIndex((each) => each.classList.contains("now")));
    if (quarters.includes(event.target.closest("[data-quarter]"))) now = quarters.indexOf(event.target.closest("[data-quarter]"));
    if (letter) { boxes[now].value = letter.dataset.letter; now = [0, 1, 2, 3].map((step) => (now + step) % 4).find((each) => !boxes[each].value) ?? now; }
    const turned = { left: [1, 3, 0, 2], right: [2, 0, 3, 1] }[tool];
    if (turned) { const were = boxes.map((box) => box.value); turned.forEach((from, to) => { boxes[to].value = were[from]; }); }
    quarters.forEach((each, place) => each.classList.toggle("now", place === now));
    drawPad(one);
  } else {
    const box = $("input", one), spaces = box.value.split(" ");
    const isFull = spaces.at(-1).length >= one.dataset.most, isLast = spaces.length >= one.dataset.tiles;
    if (letter && !(isFull && isLast)) box.value += (isFull ? " " : "") + letter.dataset.letter;
    if (tool === "back") box.value = box.value.slice(0, -1);
    if (tool === "next" && spaces.at(-1) && spaces.length < one.dataset.tiles) box.value += " ";
    drawPad(one);
  }
}

function drawPad(one) {
  const icon = (letter) => $$("[data-letter]", one).find((each) => each.dataset.letter === letter)?.dataset.icon;
  const drawn = (letter) => (letter ? `<svg class="i i-${icon(letter)}" viewBox="0 0 24 24" aria-hidden="true"><use href="#i-${icon(letter)}"/></svg>` : "");
  if (!("square" in one.dataset)) {
    const spaces = [...$("input", one).value].map((letter) => (letter === " " ? '<span class="gap"></span>' : `<span class="space">${drawn(letter)}</span>`));
    $(".line-of", one).innerHTML = spaces.join("");
    return;
  }
  const letters = $$("select", one).map((box) => box.value);
  $$("[data-quarter]", one).forEach((each, place) => { each.innerHTML = drawn(letters[place]); });
  ghost(letters.map(icon));
}

function ghost(icons) {
  $$(".ghost use").forEach((each, place) => each.setAttribute("href", icons[place] ? `#i-${icons[place]}` : ""));
}

on("pointerdown", ({ target }) => { // a tile that is about to be chosen shows where it will lie
  const spaces = target.closest(".choice")?.querySelectorAll("[data-tile] .square use") || [];
  if (spaces.length === 4) ghost([...spaces].map((each) => each.getAttribute("href").slice(3)));
});

on("submit", (event) => {
  const sent = new FormData(event.target, event.submitter), left = $$(".many [data-find]:not([hidden])");
  event.preventDefault();
  if (sent.has("typed") && left.length === 1) return left[0].click();
  if (busy) return;
  event.submitter?.classList.add("pressed");
  sent.set("once", Math.random().toString(36).slice(2));
  fetched(event.target.action, sent, closeSheet());
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
  const map = touched(".map"), deed = touched("[data-map]")?.dataset.map;
  if (map && !map.closest(".sheet")) return onMap(event, map);
  if (deed === "close") { unfull(); closeSheet(); } else if (deed) zoom(deed === "in" ? 1.6 : 1 / 1.6, innerWidth / 2, innerHeight / 2);
  if (touched(".pad")) pad(event);
  if (touched("[data-initial]")) begins(touched("[data-initial]"));
  if (step) step.parentElement.querySelector("input")[step.dataset.step]();
  if (all) for (const box of $$("[data-tick]:not(:checked)", all.closest(".told"))) box.click();
  if (touched(".lost button")) (unsent || (() => fetched(here())))();
  if (touched('a[href="#_"]')) { event.preventDefault(); closeSheet(); } else if (touched('a[href^="#"]')) opened = true;
  if ($(".more[open]") && !touched(".more")) $(".more").open = false;
  count();
});
on("popstate", () => { opened = Boolean(location.hash); if (!opened) unfull(); if (here() !== shown) fetched(here()); });
on("pageshow", ({ persisted }) => { if (persisted) fetched(here()); });
on("visibilitychange", follow);
on("resize", readable);
on("focus", () => { if (stream?.readyState === EventSource.CLOSED) follow(); });
if (tabs) tabs.onmessage = ({ data: [whose, at] }) => heard(whose, at);
begin();
navigator.serviceWorker?.register("/worker.js").catch(() => {}); // only where the address is safe: here, or with a certificate
