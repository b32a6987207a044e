// SPDX-License-Identifier: Apache-2.0
// The one way to make elements: what programs chose becomes text nodes and attributes, never markup.

// el("button", {class: "main", on: {click: f}}, "Approve"): children are texts, nodes, or nothing.
const present = (children) => children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);

export function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") for (const [type, act] of Object.entries(value)) node.addEventListener(type, act);
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...present(children));
  return node;
}

export function fill(node, ...children) {
  node.replaceChildren(...present(children));
  return node;
}

// For what is drawn anew while somebody is at it: the focus stays with what has the same id.
export function refill(node, ...children) {
  const id = node.contains(document.activeElement) ? document.activeElement.id : "";
  fill(node, ...children);
  if (id !== "") document.getElementById(id)?.focus();
}

export function empty(title, text) {
  return el("div", { class: "empty" }, el("p", {}, el("strong", {}, title)), text && el("p", {}, text));
}

// Says a text to screen readers, and shows it at the bottom for a while.
let quiet;
export function say(text, isWrong = false) {
  const said = document.getElementById("said");
  fill(said, el("p", { class: isWrong ? "wrong" : "" }, text));
  clearTimeout(quiet);
  quiet = setTimeout(() => fill(said), isWrong ? 12000 : 5000);
}

const kUnits = ["B", "kB", "MB", "GB", "TB"];
export function sizeText(bytes) {
  let unit = 0;
  while (bytes >= 1000 && unit < kUnits.length - 1) {
    bytes /= 1000;
    unit += 1;
  }
  return unit === 0 ? `${bytes} B` : `${bytes.toFixed(1)} ${kUnits[unit]}`;
}

export function countText(count, one, many) {
  return `${count} ${count === 1 ? one : many}`;
}

export function timeText(iso) {
  const time = new Date(iso);
  if (!iso || Number.isNaN(time.getTime())) return "";
  const day = time.toLocaleDateString("en-CA");
  const today = new Date().toLocaleDateString("en-CA");
  const clock = time.toLocaleTimeString("en-GB");
  return day === today ? clock : `${day} ${clock}`;
}

// A time as people write it is of this browser's clock, as those are that it shows: "yesterday", "2026-11-01",
// "2026-11-01 14:30", "10 minutes ago". A time that guard knows without a clock ("2h", "2026-11-01T13:30:00Z") stays as
// it is.
const kDays = { today: 0, yesterday: -1 };
const kAgo = { m: 60, h: 3600, d: 86400 };
export function timeGiven(text) {
  const ago = /^(\d+)\s*(m|h|d)[a-z]*\s+ago$/i.exec(text.trim());
  if (ago) return new Date(Date.now() - Number(ago[1]) * kAgo[ago[2].toLowerCase()] * 1000).toISOString();
  const days = kDays[text.toLowerCase()];
  const time = days === undefined ? new Date(text.replace(" ", "T") + (text.length === 10 ? "T00:00" : "")) : new Date(new Date().setHours(0, 0, 0, 0));
  if (days !== undefined) time.setDate(time.getDate() + days);
  const isWritten = days !== undefined || /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?)?$/.test(text);
  return isWritten && !Number.isNaN(time.getTime()) ? time.toISOString() : text;
}

// A record is read on another day than it was written: always with its date.
export function dayTimeText(iso) {
  const time = new Date(iso);
  return !iso || Number.isNaN(time.getTime()) ? "" : `${time.toLocaleDateString("en-CA")} ${time.toLocaleTimeString("en-GB")}`;
}

// When nobody's answer becomes a No: "09:38", "tomorrow 09:38", "2026-11-28 09:38"; seconds within ten minutes.
const kExactly = 10 * 60 * 1000;
export function untilText(deadline) {
  const time = new Date(deadline);
  const left = time.getTime() - Date.now();
  if (Number.isNaN(left)) return "";
  if (left <= 0) return "now";
  const clock = time.toLocaleTimeString("en-GB", left < kExactly ? {} : { hour: "2-digit", minute: "2-digit" });
  const dayOf = (when) => new Date(when).toLocaleDateString("en-CA");
  if (dayOf(time) === dayOf(Date.now())) return clock;
  return dayOf(time) === dayOf(Date.now() + 86400000) ? `tomorrow ${clock}` : `${dayOf(time)} ${clock}`;
}
