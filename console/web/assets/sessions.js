// SPDX-License-Identifier: Apache-2.0
// The sessions that run now.
import { call } from "./api.js";
import { askYes } from "./dialog.js";
import { countText, el, empty, fill, refill, say, timeText } from "./dom.js";
import { store } from "./store.js";

const kAskEvery = 3000; // ms: counters come with no event

const field = (name, ...value) => [el("dt", {}, name), el("dd", {}, ...value)];

function alertsText(alerts) {
  const failed = (alerts?.failures ?? []).map((one) => `${one.way}: ${one.cause}`);
  if (failed.length > 0) return `failed: ${failed.join("; ")}`;
  const sent = Object.values(alerts?.sent ?? {}).reduce((sum, count) => sum + count, 0);
  return countText(sent, "was sent", "were sent");
}

const waitingIn = (name) => [...store.questions.values()].filter((question) => question.session === name).length;

// The report of a session as one file: commands, changes, questions and answers.
async function saveReport(session) {
  try {
    const { report } = await call("GET", `/api/reports/${encodeURIComponent(session)}`);
    const file = URL.createObjectURL(new Blob([`${report.join("\n")}\n`], { type: "text/markdown" }));
    el("a", { href: file, download: `guard-${session}.md` }).click();
    setTimeout(() => URL.revokeObjectURL(file), 10000);
  } catch (error) {
    say(error.message, true);
  }
}

async function order(name, what) {
  try {
    const { changed, state, by } = await call("POST", `/api/sessions/${encodeURIComponent(name)}/${what}`);
    if (!changed) say(`${name} is ${state} already`);
    else say(`${name} ${state === "running" ? "was resumed" : `is ${state}`}, by ${by}`);
  } catch (error) {
    say(error.message, true);
  }
}

async function stop(name, about) {
  const sure = await askYes(`Stop ${name}?`, [el("p", { class: "what" }, about.command),
    el("p", {}, "All of its processes end, and its questions are denied. What it changed stays; Undo can give it back.")], "Stop", "deny");
  if (sure) await order(name, "end");
}

const isPaused = (about) => about?.state === "paused";

function brakeButtons(name, about) {
  const next = isPaused(about) ? "resume" : "pause";
  return [
    el("button", { id: `${next}-${name}`, disabled: about.state === "ending", on: { click: () => order(name, next) } }, isPaused(about) ? "Resume" : "Pause"),
    el("button", { id: `stop-${name}`, class: "deny", disabled: about.state === "ending", on: { click: () => stop(name, about) } }, "Stop…")];
}

const stateText = ({ state, brake }) => (brake ? `${state}, by ${brake.by}` : state ?? "running");

// One press for all that run; once all stand still, the same press lets them go on.
function pauseAllButton() {
  const running = [...store.sessions].filter(([, { about }]) => about && !isPaused(about));
  const paused = [...store.sessions].filter(([, { about }]) => isPaused(about));
  if (running.length + paused.length < 2) return false;
  const [which, what, text] = running.length > 0 ? [running, "pause", "Pause all"] : [paused, "resume", "Resume all"];
  return el("div", { class: "buttons" },
    el("button", { id: `${what}-all`, on: { click: () => which.forEach(([name]) => order(name, what)) } }, text));
}

// Other sessions that wrote the same files, which nobody committed.
const besideText = (beside) => (beside ?? []).map(({ session, files, names, lives }) =>
  `session ${session}${lives ? "" : ", which ended,"} wrote ${countText(files, "of these files", "of these files")} too: ${names.join(", ")}`).join("; ");

function card(name, { about, trouble }) {
  if (!about) return el("article", { "aria-label": name }, el("h2", {}, name), el("p", { class: "wrong" }, trouble || "Nothing is known about it yet."));
  const waiting = waitingIn(name);
  return el("article", { "aria-label": `Session ${name}` },
    el("h2", {}, name),
    trouble && el("p", { class: "wrong" }, trouble),
    el("p", { class: "what" }, about.command),
    el("dl", { class: "fields" },
      field("State", stateText(about)),
      field("Started", timeText(about.started)),
      field("Mode", about.safe_mode ? about.mode : `${about.mode}, safe mode off`),
      field("Level", about.level),
      field("Workspace", [about.workspace].flat().join(", ")),
      field("Beside it", besideText(about.beside)),
      field("Waiting", waiting > 0 ? el("a", { id: `waiting-${name}`, href: "#/questions" }, countText(waiting, "question", "questions")) : "nothing"),
      field("Refused", countText(about.counters.refused, "act", "acts")),
      field("Alerts", alertsText(about.alerts)),
      field("Process", about.pid)),
    el("div", { class: "buttons" },
      brakeButtons(name, about),
      el("button", { id: `report-${name}`, on: { click: () => saveReport(about.id) } }, "Report"),
      el("a", { id: `undo-of-${name}`, class: "button", href: `#/undo?session=${encodeURIComponent(about.id)}` }, "Undo…"),
      el("a", { id: `review-of-${name}`, class: "button", href: `#/review?session=${encodeURIComponent(about.id)}` }, "Review…")));
}

function mount(main) {
  const box = el("div", {}); // what comes after this view was left is drawn nowhere
  fill(main, box);
  let drawn = "";
  // Only what changed: who reads, or walks by Tab, is left in peace.
  const draw = () => {
    const now = JSON.stringify([store.loaded, [...store.sessions].map(([name, session]) => [name, session, waitingIn(name)])]);
    if (now === drawn) return;
    drawn = now;
    const cards = [...store.sessions].map(([name, session]) => card(name, session));
    refill(box, pauseAllButton(), cards.length > 0 ? el("div", { class: "cards" }, cards)
      : store.loaded && empty("No session runs.", "Start one: guard run -- bash"));
  };
  const ask = async () => {
    for (const name of store.sessions.keys()) {
      const about = await call("GET", `/api/sessions/${encodeURIComponent(name)}`).catch(() => null);
      if (about && store.sessions.has(name)) store.sessions.get(name).about = about;
    }
    draw();
  };
  const timer = setInterval(ask, kAskEvery);
  ask();
  const isNews = ({ type }) => type !== "act";
  return { update: (events) => { if (events.length === 0 || events.some(isNews)) draw(); }, leave: () => clearInterval(timer), keys: [] };
}

export const sessionsView = { id: "sessions", title: "Sessions", mount };
