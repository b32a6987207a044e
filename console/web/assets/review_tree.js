// SPDX-License-Identifier: Apache-2.0
// The changes of a session as a list that opens and closes: folders, or commands, with their files. A folder, and the rest
// of a long one, is asked for when somebody opens it.
import { countText, el, refill, say } from "./dom.js";

const kWhole = 200; // rows of one answer

let numbered = 0;
function nodeOf(entry, parent) {
  numbered += 1;
  const node = { id: `change-${numbered}`, entry, parent, children: null, next: null, open: false };
  if (entry.entries) adopt(node, { entries: entry.entries, next: null });
  return node;
}

function adopt(node, part) {
  node.children = [...(node.children ?? []), ...part.entries.map((entry) => nodeOf(entry, node))];
  node.next = part.next;
  node.open = true;
}

export const canOpen = (entry) => entry.open !== undefined || entry.text !== undefined;
export const entryText = (entry) => entry.text ?? entry.name ?? entry.path;

function extentText(entry) {
  if (entry.open) return countText(entry.open.below, "change", "changes");
  if (entry.text !== undefined) return countText(entry.rows, "file", "files");
  return entry.extent;
}

function remarks(entry) {
  return [
    entry.rights?.length > 0 && el("span", { class: "quiet" }, entry.rights.join(", ")),
    entry.commands > 1 && el("span", { class: "quiet" }, `by ${entry.commands} commands`),
    entry.conflict && el("span", { class: "wrong" }, `Changed since: ${entry.conflict}`),
    entry.obstacle && el("span", { class: "wrong" }, `Cannot be given back: ${entry.obstacle}`),
  ];
}

// `fetchPart(entry, from)`: entries of a folder or a command (null: of the root) from there on. `choose(entry)`: it is
// the one to show. `reveal()`: somebody pointed at a file, and wants to see it.
export function reviewTree(fetchPart, choose, reveal) {
  const list = el("ul", { class: "changes", "aria-label": "What changed" });
  let root = { entry: null, children: [], next: null, open: true };
  let chosen = null;

  const mark = (node) => (canOpen(node.entry) ? String(node.open) : null);
  const row = (node) => el("button", {
    class: "change", id: node.id, "aria-current": String(node === chosen), "aria-expanded": mark(node),
    on: { click: () => press(node) },
  },
  el("span", { class: `kind ${node.entry.kind ?? "group"}` }, node.entry.kind ?? (node.open ? "▾" : "▸")),
  el("span", { class: "text" }, entryText(node.entry) || "(no command is known)"), el("span", { class: "left" }, extentText(node.entry)),
  remarks(node.entry));

  const rest = (node) => node.next !== null && el("li", {}, el("button", { class: "plain", id: `${node.id ?? "root"}-rest`, on: { click: () => load(node) } }, `Show ${kWhole} more`));
  const items = (node) => [node.children.map((child) => el("li", {}, row(child), child.open && child.children && el("ul", {}, items(child)))), rest(node)];
  const draw = () => refill(list, items(root));

  async function load(node) {
    const shown = root;
    try {
      const part = await fetchPart(node.entry, node.next);
      if (shown !== root || part === null) return;
      adopt(node, part);
      draw();
    } catch (error) {
      say(error.message, true);
    }
  }

  function toggle(node) {
    if (!canOpen(node.entry)) return undefined;
    if (node.children === null) return load(node);
    node.open = !node.open;
    return draw();
  }

  function show(node) {
    chosen = node;
    for (const button of list.querySelectorAll("button.change")) button.setAttribute("aria-current", String(button.id === node.id));
    document.getElementById(node.id)?.scrollIntoView({ block: "nearest" });
    choose(node.entry);
  }

  function press(node) {
    show(node);
    if (canOpen(node.entry)) toggle(node);
    else reveal();
  }

  const visible = (node) => node.children.flatMap((child) => [child, ...(child.open && child.children ? visible(child) : [])]);

  return {
    node: list,
    begin(part) {
      root = { entry: null, children: null, next: null, open: true };
      chosen = null;
      adopt(root, part);
      draw();
    },
    clear() {
      this.begin({ entries: [], next: null });
    },
    move(by) {
      const all = visible(root);
      const next = all[Math.min(Math.max(all.indexOf(chosen) + by, 0), all.length - 1)];
      if (next && next !== chosen) show(next);
      // The last row leads on to what is not loaded.
      else if (by > 0 && root.next !== null) load(root);
    },
    setOpen(isOpen) {
      if (chosen === null || !canOpen(chosen.entry) || chosen.open === isOpen) return;
      toggle(chosen);
    },
    toggle: () => chosen && toggle(chosen),
    chosen: () => chosen?.entry ?? null,
  };
}
