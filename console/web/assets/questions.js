// SPDX-License-Identifier: Apache-2.0
// The questions that wait: the list, one in full beside it, and the answers.
import { call } from "./api.js";
import { askYes, closeDialogs, confirmWord } from "./dialog.js";
import { countText, el, empty, fill, untilText, say } from "./dom.js";
import { impact, questionDetail } from "./question_detail.js";
import { answerForm } from "./answer_form.js";
import { AnswerKeys, kRest } from "./answer_keys.js";
import { questionList, sessionText, store } from "./store.js";

const kShownAtOnce = 200;
const kMostTogether = 100; // of the API
const kTooEarly = 400; // ms: nobody has read what he has just chosen; what came by itself takes kRest
const kOffered = { commands: ["r", "e", " ", "a"], moves: ["j", "k", "arrowdown", "arrowup", "/", "?", "escape", "1", "2", "3", "4", "5", "6", "7"] };
const kHints = {
  armed: "Press Enter to approve. Any other key cancels.",
  typing: "That was typing, not an answer: marks and choices are cleared.",
  early: "Nothing was answered. y counts only after 1.5 s without any key.",
};
const kLost = { state: "it no longer waits", answer_reason: "Its session has ended, or it was answered while this page was not connected." };
const kAnswered = { approve: "Approved", deny: "Denied" };

function bySession(questions) {
  const groups = new Map();
  for (const one of questions) groups.set(one.session, [...(groups.get(one.session) ?? []), one]);
  return groups;
}

// Answers with the same body, kMostTogether in a request.
async function post(questions, body) {
  const results = [];
  for (const [session, group] of bySession(questions)) {
    const place = `/api/sessions/${encodeURIComponent(session)}/approvals`;
    for (let at = 0; at < group.length; at += kMostTogether) {
      const ids = group.slice(at, at + kMostTogether).map((one) => one.id);
      results.push(...(await call("POST", place, { ids, ...body })).results);
    }
  }
  return results;
}

// An act that cannot be undone is read first.
function together(questions) {
  const isFinal = ({ body }) => body.undo_part !== "all";
  const sorted = [...questions.filter(isFinal), ...questions.filter((one) => !isFinal(one))];
  return el("ul", { class: "together", tabindex: 0, "aria-label": "What is approved" },
    sorted.map(({ body }) => el("li", {}, el("p", { class: "what" }, body.what), el("p", { class: "risk" }, body.risk),
      el("p", { class: "risk" }, `Undo: ${body.undo}`))));
}

// One of two people has answered: the question goes on waiting.
const isCounted = (result) => result.approval?.state === "pending";

function sayResults(results, word) {
  const wrong = results.filter((result) => result.error);
  const done = results.filter((result) => result.approval);
  const text = done.length === 1 ? `${kAnswered[word]}: ${done[0].approval.what}`
    : `${kAnswered[word]} ${countText(done.length, "question", "questions")}`;
  if (wrong.length > 0) say(`${done.length > 0 ? `${text}. ` : ""}Not taken: ${wrong[0].error.message}`, true);
  else if (done.some(isCounted)) say(done.find(isCounted).approval.missing);
  else say(text);
}

function mount(main) {
  let selected = null;
  let shown = null; // {key, form, tick}
  const ripe = new Map(); // key -> when an answer to it counts
  let opening = null; // when the last of them is there
  let isChosen = false; // what is being shown was chosen by the person
  let shifted = 0; // when rows last moved by themselves
  const keys = new AnswerKeys(kOffered, (event) => {
    if (event === "opened" && [...ripe.values()].every((time) => time === Infinity || performance.now() >= time)) open();
    if (event === "refused") orMarked("deny");
    main.toggleAttribute("data-armed", keys.armed);
  });
  let confirming = null; // the question whose word is being typed
  const reasons = new Map(); // key -> what was typed so far
  let most = kShownAtOnce;
  const marked = new Set();
  const gone = new Map(); // key -> the question as it was settled
  const rows = new Map();
  const search = el("input", { type: "search", placeholder: "Search", "aria-label": "Search in questions", on: { input: () => update([]) } });
  const byPointer = (event, word) => (event.detail === 0 ? press(event, word === "approve" ? "y" : "n") : answerMarked(word));
  const approveMarked = el("button", { class: "approve", "aria-keyshortcuts": "y", on: { click: (event) => byPointer(event, "approve") } });
  const denyMarked = el("button", { class: "deny", "aria-keyshortcuts": "n", on: { click: (event) => byPointer(event, "deny") } });
  const unmark = el("button", { on: { click: () => { marked.clear(); update([]); } } }, "Unmark");
  const batch = el("div", { class: "batch idle" }, approveMarked, denyMarked, unmark);
  const list = el("ul", { class: "rows", "aria-label": "Questions that wait" });
  const more = el("button", { hidden: true, on: { click: () => { most += kShownAtOnce; update([]); } } });
  const detail = el("article", { "aria-label": "The question" });
  fill(main, el("div", { class: "list" }, el("div", { class: "bar" }, search), list, el("div", {}, more), batch), detail);

  const isNarrow = () => matchMedia("(max-width: 50rem)").matches; // the question is below the list
  const visible = () => {
    const wanted = search.value.toLowerCase();
    return questionList().filter(({ session, body }) =>
      `${body.what} ${body.why} ${body.category} ${sessionText(session)}`.toLowerCase().includes(wanted));
  };

  // From now on somebody can read it. A question that looks as if it took an answer takes one.
  function show(key, byPerson) {
    const wait = byPerson ? kTooEarly : kRest;
    ripe.set(key, performance.now() + wait);
    hold();
    opening = setTimeout(() => open(), wait + 20);
    if (!byPerson) keys.begin();
  }
  function open() {
    if (keys.open) delete main.dataset.early;
  }
  function hold() {
    main.dataset.early = "";
    clearTimeout(opening);
  }
  const isRipe = (key) => performance.now() >= (ripe.get(key) ?? Infinity);

  function setMark(key, isMarked) {
    if (isMarked && !marked.has(key)) show(key, true);
    if (isMarked) marked.add(key);
    else marked.delete(key);
  }

  function select(key, byPerson) {
    selected = key;
    isChosen = byPerson;
    update([]);
    isChosen = false;
    if (byPerson) (isNarrow() ? detail : rows.get(key))?.scrollIntoView({ block: isNarrow() ? "start" : "nearest" });
  }

  function rowOf(question) {
    const { key, body } = question;
    const box = el("input", {
      type: "checkbox", "aria-label": `Mark: ${body.what}`,
      on: { change: () => { if (!hasShifted()) setMark(key, box.checked); update([]); } },
    });
    const left = el("span", { class: "left" }, untilText(body.deadline));
    const row = el("li", {}, body.tier < 3 ? box : el("span", { class: "box" }),
      el("button", { class: "row", on: { click: () => { if (!hasShifted()) select(key, true); } } },
        el("span", { class: `tier tier${body.tier}` }, `tier ${body.tier}`),
        el("span", { class: "text" }, body.what), el("span", { class: "quiet" }, sessionText(question.session)), left));
    row.key = key;
    row.tick = () => fill(left, untilText(body.deadline));
    row.sync = () => {
      box.checked = marked.has(key);
      row.querySelector("button").setAttribute("aria-current", String(key === selected));
    };
    return row;
  }

  // Another question is now where the pointer was a moment ago.
  function hasShifted() {
    if (performance.now() - shifted >= kTooEarly) return false;
    say("The list has just moved. Look again before you click.");
    return true;
  }

  function drawList(questions) {
    const wanted = questions.slice(0, most);
    if ([...list.children].some((row, index) => row.key !== wanted[index]?.key)) shifted = performance.now();
    const keys = new Set(wanted.map((one) => one.key));
    for (const [key, row] of rows) if (!keys.has(key)) { row.remove(); rows.delete(key); }
    wanted.forEach((question, index) => {
      if (!rows.has(question.key)) rows.set(question.key, rowOf(question));
      const row = rows.get(question.key);
      if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null);
      row.sync();
    });
    more.hidden = questions.length <= most;
    fill(more, `Show more (${questions.length - most} left)`);
  }

  // A question that is not listed is not marked: nobody answers what he does not see. While something is, the keys
  // are for that.
  function drawBatch(questions) {
    const listed = new Set(questions.map((one) => one.key));
    for (const key of marked) if (!listed.has(key)) marked.delete(key);
    batch.classList.toggle("idle", marked.size === 0);
    main.toggleAttribute("data-marked", marked.size > 0);
    for (const button of [approveMarked, denyMarked, unmark]) button.disabled = marked.size === 0;
    const key = (name) => el("kbd", { "aria-hidden": "true" }, name);
    fill(approveMarked, `Approve ${marked.size}`, key("y"));
    fill(denyMarked, `Deny ${marked.size}`, key("n"));
  }

  function drawDetail() {
    const question = store.questions.get(selected);
    const any = store.questions.size > 0;
    const approvals = question?.body.approvals.length ?? -1; // -1: it does not wait
    if (shown?.key === selected && shown.approvals === approvals && (question || (gone.has(selected) === shown.over && shown.any === any))) return;
    shown = { key: selected, approvals, over: gone.has(selected), any };
    if (question) {
      show(selected, isChosen);
      const whole = questionDetail(question);
      const form = answerForm(question.body, (body) => answer([question], body),
        { reason: reasons.get(selected) ?? "", keep: (text) => reasons.set(question.key, text) }, press);
      Object.assign(shown, { tick: whole.tick, form });
      fill(detail, whole.node, form.node);
    } else if (gone.has(selected)) {
      const settled = gone.get(selected);
      fill(detail, empty(`This question is over: ${settled.state}.`,
        [settled.answered_by && `By ${settled.answered_by}. `, settled.answer_reason].filter(Boolean).join("")));
    } else {
      fill(detail, store.loaded && (any ? empty("No waiting question matches the search.")
        : empty("No question waits.", "A new question appears here at once.")));
    }
  }

  async function answer(questions, body) {
    if (questions.length === 0) return;
    if (!questions.every((one) => isRipe(one.key))) return say("Nothing was answered: the question came just now. Read it first.");
    const single = questions.length === 1 ? questions[0].body : null;
    if (body.answer === "approve" && single?.confirm) {
      confirming = questions[0].key;
      const isMeant = await confirmWord(single.confirm, impact(single));
      confirming = null;
      if (!isMeant) return;
      body = { ...body, confirm: single.confirm };
    }
    if (body.answer === "approve" && !single) {
      const text = `Let all ${questions.length} happen`;
      if (!(await askYes(text, [together(questions)], text))) return;
    }
    const before = visible();
    for (const one of questions) ripe.set(one.key, Infinity); // one answer at a time
    hold();
    try {
      const results = await post(questions, body);
      sayResults(results, body.answer);
      const over = new Set(results.filter((one) => one.approval && !isCounted(one)).map((one) => one.approval.id));
      for (const one of questions) if (over.has(one.id)) store.questions.delete(one.key);
    } catch (error) {
      say(error.message, true);
    }
    for (const one of questions) show(one.key, false);
    marked.clear();
    if (store.questions.has(selected)) return update([]);
    const at = before.findIndex((one) => one.key === selected);
    const next = [...before.slice(at + 1), ...before.slice(0, Math.max(at, 0))].find((one) => store.questions.has(one.key));
    select(next?.key ?? null, false);
  }

  const answerMarked = (word) => answer([...marked].map((key) => store.questions.get(key)).filter(Boolean), { answer: word });

  function move(step) {
    const questions = visible();
    const at = questions.findIndex((one) => one.key === selected);
    const next = questions[Math.min(Math.max(at + step, 0), questions.length - 1)];
    if (next) select(next.key, true);
  }

  function mark() {
    const question = store.questions.get(selected);
    if (!question || question.body.tier >= 3) return;
    setMark(selected, !marked.has(selected));
    update([]);
  }

  function markAll() {
    for (const question of visible().slice(0, most)) if (question.body.tier < 3) setMark(question.key, true);
    update([]);
  }

  // A key, or a button that a key pressed. True: it is dealt with here.
  function press(event, key) {
    const said = keys.take(key, event.timeStamp, event.repeat);
    main.toggleAttribute("data-armed", keys.armed);
    if (said === "armed" && needsWord()) {
      keys.note(event.timeStamp);
      main.removeAttribute("data-armed");
      orMarked("approve");
    } else if (said === "armed") {
      say(kHints.armed);
    } else if (said === "approved") {
      orMarked("approve");
    } else if (said === "typing") {
      forgetChoices();
    } else if (said === "dropped" && ["y", "n", "r", "e", "a", " "].includes(key)) {
      say(kHints.early);
    } else {
      return said === "refusing" || (said === "dropped" && !kOffered.moves.includes(key.toLowerCase()));
    }
    return true;
  }
  const needsWord = () => marked.size === 0 && Boolean(store.questions.get(selected)?.body.confirm);

  // Nothing that was chosen by keys which turn out to be typing stays chosen.
  function forgetChoices() {
    say(kHints.typing);
    marked.clear();
    shown = null;
    update([]);
    keys.begin();
    hold();
  }

  // Keys that are no text (Shift, F5), and an Enter that presses the button with the focus, are none of ours.
  function take(event) {
    const presses = event.key === "Enter" && !keys.armed;
    const isText = event.key.length === 1 || ["Enter", "Escape", "ArrowDown", "ArrowUp"].includes(event.key);
    return !presses && isText && press(event, event.key);
  }

  // Typing that began in another window goes on in this one.
  const hasFocus = () => {
    keys.begin();
    main.removeAttribute("data-armed");
  };
  addEventListener("focus", hasFocus);
  document.addEventListener("visibilitychange", hasFocus);

  const orMarked = (word) => (marked.size > 0 ? answerMarked(word) : shown?.form?.answer(word));

  function update(events) {
    for (const { type, data } of events) {
      if (type !== "settled") continue;
      const key = `${data.session} ${data.body.id}`;
      gone.set(key, data.body);
      ripe.delete(key);
      reasons.delete(key);
      if (key === confirming) closeDialogs();
    }
    if (shown?.approvals >= 0 && !store.questions.has(shown.key) && !gone.has(shown.key)) gone.set(shown.key, kLost);
    const questions = visible();
    const isThere = gone.has(selected) || questions.some((one) => one.key === selected);
    if (!isThere && questions.length > 0) return select(questions[0].key, false);
    if (!isThere) selected = null;
    drawList(questions);
    drawBatch(questions);
    drawDetail();
  }

  const clock = setInterval(() => {
    for (const row of rows.values()) row.tick();
    shown?.tick?.();
  }, 1000);

  return {
    update,
    take,
    elsewhere: (event) => keys.note(event.timeStamp),
    leave: () => {
      clearInterval(clock);
      clearTimeout(opening);
      keys.end();
      removeEventListener("focus", hasFocus);
      document.removeEventListener("visibilitychange", hasFocus);
      delete main.dataset.early;
      main.removeAttribute("data-armed");
    },
    keys: [
      { keys: ["y"], text: "then Enter: approve what is marked, or the one that is shown; tier 3 takes the word instead", run: () => {} },
      { keys: ["n"], text: "deny it", run: () => {} },
      { keys: ["r"], text: "write a reason, which the agent reads", run: () => shown?.form?.focusReason() },
      { keys: ["e"], text: "choose how long the answer holds", run: () => shown?.form?.focusScope() },
      { keys: ["j", "ArrowDown"], text: "the next one", run: () => move(1) },
      { keys: ["k", "ArrowUp"], text: "the one before", run: () => move(-1) },
      { keys: [" "], text: "mark it, to answer several together", run: mark },
      { keys: ["a"], text: "mark all that are listed, except tier 3", run: markAll },
      { keys: ["/"], text: "search", run: () => search.focus() },
    ],
  };
}

export const questionsView = { id: "questions", title: "Questions", badge: () => store.questions.size, mount };
