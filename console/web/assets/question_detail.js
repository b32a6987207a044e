// SPDX-License-Identifier: Apache-2.0
// One question in full: what, why, risk, the tree of what would go, the difference, how it was judged.
import { call } from "./api.js";
import { countText, el, fill, untilText, sizeText, timeText } from "./dom.js";
import { nameTree } from "./name_tree.js";
import { sessionText } from "./store.js";

const kNamesAtOnce = 1000;

const field = (name, ...value) => [el("dt", {}, name), el("dd", {}, ...value)];
const list = (values) => el("ul", { class: "plain" }, values.map((value) => el("li", {}, value)));

export const levelText = (question) => `${question.risk_level.toUpperCase()}, tier ${question.tier}`;

function extentTiles(effect) {
  if (!effect) return null;
  const atLeast = effect.complete ? "" : "at least ";
  const tile = (value, text, isBad = false) =>
    el("li", { class: isBad ? "bad" : "" }, el("strong", {}, value), ` ${text}`);
  return el("ul", { class: "tiles", "aria-label": "Extent" },
    tile(`${atLeast}${effect.files}`, effect.files === 1 ? "file" : "files"),
    tile(effect.directories, effect.directories === 1 ? "folder" : "folders"),
    tile(sizeText(effect.bytes), "in all"),
    tile(effect.existed, "existed before this session", effect.existed > 0),
    effect.secrets > 0 && tile(effect.secrets, effect.secrets === 1 ? "secret" : "secrets", true));
}

// Everybody reads this before answering, also above the word CONFIRM.
export function impact(question) {
  return [
    el("p", { class: "what" }, question.what),
    el("p", { class: "risk" }, question.risk),
    el("p", { class: "risk" }, `Undo: ${question.undo}`),
    extentTiles(question.effect),
  ].filter((node) => node !== null);
}

// The first two lines of `diff -u` name the file before and after.
export function differenceLines(text) {
  const kinds = { "+": "added", "-": "removed", "@": "place" };
  const kind = (line, index) => (index < 2 && /^(---|\+\+\+) /.test(line) ? "place" : kinds[line[0]] ?? "");
  return el("pre", { class: "difference", tabindex: 0, "aria-label": "Difference" },
    text.map((line, index) => el("span", { class: kind(line, index) }, `${line}\n`)));
}

function names(session, question, whole) {
  const box = el("div", { class: "names" });
  const known = [...whole.names];
  const draw = () => {
    const more = whole.names_total - known.length;
    fill(box, nameTree(known), more > 0 && el("button", {
      on: { click: () => fetchMore() },
    }, `Show ${Math.min(more, kNamesAtOnce)} more of ${whole.names_total}`));
  };
  const fetchMore = async () => {
    const next = await fetchQuestion(session, question.id, known.length);
    known.push(...next.names);
    draw();
  };
  draw();
  return box;
}

// For a large tree only the first names are kept.
function namesText(effect, kept) {
  const all = (effect?.files ?? 0) + (effect?.directories ?? 0);
  if (all <= kept) return countText(kept, "name", "names");
  return `the first ${kept} of ${effect.complete ? "" : "at least "}${all}`;
}

export function fetchQuestion(session, id, offset = 0) {
  const place = `/api/sessions/${encodeURIComponent(session)}/approvals/${encodeURIComponent(id)}`;
  return call("GET", `${place}?offset=${offset}&limit=${kNamesAtOnce}`);
}

function deeper(session, question, whole) {
  return [
    whole.difference.length > 0 &&
      el("section", {}, el("h3", {}, "How the content would change"), differenceLines(whole.difference)),
    whole.names.length > 0 && el("section", {},
      el("h3", {}, `What it affects: ${namesText(question.effect, whole.names_total)}`), names(session, question, whole)),
    whole.steps.length > 0 && el("details", {}, el("summary", {}, "How it was judged"),
      el("dl", { class: "fields" }, whole.steps.map((step) => field(step.stage, step.text)))),
  ];
}

// {node, tick}: the article, and what keeps its deadline as it is told by now.
export function questionDetail({ session, body: question }) {
  const left = el("span", {}, untilText(question.deadline));
  const more = el("div", { class: "more" }, el("p", { class: "quiet" }, "Loading what it affects…"));
  const node = el("div", {},
    el("p", { class: `level tier${question.tier}` }, el("strong", {}, levelText(question)), ` · ${question.category}`,
      el("span", { class: "left" }, "auto-denies ", left)),
    impact(question),
    el("dl", { class: "fields" },
      field("By", question.why),
      field("Chain", `${question.chain.join(" ▸ ")} (pid ${question.pid})`),
      field("In", question.cwd),
      question.changes.length > 0 && field("Change", list(question.changes)),
      question.approvals_needed > 1 && field("Approvals",
        `${question.approvals.length} of ${question.approvals_needed}. ${question.missing}`),
      field("Rule", `${question.rule}: ${question.reason}`),
      question.alternative && field("If denied", "The agent is told: ", question.alternative),
      field("Session", sessionText(session)),
      field("Asked", timeText(question.asked))),
    more);
  fetchQuestion(session, question.id)
    .then((whole) => fill(more, deeper(session, question, whole)))
    .catch((error) => fill(more, el("p", { class: "wrong" }, `What it affects is not known: ${error.message}`)));
  return { node, tick: () => fill(left, untilText(question.deadline)) };
}
