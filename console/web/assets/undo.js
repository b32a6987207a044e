// SPDX-License-Identifier: Apache-2.0
// What sessions changed and can be given back: the sessions, a preview of each step, and doing it.
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
function showWork(node, text) {
  const begun = Date.now();
  const draw = () => fill(node, el("p", { class: "empty" }, `${text} ${Math.floor((Date.now() - begun) / 1000)} s`));
  fill(node, el("p", { class: "empty", role: "status" }, text));
  const timer = setInterval(draw, 1000);
  return () => clearInterval(timer);
}

function outcomeText(result) {
  const parts = [`Given back: ${countText(result.given_back, "change", "changes")}`];
  if (result.partly) parts.push(`not wholly: ${result.partly}`);
  if (result.left) parts.push(`not given back: ${result.left}`);
  if (result.undo) parts.push(`it can be undone itself, as ${result.undo}`);
  return parts.join("; ");
}

function mount(main) {
  let selected = null;
  const list = el("ul", { class: "rows", "aria-label": "Sessions that changed something" });
  const detail = el("article", { "aria-label": "What would be given back" });
  fill(main, el("div", { class: "list" }, list), detail);

  const row = (session) => el("li", {}, el("button", {
    class: "row", id: `undo-${session.session}`, "aria-current": String(session.session === selected), on: { click: () => preview(session.session) },
  }, el("span", { class: "tier tier1" }, session.changes_left > 0 ? countText(session.changes_left, "change", "changes") : "given back"),
  el("span", { class: "text" }, session.command), el("span", { class: "quiet" },
    `${session.session}, ${timeText(session.started)}${session.running ? ", running" : ""}${session.undoes ? `, undo of ${session.undoes}` : ""}`),
  el("span", { class: "left" }, sizeText(session.bytes))));

  async function fetchList() {
    try {
      const sessions = (await call("GET", "/api/undo")).filter((one) => one.changes_left > 0 || one.given_back > 0);
      refill(list, sessions.map(row));
      if (sessions.length === 0) fill(detail, empty("Nothing is kept.", "What sessions change or delete from now on can be given back here."));
      else if (selected === null) fill(detail, empty("Choose a session.", "Nothing is given back before you say so."));
    } catch (error) {
      fill(detail, el("p", { class: "wrong" }, error.message));
    }
  }

  // What somebody else changed since needs a choice; with none, nothing is done.
  async function give(session, steps) {
    const conflicts = steps.filter((step) => step.conflict).length;
    const choice = el("select", { id: "conflicts" }, el("option", { value: "skip" }, "leave these as they are now"),
      el("option", { value: "overwrite" }, "give them back too"));
    const sure = await askYes(`Give back ${countText(steps.length, "change", "changes")} of ${session}?`, [
      conflicts > 0 && el("p", {}, el("label", { for: "conflicts" }, `${countText(conflicts, "change was", "changes were")} changed by somebody since:`), choice),
      el("p", {}, "What is there now is kept: this undo can be undone."),
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
    for (const button of list.querySelectorAll("button")) button.setAttribute("aria-current", "false");
    const over = showWork(detail, "Looking at what is there now…");
    try {
      const { plan } = await call("GET", `/api/undo/${encodeURIComponent(session)}`).finally(over);
      if (selected !== session) return;
      if (!plan) fill(detail, empty("Nothing is left to give back."));
      else {
        fill(detail, el("h2", {}, `${session}: ${countText(plan.length, "change", "changes")}`),
          el("ul", { class: "steps" }, plan.slice(0, kStepsShown).map(stepItem)),
          plan.length > kStepsShown && el("p", { class: "quiet" }, `and ${plan.length - kStepsShown} more`),
          plan.length > 1 && el("p", { class: "quiet" }, "One file alone: ", el("span", { class: "text" }, `guard undo --session ${session} FILE`)),
          el("div", { class: "answer buttons" }, el("button", { class: "approve", on: { click: () => give(session, plan) } }, "Give back…")));
      }
    } catch (error) {
      fill(detail, el("p", { class: "wrong" }, error.message));
    }
    await fetchList();
  }

  fetchList();
  return { update: () => {}, keys: [{ keys: ["g"], text: "look again", run: () => fetchList() }] };
}

export const undoView = { id: "undo", title: "Undo", mount };
