// SPDX-License-Identifier: Apache-2.0
// A discard: what would go back is shown first, then asked, then done. It is an undo, and can be undone.
import { call, query } from "./api.js";
import { openDialog } from "./dialog.js";
import { countText, el } from "./dom.js";

const kDoes = { changed: "brings back", made: "takes away", deleted: "brings back", moved: "moves back", rights: "gives back the rights of" };

const place = (review) => `/api/reviews/${encodeURIComponent(review.session)}/discard`;

function previewRows(preview) {
  return el("ul", { class: "steps" }, preview.rows.map((row) => el("li", {},
    el("p", { class: "text" }, `${kDoes[row.kind]} ${row.path}`),
    row.conflict && el("p", { class: "wrong" }, `Changed since: ${row.conflict}`),
    row.obstacle && el("p", { class: "wrong" }, `Cannot be given back: ${row.obstacle}`))));
}

function conflictChoice() {
  return el("select", { id: "discard-conflicts" }, el("option", { value: "skip" }, "leave these as they are now"),
    el("option", { value: "overwrite" }, "discard them too"));
}

// Resolves to the conflicts' choice, "" where there are none; null: no.
function ask(title, preview, nodes) {
  const choice = preview.conflicts > 0 ? conflictChoice() : null;
  return openDialog(title, (close) => [
    nodes ?? previewRows(preview),
    preview.more > 0 && el("p", { class: "quiet" }, `and ${preview.more} more`),
    preview.left.length > 0 && el("p", {}, "These stay as they are:"),
    preview.left.length > 0 && el("ul", {}, preview.left.map((one) => el("li", { class: "text" }, one))),
    choice && el("p", {}, el("label", { for: "discard-conflicts" }, `${countText(preview.conflicts, "of these was", "of these were")} changed by somebody since:`), choice),
    el("p", {}, "guard keeps what is there now, so you can undo this discard."),
    el("div", { class: "buttons" },
      el("button", { type: "button", autofocus: true, on: { click: () => close(null) } }, "Back"),
      el("button", { type: "button", class: "deny", on: { click: () => close(choice?.value ?? "") } }, "Discard")),
  ].filter(Boolean));
}

export function outcomeText(done) {
  const parts = [`Discarded: ${countText(done.given_back, "file or folder", "files and folders")}`];
  if (done.partly) parts.push(`not wholly: ${done.partly}`);
  if (done.left) parts.push(`left as they are: ${done.left}`);
  return parts.join("; ");
}

// Tells each thing that was done, and the way back.
export function outcomeNodes(done) {
  return [
    el("h2", {}, outcomeText(done)),
    done.undo.length > 0 && el("p", {}, "To take it back: ", done.undo.map((undo, index) => [index > 0 && ", ", el("a", { href: `#/undo?session=${encodeURIComponent(undo)}` }, undo)])),
    done.said.length > 0 && el("ul", {}, done.said.map((line) => el("li", { class: "text" }, line))),
  ];
}

// MEANT: what is discarded, as the server takes it. NODES: shown in place of the list of files. Null: nothing was done.
export async function discard(review, meant, title, { nodes, working }) {
  const fields = Object.fromEntries(Object.entries({ of: review.of, ...meant }).map(([name, value]) => [name, String(value)]));
  const preview = await call("GET", `${place(review)}${query(fields)}`);
  if (preview.items === 0 && preview.left.length === 0) throw new Error("There is nothing to discard.");
  const conflicts = await ask(title(preview), preview, nodes);
  if (conflicts === null) return null;
  const over = working();
  return call("POST", place(review), conflicts === "" ? fields : { ...fields, conflicts }).finally(over);
}
