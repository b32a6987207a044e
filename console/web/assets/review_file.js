// SPDX-License-Identifier: Apache-2.0
// One reviewed file: what it was, what it is, by whom; its difference, of which hunks can be marked; whose its lines are.
import { call, query } from "./api.js";
import { countText, dayTimeText, el, fill } from "./dom.js";

const field = (name, ...value) => [el("dt", {}, name), el("dd", {}, ...value)];
const kinds = { "+": "added", "-": "removed", "@": "place" };

const lines = (texts) => texts.map((line) => el("span", { class: kinds[line[0]] ?? "" }, `${line}\n`));
export const differenceOf = (texts, label) => el("pre", { class: "difference", tabindex: 0, "aria-label": label }, lines(texts));

export const hunkLines = (hunk) => [hunk.head, ...hunk.lines];

function plainDifference(difference) {
  return [
    difference.lines?.length > 0 && differenceOf(difference.lines, "Difference"),
    difference.hunks?.map((hunk, index) => differenceOf(hunkLines(hunk), `Hunk ${index + 1}`)),
    difference.cut && el("p", { class: "quiet" }, "The rest of the difference is not shown."),
    difference.why_none && el("p", { class: "quiet" }, difference.why_none),
  ];
}

function hunkBox(hunk, index, onMark) {
  const mark = el("input", { type: "checkbox", class: "mark", id: `hunk-${index + 1}`, on: { change: onMark } });
  return el("section", { class: "hunk" }, el("label", { for: `hunk-${index + 1}` }, mark, ` Hunk ${index + 1}`),
    differenceOf(hunkLines(hunk), `Hunk ${index + 1}`));
}

function sourceText(source) {
  if (!source) return "from before";
  const answer = source.answer && `; approved by ${source.answer}`;
  return `${source.session}${source.certain ? "" : "?"}, ${dayTimeText(source.time)}: ${source.command}${answer}`;
}

// Lines of one command in a row, each with who wrote them.
function ownerRun(run, sources) {
  const source = sources[run.source - 1];
  return el("section", { class: "run" }, el("p", { class: source ? "owner" : "owner quiet" }, sourceText(source)),
    el("pre", { class: "difference", tabindex: 0, "aria-label": `Lines from ${run.first} on, ${sourceText(source)}` },
      run.lines.map((line, index) => el("span", {}, el("span", { class: "place", "aria-hidden": "true" }, `${String(run.first + index).padStart(5)} `), `${line}\n`))));
}

// Shows who owns its lines, as guard blame tells it, in parts.
export async function showOwners(node, place, of) {
  const box = el("div", {});
  const more = el("div", {});
  fill(node, el("h3", {}, "Whose line is it"), box, more);
  const load = async (from) => {
    fill(more, el("p", { class: "quiet", role: "status" }, "Looking…"));
    try {
      const part = await call("GET", `${place}/lines${query({ of, from })}`);
      box.append(...part.runs.map((run) => ownerRun(run, part.sources)));
      fill(more, part.no_lines && el("p", { class: "quiet" }, part.no_lines),
        part.next !== null && el("button", { on: { click: () => load(part.next) } }, "Show more lines"));
    } catch (error) {
      fill(more, el("p", { class: "wrong" }, error.message));
    }
  };
  await load(0);
}

// {node, marked()}: MARKED are the numbers of the hunks that are marked.
export function fileDetail(file, { discardFile, discardHunks, owners }) {
  const difference = file.difference;
  const isSingle = difference.single === true;
  const marks = () => [...node.querySelectorAll("input.mark")];
  const marked = () => marks().flatMap((one, index) => (one.checked ? [index + 1] : []));
  const hunkButton = el("button", { class: "deny", hidden: true, on: { click: discardHunks } });
  const onMark = () => {
    const count = marked().length;
    hunkButton.hidden = count === 0;
    fill(hunkButton, `Discard ${countText(count, "hunk", "hunks")}…`);
  };
  const below = el("div", {});
  const node = el("div", {},
    el("h2", { class: "text" }, file.path),
    el("p", {}, el("span", { class: `kind ${file.kind}` }, file.kind), " ", file.extent),
    file.conflict && el("p", { class: "wrong" }, `Changed since: ${file.conflict}`),
    file.obstacle && el("p", { class: "wrong" }, `Cannot be given back: ${file.obstacle}`),
    el("dl", { class: "fields" },
      field(file.by.length === 1 ? "Command" : "Commands", el("ul", { class: "plain" }, file.by.map((one) => el("li", { class: "text" }, one || "(no command is known)")))),
      field("Changed", dayTimeText(file.time)),
      file.rights?.length > 0 && field("Rights", file.rights.join(", ")),
      file.note && field("Besides", file.note)),
    el("div", { class: "differences" }, isSingle ? difference.hunks.map((hunk, index) => hunkBox(hunk, index, onMark)) : plainDifference(difference)),
    below,
    el("div", { class: "answer buttons" },
      el("button", { class: "deny", "aria-keyshortcuts": "d", on: { click: discardFile } }, "Discard…", el("kbd", { "aria-hidden": "true" }, "d")),
      hunkButton,
      file.has_lines && el("button", { "aria-keyshortcuts": "b", on: { click: () => owners(below) } }, "Whose lines", el("kbd", { "aria-hidden": "true" }, "b"))));
  return { node, marked, below, nextMark: () => nextOf(marks())?.focus() };
}

// The one behind that which has the focus; the first one after the last.
function nextOf(inputs) {
  return inputs[(inputs.indexOf(document.activeElement) + 1) % Math.max(inputs.length, 1)];
}
