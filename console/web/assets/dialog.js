// SPDX-License-Identifier: Apache-2.0
// Dialogs: the browser's own, which keeps the focus, closes on Esc and gives the focus back.
import { el } from "./dom.js";

export const isDialogOpen = () => document.querySelector("dialog[open]") !== null;

// As by Back.
export function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
}

// Resolves to what `close` was called with, or null for Esc and Back.
export function openDialog(title, build) {
  return new Promise((resolve) => {
    let result = null;
    const close = (value) => {
      result = value;
      dialog.close();
    };
    const dialog = el("dialog", { "aria-labelledby": "dialog-title" }, el("h2", { id: "dialog-title" }, title), build(close));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(result);
    });
    document.body.append(dialog);
    dialog.showModal();
    dialog.scrollTop = 0; // what has the focus may be far below the title
  });
}

// The second step of tier 3: true once the word was typed. `impact`: nodes that say what will happen.
export function confirmWord(word, impact) {
  return openDialog(`Type ${word} to approve`, (close) => {
    const go = el("button", { class: "approve", type: "submit", disabled: true }, "Approve");
    const typed = el("input", {
      id: "confirm-word", autocomplete: "off", spellcheck: "false", autofocus: true,
      on: { input: () => { go.disabled = typed.value !== word; } },
    });
    const submit = (event) => {
      event.preventDefault();
      if (typed.value === word) close(true);
    };
    return [
      ...impact,
      el("form", { on: { submit } },
        el("label", { for: "confirm-word" }, "The word ", el("strong", {}, word), word === word.toUpperCase() && " (in capitals)", ", to approve:"), typed,
        el("div", { class: "buttons" }, go,
          el("button", { type: "button", on: { click: () => close(null) } }, "Back"))),
    ];
  });
}

// Yes or no; Back is first, so that Enter alone does nothing.
export function askYes(title, nodes, yes, kind = "approve") {
  return openDialog(title, (close) => [
    ...nodes,
    el("div", { class: "buttons" },
      el("button", { type: "button", autofocus: true, on: { click: () => close(null) } }, "Back"),
      el("button", { type: "button", class: kind, on: { click: () => close(true) } }, yes)),
  ]);
}

export function showHelp(title, keys, views) {
  const row = (names, text) => el("tr", {},
    el("th", { scope: "row" }, names.map((name) => el("kbd", {}, name === " " ? "Space" : name))), el("td", {}, text));
  return openDialog(`Keys: ${title}`, (close) => [
    el("table", { class: "keys" }, el("tbody", {},
      keys.map((one) => row(one.keys, one.text)),
      views.map((view, index) => row([String(index + 1)], view.title)),
      row(["?"], "this list"))),
    el("div", { class: "buttons" }, el("button", { autofocus: true, on: { click: () => close(null) } }, "Close")),
  ]);
}
