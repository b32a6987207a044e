// SPDX-License-Identifier: Apache-2.0
// The record: searched and paged by `guard web`, one record in full, and all that fits to save. A request looks at a
// part of the record; where little fits, the next ones go on from there until a page is full, and can be stopped.
import { call, download, query } from "./api.js";
import { openDialog } from "./dialog.js";
import { countText, dayTimeText, el, empty, fill, say, timeGiven } from "./dom.js";
import { store } from "./store.js";

const kCategories = ["FS_DELETE_OVERWRITE", "FS_OUTSIDE_WORKSPACE", "FS_CONFIG_SECRETS", "DEPS_INSTALL_UPDATE",
  "GIT_PUBLISH", "SYSTEM_IMPACT", "SUDO", "NETWORK_RISK", "EXEC_ARBITRARY"];
const kDerived = ["name", "what", "decided"]; // of others of its fields
const kHidden = ["hash", "prev_hash", "args_hash", "outcome_hash", "outcome_prev_hash"];

const kPage = 50;
const kTimes = ["10 minutes ago", "1 hour ago", "today", "yesterday", "7 days ago"];
const kOldest = "oldest"; // a place: the other end

const option = (value, text) => el("option", { value }, text);
const labelled = (text, input) => el("label", {}, el("span", {}, text), input);

const whatText = (record) => record.what;

function valueText(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function showRecord(record) {
  const fields = Object.entries(record).filter(([name, value]) => !kDerived.includes(name) && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0));
  const rows = (which) => el("dl", { class: "fields" }, fields.filter(([name]) => which(name))
    .map(([name, value]) => [el("dt", {}, name), el("dd", {}, valueText(value))]));
  return openDialog(`Record ${record.name}`, (close) => [
    el("p", { class: "what" }, whatText(record)),
    record.undo_id && el("p", {}, "guard saved what it changed: ", el("a", { href: "#/undo", on: { click: () => close(null) } }, "give it back")),
    rows((name) => !kHidden.includes(name)),
    el("details", {}, el("summary", {}, "Its place in the chain"), rows((name) => kHidden.includes(name))),
    el("div", { class: "buttons" }, el("button", { autofocus: true, on: { click: () => close(null) } }, "Close")),
  ]);
}

function mount(main) {
  let asked = 0;
  let running = null; // what gives up the request that is under way
  let searched = {};
  let shown = { older: null, newer: null };
  const fields = {
    command: el("input", { type: "search", placeholder: "rm -rf" }),
    path: el("input", { type: "search", placeholder: "notes.txt or *.txt" }),
    session: el("input", { type: "search", placeholder: "all sessions", autocomplete: "off", list: "known-sessions" }),
    since: el("input", { placeholder: "yesterday, 2h", autocomplete: "off", list: "known-times" }),
    until: el("input", { placeholder: "today, 1h", autocomplete: "off", list: "known-times" }),
    decision: el("select", {}, option("", "any"), ["allow", "ask", "deny", "block"].map((one) => option(one, one))),
    tier: el("select", {}, option("", "all"), [1, 2, 3].map((one) => option(one, `${one} and up`))),
    category: el("select", {}, option("", "any"), kCategories.map((one) => option(one, one))),
  };
  const names = { command: "Command", path: "Path", session: "Session", since: "Since", until: "Until",
    decision: "Decision", tier: "Tier", category: "Category" };
  const known = [["known-times", kTimes], ["known-sessions", [...store.sessions.keys()]]]
    .map(([id, values]) => el("datalist", { id }, values.map((value) => el("option", { value }))));
  const format = el("select", { "aria-label": "Format" }, ["csv", "jsonl", "json", "ocsf"].map((one) => option(one, one.toUpperCase())));
  const save = el("button", { type: "button", on: { click: () => exportAll() } }, "Export");
  const status = el("p", { class: "status", role: "status" });
  const stop = el("button", { hidden: true, on: { click: () => running?.abort() } }, "Stop");
  const body = el("tbody", {});
  const table = el("table", {}, el("caption", { class: "hidden" }, "Records, the newest first"),
    el("thead", {}, el("tr", {}, ["Time", "Record", "Decision", "Tier", "Category", "Outcome", "What"].map((name) => el("th", { scope: "col" }, name)))), body);
  const records = el("div", { class: "wide stack", tabindex: 0, role: "region", "aria-label": "Records" }, table);
  const moves = {
    newest: el("button", { on: { click: () => begin() } }, "Newest"),
    newer: el("button", { "aria-keyshortcuts": "k", on: { click: () => turn("newer") } }, "Newer"),
    older: el("button", { "aria-keyshortcuts": "j", on: { click: () => turn("older") } }, "Older"),
    oldest: el("button", { on: { click: () => look("newer", kOldest) } }, "Oldest"),
  };
  const end = el("div", {});
  const bar = el("div", { class: "bar" }, status, stop);
  const pages = el("nav", { class: "buttons", "aria-label": "Pages" }, Object.values(moves));
  fill(main,
    el("form", { class: "filters", "aria-label": "Search the record", on: { submit: (event) => { event.preventDefault(); search(); } } },
      Object.entries(fields).map(([name, input]) => labelled(names[name], input)),
      el("div", { class: "buttons" }, el("button", { class: "main", type: "submit" }, "Search"), format, save)),
    bar, records, end, pages, known);

  function wanted() {
    const given = Object.fromEntries(Object.entries(fields).map(([name, input]) => [name, input.value.trim()]));
    return { ...given, since: timeGiven(given.since), until: timeGiven(given.until) };
  }

  const row = (record) => el("tr", {},
    el("td", {}, dayTimeText(record.timestamp)),
    el("td", {}, el("button", { class: "plain", on: { click: () => showRecord(record) } }, record.name)),
    el("td", {}, record.decided),
    el("td", {}, el("span", { class: `tier tier${record.risk_tier}` }, `tier ${record.risk_tier}`)),
    el("td", {}, record.category),
    el("td", {}, record.outcome),
    el("td", { class: "text" }, whatText(record)));

  // The page towards `side` ("older" or "newer") from a place on, which may take several requests.
  async function gather(side, place, mine, progress) {
    const page = { records: [], older: null, newer: null, looked: 0 };
    const back = side === "older" ? "newer" : "older";
    for (let rest = place; ;) {
      const answer = await call("GET", `/api/audit${query({ ...searched, limit: kPage - page.records.length, [side === "older" ? "before" : "after"]: rest })}`, undefined, running.signal);
      if (mine !== asked) return null;
      if (page.records.length === 0 && place !== "" && place !== kOldest) page[back] = answer[back];
      page.records = side === "older" ? [...page.records, ...answer.records] : [...answer.records, ...page.records];
      page.looked += answer.looked_at;
      page[side] = rest = answer[side];
      if (rest === null || page.records.length >= kPage) return page;
      progress(page);
    }
  }

  function draw(page) {
    const hadFocus = pages.contains(document.activeElement);
    shown = page;
    fill(body, page.records.map(row));
    fill(end, page.records.length === 0 && empty("No record matches.", "Widen the search: another word, a longer time, a lower tier."));
    syncMoves();
    if (hadFocus && (pages.hidden || document.activeElement.disabled)) records.focus();
  }

  function syncMoves() {
    moves.newest.disabled = moves.newer.disabled = shown.newer === null;
    moves.older.disabled = moves.oldest.disabled = shown.older === null;
    pages.hidden = shown.newer === null && shown.older === null;
  }

  function rangeText(list) {
    if (list.length === 0) return "";
    return `${countText(list.length, "record", "records")}, ${dayTimeText(list.at(-1).timestamp)} to ${dayTimeText(list[0].timestamp)}`;
  }

  const countedText = (count) => `${count.toLocaleString("en")} records`;
  const progressText = (page) =>
    `Looking: ${countedText(page.looked)} so far, ${page.records.length === 0 ? "none matches" : countText(page.records.length, "matches", "match")}…`;

  const isFirst = (place) => place === "";

  // Shows the records that were found. If a walk finds nothing further, the list stays as it is.
  function drawFound(page, side, place) {
    if (page.records.length === 0 && !isFirst(place)) {
      shown = { ...shown, [side]: null };
      syncMoves();
      fill(status, `No ${side} record matches.`);
      return;
    }
    draw(page);
    fill(status, rangeText(page.records));
    if (!isFirst(place)) bar.scrollIntoView({ block: "start" });
  }

  function drawStopped(page, side) {
    if (page.records.length > 0) draw(page);
    shown = { ...shown, [side]: page[side] };
    syncMoves();
    fill(status, `Stopped after ${countedText(page.looked)}. “${side === "older" ? "Older" : "Newer"}” goes on from there.`);
  }

  // From a place on. The newest page is whole: what leads to a part of it leads to all of it.
  async function look(side, place) {
    const mine = ++asked;
    running?.abort();
    running = new AbortController();
    let latest = null;
    const progress = (page) => {
      latest = page;
      stop.hidden = false;
      fill(status, progressText(page));
      if (isFirst(place) && page.records.length > 0) draw({ ...page, older: null });
    };
    fill(status, "Loading…");
    stop.hidden = true;
    try {
      const page = await gather(side, place, mine, progress);
      if (page === null) return;
      if (side === "newer" && page.newer === null && place !== kOldest && page.records.length < kPage) return begin();
      drawFound(page, side, place);
    } catch (error) {
      if (mine !== asked) return;
      if (running.signal.aborted && latest !== null) return drawStopped(latest, side);
      fill(status);
      fill(end, el("p", { class: "wrong" }, error.message));
    } finally {
      if (mine === asked) stop.hidden = true;
    }
  }

  const turn = (side) => (shown[side] === null ? undefined : look(side, shown[side]));
  const begin = () => look("older", "");

  function search() {
    searched = wanted();
    shown = { older: null, newer: null };
    fill(body);
    fill(end);
    syncMoves();
    return begin();
  }

  async function exportAll() {
    save.disabled = true;
    try {
      await download(`/api/audit/exports${query({ ...wanted(), format: format.value })}`);
      say("The browser saves it, and shows how far it is.");
    } catch (error) {
      say(error.message, true);
    }
    save.disabled = false;
  }

  search();
  return {
    update: () => {},
    leave: () => {
      asked += 1;
      running?.abort();
    },
    keys: [
      { keys: ["/"], text: "search", run: () => fields.command.focus() },
      { keys: ["g"], text: "search again", run: search },
      { keys: ["j"], text: "older records", run: () => turn("older") },
      { keys: ["k"], text: "newer records", run: () => turn("newer") },
    ],
  };
}

export const auditView = { id: "audit", title: "Audit", mount };
