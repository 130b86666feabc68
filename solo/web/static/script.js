// A page plays without this. With it: no page is loaded anew, other devices are followed, ticks are
// remembered, names are found while one types, numbers are stepped, and the screen stays on.
"use strict";
const $$ = (what, within = document) => [...within.querySelectorAll(what)];
const lost = (is) => { const bar = document.querySelector(".lost"); if (bar) bar.hidden = !is; };
let busy = false, stream = null, lock = null;

function show(text, address) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const same = document.body.dataset.stream === page.body.dataset.stream && page.body.dataset.stream;
  const open = Object.fromEntries($$("[data-panel]").map((panel) => [panel.dataset.panel, panel.open]));
  document.title = page.title;
  document.body.replaceWith(page.body);
  if (address) history[same || address === location.pathname + location.search ? "replaceState" : "pushState"](null, "", address);
  if (same) for (const panel of $$("details[data-panel]")) if (!panel.querySelector(".touch") && panel.dataset.panel in open) panel.open = open[panel.dataset.panel];
  begin();
  const first = document.querySelector(".note, .seat:not(.done), #question");
  scrollTo(0, first && first.getBoundingClientRect().top > innerHeight * 0.4 ? first.offsetTop - 70 : 0);
  const heading = document.querySelector("#question h2");
  if (heading) heading.focus({ preventScroll: true });
}

async function fetched(address, form) {
  if (busy) return;
  busy = true;
  try {
    const reply = await fetch(address, form ? { method: "POST", body: new URLSearchParams(form) } : {});
    const text = await reply.text();
    const to = new URL(reply.url);
    show(text, reply.redirected || !form ? to.pathname + to.search : "");
    lost(false);
  } catch { lost(true); } finally { busy = false; }
}

const again = () => document.body.dataset.stream && !location.hash && fetched(location.pathname + location.search);

function follow() {
  if (stream) stream.close();
  stream = null;
  const { stream: address, at } = document.body.dataset;
  if (!address) return;
  stream = new EventSource(`${address}?at=${at}`);
  stream.onopen = () => lost(false);
  stream.onerror = () => lost(true);
  stream.onmessage = (event) => { if (!busy && event.data !== document.body.dataset.at) again(); };
}

async function stayAwake() {
  if (!("wakeLock" in navigator)) return;
  const wanted = "awake" in document.body.dataset && document.visibilityState === "visible";
  try {
    if (wanted && (!lock || lock.released)) lock = await navigator.wakeLock.request("screen");
    else if (!wanted && lock) { await lock.release(); lock = null; }
  } catch { lock = null; }
}

function ticked() {
  for (const seat of $$(".seat")) {
    const boxes = $$("[data-tick]", seat), done = boxes.length && boxes.every((box) => box.checked);
    seat.querySelector(".all").hidden = done || boxes.length < 2;
    if (done && !seat.classList.contains("done")) seat.open = false;
    seat.classList.toggle("done", Boolean(done));
  }
}

function counted() {
  for (const hint of $$("[data-count]")) {
    const part = hint.parentElement;
    const values = hint.dataset.count === "picks" ? $$("[name=pick]", part).map((box) => Number(box.checked))
      : $$("[type=number]", part).map((box) => Number(box.value));
    const sum = values.reduce((a, b) => a + b, 0);
    hint.classList.toggle("missing", sum > hint.dataset.high);
    hint.dataset.sum = sum;
  }
}

function found(box) {
  const sought = box.value.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().split(/\s+/).filter(Boolean);
  for (const each of $$("[data-find]", box.closest("main"))) {
    const words = each.dataset.find.split(" ");
    each.hidden = !sought.every((part) => words.some((word) => word.startsWith(part)));
  }
}

function begin() {
  document.body.classList.add("scripted");
  const key = (box) => `${document.body.dataset.stream}#${box.dataset.tick}`;
  for (const box of $$("[data-tick]")) box.checked = sessionStorage.getItem(key(box)) === "1";
  for (const box of $$("[data-filter]")) box.hidden = false;
  for (const box of $$("[name=typed]")) box.form.dataset.finds = box.closest(".question")?.querySelector(".many") ? "1" : "";
  ticked(); counted(); follow(); stayAwake();
}

document.addEventListener("submit", (event) => {
  const form = event.target, button = event.submitter;
  if (form.method !== "post") return;
  event.preventDefault();
  const only = form.dataset.finds && $$(".many [data-find]").filter((each) => !each.hidden);
  if (only && only.length === 1) return only[0].click();
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  fetched(form.action, new FormData(form, button));
});
document.addEventListener("change", (event) => {
  const box = event.target;
  if (box.dataset.tick) sessionStorage.setItem(`${document.body.dataset.stream}#${box.dataset.tick}`, box.checked ? "1" : "");
  ticked(); counted();
});
document.addEventListener("input", (event) => {
  if (event.target.name === "typed" || "filter" in event.target.dataset) found(event.target);
});
document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]"), all = event.target.closest(".all");
  const close = event.target.closest('a[href="#_"]'), menu = document.querySelector(".more[open]");
  if (step) {
    const box = step.parentElement.querySelector("input");
    box.value = Math.min(box.max, Math.max(box.min, Number(box.value) + Number(step.dataset.step)));
    counted();
  } else if (all) {
    for (const box of $$("[data-tick]:not(:checked)", all.closest(".seat"))) box.click();
  } else if (close) {
    event.preventDefault();
    history.back();
  }
  if (menu && !menu.contains(event.target)) menu.open = false;
});
document.addEventListener("visibilitychange", () => { stayAwake(); if (document.visibilityState === "visible") { follow(); } });
addEventListener("pageshow", (event) => { if (event.persisted) again(); });
addEventListener("popstate", () => { if (!location.hash && !document.querySelector(":target")) again(); });
addEventListener("online", follow);
begin();
