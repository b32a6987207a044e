// SPDX-License-Identifier: Apache-2.0
// Paths as a tree of folders that open and close.
import { countText, el } from "./dom.js";

const kOpenUpTo = 40; // entries: a folder with more is closed at first

function treeOf(paths) {
  const root = { children: new Map(), count: 0 };
  for (const path of paths) {
    let node = root;
    node.count += 1;
    for (const part of path.split("/").filter((one) => one !== "" && one !== ".")) {
      if (!node.children.has(part)) node.children.set(part, { children: new Map(), count: 0 });
      node = node.children.get(part);
      node.count += 1;
    }
  }
  return root;
}

function nodesOf(node) {
  return [...node.children].map(([name, child]) => {
    if (child.children.size === 0) return el("li", {}, name);
    return el("li", {}, el("details", { open: child.count <= kOpenUpTo },
      el("summary", {}, `${name}/ `, el("span", { class: "quiet" }, countText(child.count, "entry", "entries"))),
      el("ul", {}, nodesOf(child))));
  });
}

export function nameTree(paths) {
  return el("ul", { class: "tree" }, nodesOf(treeOf(paths)));
}
