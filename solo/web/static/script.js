// A page plays without this. With it no page is loaded anew, other devices are followed, ticks are kept,
// names are found while one types, numbers are stepped, and the screen stays on.
"use strict";
const $ = (what) => document.querySelector(what), $$ = (what, within = document) => [...within.querySelectorAll(what)];
const here = () => location.pathname + location.search;
let busy = false, stream = null, lock = null, opened = false, shown = here();

// Going on: a form is sent and its answer shown in place, without a step in the history

async function fetched(address, form) {
  if (busy) return;
  busy = true;
  try {
    const reply = await fetch(address, form ? { method: "POST", body: new URLSearchParams(form) } : {});
    const text = await reply.text(), to = new URL(reply.url);
    show(new DOMParser().parseFromString(text, "text/html"), reply.redirected || !form ? to.pathname + to.search : "");
  } catch { lost(true); } finally { busy = false; }
}

function show(page, address) {
  const same = page.body.dataset.stream && page.body.dataset.stream === document.body.dataset.stream;
  const open = Object.fromEntries($$("details[data-panel]").map((each) => [each.dataset.panel, each.open]));
  document.title = page.title;
  document.body.replaceWith(page.body);
  if (address && address !== here()) history[same ? "replaceState" : "pushState"](null, "", address);
  for (const each of same ? $$("details[data-panel]") : []) each.open ||= open[each.dataset.panel];
  begin();
  const first = $(".note, .seat:not(.done), #question");
  scrollTo(0, first && first.getBoundingClientRect().top > innerHeight / 2 ? first.offsetTop - 80 : 0);
  $("#question h2")?.focus({ preventScroll: true });
}

function begin() {
  shown = here();
  document.body.classList.add("scripted");
  for (const box of $$("[data-tick]")) box.checked = sessionStorage.getItem(key(box)) === "1";
  for (const box of $$("[data-filter]")) box.hidden = false;
  ticked(); counted(); follow(); stayAwake();
}

// Other devices, and a computer that is away

const lost = (is) => { $(".lost").hidden = !is; };
const again = () => fetched(here());

function follow() {
  stream?.close();
  stream = null;
  const { stream: address, at } = document.body.dataset;
  if (!address) return;
  stream = new EventSource(`${address}?at=${at}`);
  stream.onopen = () => lost(false);
  stream.onerror = () => lost(true);
  stream.onmessage = ({ data }) => { if (data !== document.body.dataset.at) again(); };
}

async function stayAwake() {
  const wanted = "awake" in document.body.dataset && document.visibilityState === "visible";
  try {
    if (wanted && (!lock || lock.released)) lock = await navigator.wakeLock.request("screen");
    if (!wanted && lock) lock = await lock.release();
  } catch { lock = null; } // a browser that has no such thing, or does not want to
}

// Ticks, counts and names

const key = (box) => `${document.body.dataset.stream} ${box.dataset.tick}`;

function ticked() {
  for (const seat of $$(".seat")) {
    const boxes = $$("[data-tick]", seat), done = boxes.every((box) => box.checked);
    if (done && !seat.classList.contains("done")) seat.open = false;
    seat.classList.toggle("done", done);
    for (const all of $$(".all", seat)) all.hidden = done || boxes.length < 2;
  }
}

function counted() {
  for (const hint of $$("[data-count]")) {
    const boxes = $$(hint.dataset.count, hint.parentElement);
    const sum = boxes.reduce((sum, box) => sum + (box.type === "checkbox" ? box.checked : Number(box.value)), 0);
    hint.querySelector(".sum").textContent = sum;
    hint.classList.toggle("missing", sum > hint.dataset.high);
  }
}

function find(box) {
  const sought = box.value.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().split(/\s+/).filter(Boolean);
  for (const each of $$("[data-find]")) {
    const words = each.dataset.find.split(" ");
    each.hidden = !sought.every((part) => words.some((word) => word.startsWith(part)));
  }
}

// What is touched and typed

async function closeSheet() {
  if (!location.hash) return;
  if (!opened) return history.replaceState(null, "", here());
  opened = false;
  await new Promise((done) => { addEventListener("popstate", done, { once: true }); history.back(); });
}

document.addEventListener("submit", async (event) => {
  const form = event.target, data = new FormData(form, event.submitter);
  event.preventDefault();
  const left = $$(".many [data-find]:not([hidden])");
  if (data.has("typed") && left.length === 1) return left[0].click();
  await closeSheet();
  fetched(form.action, data);
});
document.addEventListener("change", ({ target }) => {
  if (target.dataset.tick) sessionStorage.setItem(key(target), Number(target.checked));
  ticked(); counted();
});
document.addEventListener("input", ({ target }) => {
  if (target.type === "search") find(target);
  counted();
});
document.addEventListener("click", (event) => {
  const touched = (what) => event.target.closest(what), step = touched("[data-step]"), all = touched(".all");
  if (step) {
    const box = step.parentElement.querySelector("input");
    box.value = Math.min(box.max, Math.max(box.min, Number(box.value) + Number(step.dataset.step)));
    counted();
  }
  if (all) for (const box of $$("[data-tick]:not(:checked)", all.closest(".seat"))) box.click();
  if (touched('a[href="#_"]')) { event.preventDefault(); closeSheet(); } else if (touched('a[href^="#"]')) opened = true;
  if ($(".more[open]") && !touched(".more")) $(".more[open]").open = false;
});
addEventListener("popstate", () => { if (here() !== shown) again(); });
addEventListener("pageshow", ({ persisted }) => { if (persisted) again(); });
addEventListener("visibilitychange", () => { stayAwake(); if (document.visibilityState === "visible") follow(); });
begin();
