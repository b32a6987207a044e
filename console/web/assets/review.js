// SPDX-License-Identifier: Apache-2.0
// The changes of a session against before it, to be kept or discarded: by file and by command, with
// differences.
import { call, query } from "./api.js";
import { countText, el, empty, fill, say, timeText } from "./dom.js";
import { discard, outcomeNodes, outcomeText } from "./review_discard.js";
import { fileDetail, hunkLines, differenceOf, showOwners } from "./review_file.js";
import { entryText, reviewTree } from "./review_tree.js";
import { showWork } from "./undo.js";

const kPatience = 250; // ms: what is typed is looked for after a rest

const kNarrow = matchMedia("(max-width: 50rem)"); // what is chosen stands below the list

const optionText = (session) => `${session.session}${session.running ? " (running)" : ""}, ${timeText(session.started)}: ${session.command}`;

// Undos of undos, and what has nothing left, are seldom meant.
const isUsual = (session) => session.undoes === "" && (session.changes > 0 || session.made);

function mount(main) {
  let review = null; // what is shown, as it was read
  let by = "file";
  let file = null; // {entry, whole, detail} of the file that is shown
  let asked = 0;
  let left = false;
  const choice = el("select", { id: "review-session", on: { change: () => open(choice.value) } });
  const search = el("input", { type: "search", placeholder: "a part of the name", "aria-label": "Search by name", on: { input: () => later(list) } });
  const groups = el("button", { "aria-keyshortcuts": "c", on: { click: () => turn() } });
  const anew = el("button", { "aria-keyshortcuts": "g", on: { click: () => open(review?.session ?? choice.value) } }, "Read again");
  const all = el("button", { "aria-keyshortcuts": "D", on: { click: () => discardAll() } }, "Discard all…");
  const status = el("div", { class: "status", role: "status" });
  const tree = reviewTree(fetchPart, choose, () => kNarrow.matches && detail.scrollIntoView());
  const detail = el("article", { "aria-label": "Your choice" });
  fill(main, el("div", { class: "list" },
    el("p", {}, el("label", { for: "review-session" }, "Session "), choice),
    el("div", { class: "bar" }, search, groups, anew, all), status, tree.node), detail);

  let timer;
  const later = (act) => {
    clearTimeout(timer);
    timer = setTimeout(act, kPatience);
  };
  const place = () => `/api/reviews/${encodeURIComponent(review.session)}`;

  // A review that the server let go is read anew; every other error is told.
  async function fetchOf(path, fields) {
    const mine = review;
    try {
      const answer = await call("GET", `${place()}${path}${query({ of: mine.of, ...fields })}`);
      return mine === review ? answer : null;
    } catch (error) {
      if (error.code === "gone" && mine === review) {
        await open(review.session);
        return null;
      }
      throw error;
    }
  }

  async function fetchPart(entry, from) {
    const place = { from: from ?? undefined, text: search.value.trim() };
    if (entry === null && by === "command" && place.text === "") {
      const part = await fetchOf("/commands", { from: place.from });
      return part && { entries: part.commands, next: part.next };
    }
    if (entry?.command !== undefined) return fetchOf("/files", { from: place.from, command: entry.command });
    if (entry?.open) return fetchOf("/files", { from: place.from, under: entry.open.under, length: entry.open.length });
    return fetchOf("/files", place);
  }

  function drawHead() {
    anew.disabled = search.disabled = review === null;
    all.hidden = review === null || review.rows + review.git.length === 0;
    fill(groups, by === "file" ? "By command" : "By file");
    if (review === null) return fill(status);
    return fill(status, el("p", {}, `${review.summary}. Read at ${timeText(review.read)}.`),
      review.git.map((line) => el("p", { class: "text" }, line)),
      review.lost && el("p", { class: "wrong" }, review.lost),
      review.damaged > 0 && el("p", { class: "wrong" }, `${countText(review.damaged, "line of the journal", "lines of the journal")} cannot be read: changes may be missing.`),
      !review.lists_all_made && el("p", { class: "wrong" }, "The session made more than is on its list: the rest is not shown."));
  }

  async function list() {
    if (review === null) return;
    try {
      const part = await fetchPart(null, null);
      if (part !== null && !left) tree.begin(part);
      if (part?.entries.length === 0 && search.value.trim() !== "") say("No name fits.");
    } catch (error) {
      say(error.message, true);
    }
  }

  // Reads what is there now. `shown`: what stands at the right meanwhile.
  async function open(session, shown = null) {
    const mine = ++asked;
    const before = review;
    review = null;
    file = null;
    drawHead();
    tree.clear();
    const over = shown === null ? showWork(detail, "Looking at what is there now…") : () => {};
    try {
      const now = await call("GET", `/api/reviews/${encodeURIComponent(session)}`).finally(over);
      letGo(before);
      if (mine !== asked || left) return letGo(now);
      review = now;
      drawHead();
      if (shown === null) fill(detail, empty(review.rows === 0 ? "Nothing differs from before." : "Choose a file.", "Nothing is discarded until you say so."));
      await list();
    } catch (error) {
      if (mine === asked) fill(detail, el("p", { class: "wrong" }, error.message));
    }
  }

  function letGo(one) {
    if (one) call("DELETE", `/api/reviews/${encodeURIComponent(one.session)}/${one.of}`).catch(() => {});
  }

  async function choose(entry) {
    file = null;
    if (entry.row === undefined || entry.open) return showGroup(entry);
    const mine = { entry, whole: null, detail: null };
    file = mine;
    try {
      const whole = await fetchOf(`/files/${entry.row}`, {});
      if (whole === null || file !== mine) return undefined;
      mine.whole = whole;
      mine.detail = fileDetail(whole, { discardFile: discardChosen, discardHunks: discardMarked, owners });
      return fill(detail, mine.detail.node);
    } catch (error) {
      if (file === mine) fill(detail, el("p", { class: "wrong" }, error.message));
      return undefined;
    }
  }

  function showGroup(entry) {
    const isCommand = entry.command !== undefined;
    fill(detail, el("h2", { class: "text" }, entryText(entry) || "(no command is known)"),
      el("p", {}, isCommand ? `This command changed ${countText(entry.rows, "file", "files")}.` : `${countText(entry.open.below, "change", "changes")} in this folder.`),
      el("div", { class: "answer buttons" }, el("button", { class: "deny", "aria-keyshortcuts": "d", on: { click: discardChosen } },
        isCommand ? "Discard what it changed…" : "Discard the folder's changes…", el("kbd", { "aria-hidden": "true" }, "d"))));
  }

  function owners(node) {
    return showOwners(node, `${place()}/files/${file.entry.row}`, review.of);
  }

  async function run(meant, title, nodes) {
    const session = review.session;
    try {
      const done = await discard(review, meant, title, { nodes, working: () => showWork(detail, "Discarding…") });
      if (done === null) return;
      fill(detail, outcomeNodes(done));
      say(outcomeText(done), done.left > 0);
      await open(session, done);
    } catch (error) {
      if (error.code === "gone") {
        say("guard no longer holds this review. Look again, then discard.", true);
        await open(session);
      } else fill(detail, el("p", { class: "wrong" }, error.message));
    }
  }

  const titleOf = (name) => (preview) => `Discard ${name}: ${countText(preview.items, "change", "changes")}?`;
  function discardChosen() {
    const entry = tree.chosen();
    if (review === null || entry === null) return;
    if (entry.command !== undefined && entry.text !== undefined) run({ what: "command", command: entry.command }, titleOf("what this command changed"));
    else if (entry.open) run({ what: "folder", under: entry.open.under, length: entry.open.length }, titleOf(entryText(entry)));
    else run({ what: "file", row: entry.row }, titleOf(entry.path));
  }

  function discardMarked() {
    const { entry, whole, detail: shown } = file;
    const marked = shown.marked();
    const nodes = marked.map((number) => differenceOf(hunkLines(whole.difference.hunks[number - 1]), `Hunk ${number}`));
    run({ what: "hunks", row: entry.row, hunks: marked.join(","), digest: whole.difference.digest },
      () => `Discard ${countText(marked.length, "hunk", "hunks")} of ${whole.path}?`, nodes);
  }

  const discardAll = () => review !== null && run({ what: "all" }, titleOf(`all of ${review.session}`));

  function turn() {
    by = by === "file" ? "command" : "file";
    drawHead();
    return list();
  }

  // By the name that a link brought along: the newest of that name.
  async function fetchSessions() {
    try {
      const known = (await call("GET", "/api/reviews")).reverse();
      const wanted = new URLSearchParams(location.hash.split("?")[1] ?? "").get("session");
      const first = known.find((one) => one.session === wanted) ?? known.find((one) => one.id === wanted);
      const listed = known.filter((one) => one === first || isUsual(one));
      fill(choice, listed.map((one) => el("option", { value: one.session }, optionText(one))));
      choice.disabled = listed.length === 0;
      if (left) return undefined;
      if (listed.length === 0) return fill(detail, empty("Nothing is kept.", "What sessions change from now on can be looked at here."));
      choice.value = (first ?? listed[0]).session;
      return open(choice.value);
    } catch (error) {
      return fill(detail, el("p", { class: "wrong" }, error.message));
    }
  }

  drawHead();
  fetchSessions();
  return {
    update: () => {},
    leave: () => {
      left = true;
      clearTimeout(timer);
      letGo(review);
    },
    keys: [
      { keys: ["j", "ArrowDown"], text: "the next line", run: () => tree.move(1) },
      { keys: ["k", "ArrowUp"], text: "the one before", run: () => tree.move(-1) },
      { keys: ["o"], text: "open or close a folder, a command", run: () => tree.toggle() },
      { keys: ["ArrowRight"], text: "open it", run: () => tree.setOpen(true) },
      { keys: ["ArrowLeft"], text: "close it", run: () => tree.setOpen(false) },
      { keys: ["h"], text: "to the next hunk, which Space marks", run: () => file?.detail?.nextMark() },
      { keys: ["d"], text: "discard the marked hunks, or what is chosen: asks first", run: () => (file?.detail?.marked().length > 0 ? discardMarked() : discardChosen()) },
      { keys: ["D"], text: "discard all: asks first", run: () => discardAll() },
      { keys: ["b"], text: "whose the lines are", run: () => { if (file?.whole?.has_lines) owners(file.detail.below); } },
      { keys: ["c"], text: "by command, or by file", run: () => turn() },
      { keys: ["/"], text: "search by name", run: () => search.focus() },
      { keys: ["g"], text: "read anew what is there now", run: () => { if (review) open(review.session); } },
    ],
  };
}

export const reviewView = { id: "review", title: "Review", mount };
