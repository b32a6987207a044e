// SPDX-License-Identifier: Apache-2.0
// How a question is answered: yes or no, for how long, what a remembered answer covers, and why not.
import { el } from "./dom.js";

const kScopes = {
  once: "this once",
  command: "this command",
  session: "this session",
  minutes: "some minutes",
  always: "always, until you take it back",
};
// Says in the server's words what an answer of that scope covers.
const extent = (question, name) => question.covers?.[name] ?? "";
const kRemembered = ["session", "minutes", "always"]; // these have a pattern

const scopeText = (question, name) =>
  [kScopes[name] ?? name, extent(question, name)].filter((part) => part !== "").join(": ");

// {node, answer("approve" | "deny"), focusReason, focusScope}. `send` gets the body to post; `typed` has what was
// written as reason before, and keeps what is; `press(event, "y" | "n")` is told of buttons that a key has pressed.
export function answerForm(question, send, typed, press) {
  const scope = el("select", { id: "scope", on: { change: () => sync() } },
    question.scopes.map((name) => el("option", { value: name }, scopeText(question, name))));
  const minutes = el("input", { id: "minutes", type: "number", min: 1, max: 1440, value: 30 });
  const pattern = el("input", { id: "pattern", value: question.pattern, spellcheck: "false", autocomplete: "off" });
  const reason = el("input", { id: "reason", autocomplete: "off", value: typed.reason, placeholder: "why you deny it: the agent reads this; Enter denies",
    on: { input: () => typed.keep(reason.value) } });
  const minutesRow = el("p", {}, el("label", { for: "minutes" }, "Minutes"), minutes);
  // The domain of a host, for a person to choose.
  const wider = question.wider && el("button", { type: "button", class: "wider", on: { click: () => {
    pattern.value = pattern.value === question.wider ? question.pattern : question.wider;
  } } }, `${question.wider}, or this host alone`);
  const patternRow = el("p", {}, el("label", { for: "pattern" }, "It covers"), pattern, wider);

  const isRemembered = () => kRemembered.includes(scope.value);
  function sync() {
    minutesRow.hidden = scope.value !== "minutes";
    patternRow.hidden = !isRemembered();
  }

  function chosen(word) {
    const body = { answer: word };
    if (scope.value !== "" && scope.value !== "once") body.scope = scope.value === "minutes" ? `${minutes.value}m` : scope.value;
    if (isRemembered() && pattern.value !== question.pattern) body.pattern = pattern.value;
    return body;
  }
  // A No for ever is a rule of the policy.
  const held = (body) => (body.scope === "always" ? { ...body, scope: "session" } : body);
  const denial = () => ({ ...held(chosen("deny")), ...(reason.value === "" ? {} : { reason: reason.value }) });
  const answer = (word) => send(word === "approve" ? chosen("approve") : denial());
  // Enter in a field is a click on the last button, which has not got the focus.
  const byKey = (event) => event.detail === 0 && document.activeElement === event.currentTarget;
  const clicked = (event, word) => {
    event.preventDefault();
    if (byKey(event)) press(event, word === "approve" ? "y" : "n");
    else answer(word);
  };

  const node = el("form", { class: "answer", "aria-label": "Your answer", on: { submit: (event) => { event.preventDefault(); answer("deny"); } } },
    question.scopes.length > 1 && el("p", {}, el("label", { for: "scope" }, "Answer for"), scope),
    minutesRow, patternRow,
    el("p", {}, el("label", { for: "reason" }, "Reason"), reason),
    el("p", { class: "only quiet" }, "These two are for this question alone; the keys y and n answer what is marked."),
    el("div", { class: "buttons" },
      el("button", { type: "button", class: "approve", "aria-keyshortcuts": "y", on: { click: (event) => clicked(event, "approve") } },
        question.confirm ? "Approve…" : "Approve", el("kbd", { "aria-hidden": "true" }, "y")),
      el("button", { type: "submit", class: "deny", "aria-keyshortcuts": "n", on: { click: (event) => clicked(event, "deny") } }, "Deny", el("kbd", { "aria-hidden": "true" }, "n"))));
  sync();
  return { node, answer, focusReason: () => reason.focus(), focusScope: () => scope.focus() };
}
