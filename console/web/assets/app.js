// SPDX-License-Identifier: Apache-2.0
// The page: logs in, follows the sessions, and shows one view at a time. #/questions names a view.
import { el, empty, fill, say } from "./dom.js";
import { follow, isToken, logIn, logOut } from "./api.js";
import { closeDialogs, isDialogOpen, showHelp } from "./dialog.js";
import { store, takeEvents, watchStore } from "./store.js";
import { questionsView } from "./questions.js";
import { timelineView } from "./timeline.js";
import { sessionsView } from "./sessions.js";
import { grantsView } from "./grants.js";
import { auditView } from "./audit.js";
import { undoView } from "./undo.js";
import { analyticsView } from "./analytics.js";
import { reviewView } from "./review.js";

const kViews = [questionsView, timelineView, sessionsView, grantsView, auditView, undoView, analyticsView, reviewView];

const main = document.getElementById("main");
const link = document.getElementById("link");
let shown = null; // {view, update, keys, leave}
let isOut = false; // not logged in

function wantedView() {
  return kViews.find((view) => location.hash.split("?")[0] === `#/${view.id}`) ?? kViews[0];
}

const links = kViews.map((view, index) => {
  const badge = el("span", { class: "badge", hidden: true });
  return { view, badge, link: el("a", { href: `#/${view.id}`, "aria-keyshortcuts": index + 1 }, view.title, badge) };
});

// In place: an event must not take the focus from who walks here by Tab.
function drawNavigation() {
  const navigation = document.getElementById("views");
  if (navigation.children.length === 0) fill(navigation, links.map((one) => one.link));
  for (const { view, badge, link } of links) {
    const count = view.badge?.() ?? 0;
    badge.hidden = count === 0;
    fill(badge, count > 0 && count);
    if (shown?.view === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function drawTitle() {
  const waiting = store.questions.size;
  document.title = waiting > 0 ? `(${waiting}) guard` : "guard";
}

function showView() {
  const view = wantedView();
  if (shown?.view === view) return;
  closeDialogs();
  shown?.leave?.();
  fill(main);
  main.className = view.id;
  shown = { view, ...view.mount(main) };
  shown.update([]);
  drawNavigation();
}

function setLink(state, text) {
  link.className = state;
  if (state === "live") fill(link, "Connected ", el("button", { class: "plain", "aria-keyshortcuts": "?", on: { click: help } }, "Keys"),
    el("button", { class: "plain", on: { click: leave } }, "Log out"));
  if (state === "lost") fill(link, "Connection lost; trying again…");
  if (state === "gone") fill(link, "guard web does not answer. If it has ended, start it again and open the address that it prints. Trying again…");
  if (state === "out") showLoggedOut(text);
}

const help = () => shown && showHelp(shown.view.title, shown.keys, kViews);

async function leave() {
  await logOut().catch((error) => say(error.message, true));
  location.reload();
}

function showLoggedOut(text) {
  isOut = true;
  shown?.leave?.();
  shown = null;
  fill(link, "Not connected");
  fill(document.getElementById("views"));
  fill(main, empty("This browser is not logged in.",
    `${text}. Press Enter where guard web runs: it prints a new address, which works once. Open that one here.`));
}

// At once: the next key is already meant for the new view.
function goTo(view) {
  location.hash = `#/${view.id}`;
  showView();
}

// Space is for what has the focus; on the row of the question that is shown, it marks.
const takesSpace = (target) => target.closest("input, button:not(.row[aria-current=true]), summary, a") !== null;

// Keys of the view, of the page; none while something is typed or a dialog is open.
function onKey(event) {
  const typing = event.target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select");
  if (typing && event.key === "Escape") event.target.blur();
  if (typing || isDialogOpen()) shown?.elsewhere?.(event);
  if (typing || isDialogOpen() || event.ctrlKey || event.metaKey || event.altKey || shown === null) return;
  if (event.key === " " && takesSpace(event.target)) return;
  if (shown.take?.(event)) return event.preventDefault();
  const number = Number(event.key);
  if (number >= 1 && number <= kViews.length) goTo(kViews[number - 1]);
  else if (event.key === "?") help();
  else {
    const row = shown.keys.find((one) => one.keys.includes(event.key));
    if (!row) return;
    row.run(event);
  }
  event.preventDefault();
}

function onEvents(events) {
  if (shown === null) showView();
  else shown.update(events);
  drawNavigation();
  drawTitle();
}

// A new address in the same tab changes what stands behind the # alone.
function onHash() {
  if (isToken(location.hash.slice(1))) location.reload();
  else if (!isOut) showView();
}

async function begin() {
  addEventListener("hashchange", onHash);
  try {
    await logIn();
  } catch (error) {
    setLink("out", error.message);
    return;
  }
  addEventListener("keydown", onKey);
  watchStore(onEvents);
  follow(takeEvents, setLink);
}

// Its address is no view.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
begin();
