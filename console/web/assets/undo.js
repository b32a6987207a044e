// SPDX-License-Identifier: Apache-2.0
// The changes of sessions that can be given back: the sessions, a preview of each step, and doing
// it.
import { call } from "./api.js";
import { askYes } from "./dialog.js";
import { countText, el, empty, fill, refill, say, sizeText, timeText } from "./dom.js";
import { differenceLines } from "./question_detail.js";

const kStepsShown = 500;

function stepItem(step) {
  return el("li", {},
    el("p", { class: "text" }, step.text, step.metadata ? `: ${step.metadata.join(", ")}` : ""),
    step.note && el("p", { class: "quiet" }, step.note),
    step.conflict && el("p", { class: "wrong" }, `Changed since: ${step.conflict}`),
    step.obstacle && el("p", { class: "wrong" }, `Cannot be given back: ${step.obstacle}`),
    step.diff.length > 0 && differenceLines(step.diff));
}

// That it goes on, and for how long: large trees take minutes. Call what it gives when it is over.
export function showWork(node, text) {
  const begun = Date.now();
  const draw = () => fill(node, el("p", { class: "empty" }, `${text} ${Math.floor((Date.now() - begun) / 1000)} s`));
  fill(node, el("p", { class: "empty", role: "status" }, text));
  const timer = setInterval(draw, 1000);
  return () => clearInterval(timer);
}

// Git's own files are told in one line, by their meaning; a file that needs a look stands with the others.
const isFolded = (step) => step.git && !step.conflict && !step.obstacle;
function gitItem(plan) {
  const own = plan.plan.filter(isFolded);
  if (own.length === 0) return null;
  return el("li", {}, el("details", {},
    el("summary", {}, plan.git.map((one) => el("p", { class: "text" }, `${one.folder}: ${[...one.branches,
      countText(one.changes, "file of git's own", "files of git's own")].join("; ")}`))),
    el("ul", { class: "steps" }, own.slice(0, kStepsShown).map(stepItem))));
}

function stepList(plan) {
  const files = plan.plan.filter((step) => !isFolded(step));
  return [
    el("ul", { class: "steps" }, files.slice(0, kStepsShown).map(stepItem), gitItem(plan)),
    files.length > kStepsShown && el("p", { class: "quiet" }, `and ${files.length - kStepsShown} more`),
  ];
}

// Undos of undos, and what has nothing left to give back, are seldom meant.
function isUsual(session, all) {
  const undone = all.find((one) => one.session === session.undoes);
  const isAgain = session.undoes !== "" && (undone ? undone.undoes !== "" : session.undoes.startsWith("undo-"));
  return session.changes_left > 0 && !isAgain;
}

// As guard undo counts: what changed in several steps is one, and what goes along with another file is none.
function filesOf(steps) {
  const paths = new Set(steps.filter((step) => step.n !== null || step.act === "made").map((step) => step.path));
  return countText(paths.size, "file or folder", "files and folders");
}

function outcomeText(result) {
  const parts = [`Given back: ${countText(result.given_back, "file or folder", "files and folders")}`];
  if (result.partly) parts.push(`not wholly: ${result.partly}`);
  if (result.left) parts.push(`not given back: ${result.left}`);
  if (result.undo) parts.push(`it can be undone itself, as ${result.undo}`);
  return parts.join("; ");
}

function mount(main) {
  let selected = null;
  let known = []; // the newest first
  let steps = null; // of what is shown: what `y` gives back
  const all = el("input", { id: "undo-all", type: "checkbox", on: { change: () => drawList() } });
  const allLabel = el("label", { class: "quiet", for: "undo-all" }, all, " also sessions that were given back, and undos of undos");
  const list = el("ul", { class: "rows", "aria-label": "Sessions that changed something" });
  const detail = el("article", { "aria-label": "What would be given back" });
  fill(main, el("div", { class: "list" }, el("div", { class: "bar" }, allLabel), list), detail);

  const row = (session) => el("li", {}, el("button", {
    class: "row", id: `undo-${session.session}`, "aria-current": String(session.session === selected), on: { click: () => preview(session.session) },
  }, el("span", { class: "tier tier1" }, session.changes_left > 0 ? countText(session.changes_left, "file or folder", "files and folders") : "given back"),
  el("span", { class: "text" }, session.command), el("span", { class: "quiet" },
    `${session.session}, ${timeText(session.started)}${session.running ? ", running" : ""}${session.undoes ? `, undo of ${session.undoes}` : ""}`),
  el("span", { class: "left" }, sizeText(session.bytes))));

  async function fetchList() {
    try {
      known = (await call("GET", "/api/undo")).filter((one) => one.changes_left > 0 || one.given_back > 0).reverse();
      drawList();
      if (known.length === 0) fill(detail, empty("Nothing is kept.", "What sessions change or delete from now on can be given back here."));
      else if (selected === null) fill(detail, empty("Choose a session.", "Nothing is given back until you say so."));
    } catch (error) {
      fill(detail, el("p", { class: "wrong" }, error.message));
    }
  }

  const listed = () => known.filter((one) => all.checked || one.session === selected || isUsual(one, known));
  function drawList() {
    refill(list, listed().map(row));
  }

  function move(by) {
    const sessions = listed();
    const at = sessions.findIndex((one) => one.session === selected);
    const next = sessions[Math.min(Math.max(at + by, 0), sessions.length - 1)];
    if (!next || next.session === selected) return;
    preview(next.session);
    document.getElementById(`undo-${next.session}`)?.scrollIntoView({ block: "nearest" });
  }

  // A file that somebody else changed since needs a choice; with none, nothing is done.
  async function give(session, steps) {
    const conflicts = steps.filter((step) => step.conflict).length;
    const choice = el("select", { id: "conflicts" }, el("option", { value: "skip" }, "leave these as they are now"),
      el("option", { value: "overwrite" }, "give them back too"));
    const sure = await askYes(`Give back ${filesOf(steps)} of ${session}?`, [
      conflicts > 0 && el("p", {}, el("label", { for: "conflicts" }, `${countText(conflicts, "file was", "files were")} changed by somebody since:`), choice),
      el("p", {}, "guard keeps what is there now, so you can undo this undo."),
    ].filter(Boolean), "Give back");
    if (!sure) return;
    const over = showWork(detail, "Giving back…");
    try {
      const result = await call("POST", `/api/undo/${encodeURIComponent(session)}`, conflicts > 0 ? { conflicts: choice.value } : {}).finally(over);
      const wrong = result.steps.filter((step) => step.note !== "");
      fill(detail, el("h2", {}, outcomeText(result)), wrong.length > 0 && el("ul", {}, wrong.map((step) => el("li", {}, `${step.path}: ${step.note}`))));
      say(outcomeText(result), result.left > 0);
    } catch (error) {
      fill(detail, el("p", { class: "wrong" }, error.message));
    }
    await fetchList();
  }

  async function preview(session) {
    selected = session;
    steps = null;
    for (const button of list.querySelectorAll("button")) button.setAttribute("aria-current", String(button.id === `undo-${session}`));
    const over = showWork(detail, "Looking at what is there now…");
    try {
      const plan = await call("GET", `/api/undo/${encodeURIComponent(session)}`).finally(over);
      if (selected !== session) return;
      if (!plan.plan) fill(detail, empty("Nothing is left to give back."));
      else {
        steps = plan.plan;
        fill(detail, el("h2", {}, `${session}: ${filesOf(steps)}`),
          stepList(plan),
          steps.length > 1 && el("p", { class: "quiet" }, "To give back one file, or a part of it: ", el("a", { href: `#/review?session=${encodeURIComponent(session)}` }, "review it")),
          el("div", { class: "answer buttons" }, el("button", { class: "approve", "aria-keyshortcuts": "y", on: { click: () => give(session, steps) } },
            "Give back…", el("kbd", { "aria-hidden": "true" }, "y"))));
      }
    } catch (error) {
      fill(detail, el("p", { class: "wrong" }, error.message));
    }
    await fetchList();
  }

  // By the name that a link brought along.
  const wanted = new URLSearchParams(location.hash.split("?")[1] ?? "").get("session");
  fetchList().then(() => {
    if (wanted !== null && known.some((one) => one.session === wanted)) preview(wanted);
  });
  return {
    update: () => {},
    keys: [
      { keys: ["j", "ArrowDown"], text: "the next session", run: () => move(1) },
      { keys: ["k", "ArrowUp"], text: "the one before", run: () => move(-1) },
      { keys: ["y"], text: "give back what is shown: asks first", run: () => { if (steps) give(selected, steps); } },
      { keys: ["g"], text: "look again", run: () => fetchList() },
    ],
  };
}

export const undoView = { id: "undo", title: "Undo", mount };
