// SPDX-License-Identifier: Apache-2.0
// The acts of sessions, while they happen: the newest first, with search, a least tier, and a pause.
import { el, empty, fill, timeText } from "./dom.js";
import { sessionText, store } from "./store.js";

const kShown = 200;
const kDrawEvery = 250; // ms

const text = ({ session, body }) => `${body.what} ${body.category} ${body.rule} ${body.act} ${sessionText(session)}`.toLowerCase();

function outcome(body) {
  const asked = body.approval_status && body.approval_status !== "auto" ? `${body.approval_status}, ` : "";
  return `${asked}${body.outcome}${body.errno ? ` (errno ${body.errno})` : ""}`;
}

function row({ session, body }) {
  return el("tr", { class: body.outcome === "refused" ? "refused" : "" },
    el("td", {}, timeText(body.time)),
    el("td", {}, el("span", { class: `tier tier${body.tier}` }, `tier ${body.tier}`)),
    el("td", {}, outcome(body)),
    el("td", { class: "text" }, body.what),
    el("td", { class: "quiet", title: sessionText(session) }, session));
}

function mount(main) {
  let paused = null; // the acts as they were then
  let timer = null;
  const search = el("input", { type: "search", placeholder: "Search", "aria-label": "Search in acts", on: { input: () => draw() } });
  const tier = el("select", { "aria-label": "Least tier", on: { change: () => draw() } },
    [0, 1, 2, 3].map((number) => el("option", { value: number }, number === 0 ? "all tiers" : `tier ${number} and up`)));
  const pause = el("button", { "aria-pressed": "false", on: { click: () => toggle() } }, "Pause");
  const count = el("span", { class: "quiet" });
  const body = el("tbody", {});
  const table = el("table", {}, el("caption", { class: "hidden" }, "Acts, the newest first"),
    el("thead", {}, el("tr", {}, ["Time", "Tier", "Outcome", "What", "Session"].map((name) => el("th", { scope: "col" }, name)))), body);
  const nothing = el("div", {});
  fill(main, el("div", { class: "bar" }, search, tier, pause, count), el("div", { class: "wide stack", tabindex: 0, role: "region", "aria-label": "Acts" }, table), nothing);

  function toggle() {
    paused = paused ? null : [...store.acts];
    pause.setAttribute("aria-pressed", String(paused !== null));
    fill(pause, paused ? "Resume" : "Pause");
    draw();
  }

  function draw() {
    clearTimeout(timer);
    timer = null;
    const minute = Date.now() - 60000;
    const lately = store.acts.findIndex((act) => new Date(act.body.time).getTime() < minute);
    fill(count, `${lately === -1 ? store.acts.length : lately} acts in the last minute`);
    const acts = (paused ?? store.acts).filter((act) =>
      act.body.tier >= Number(tier.value) && text(act).includes(search.value.toLowerCase())).slice(0, kShown);
    fill(body, acts.map(row));
    fill(nothing, acts.length === 0 && empty("Nothing yet.", "What running sessions do is shown here; the record has all of it."));
  }

  return {
    update: () => { timer ??= setTimeout(draw, kDrawEvery); },
    leave: () => clearTimeout(timer),
    keys: [
      { keys: ["p"], text: "pause or resume", run: toggle },
      { keys: ["/"], text: "search", run: () => search.focus() },
    ],
  };
}

export const timelineView = { id: "timeline", title: "Timeline", mount };
