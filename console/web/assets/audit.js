// SPDX-License-Identifier: Apache-2.0
// The record: searched and paged by `guard web`, one record in full, and all that fits to save.
import { call, download, query } from "./api.js";
import { openDialog } from "./dialog.js";
import { el, empty, fill, say, timeText } from "./dom.js";

const kCategories = ["FS_DELETE_OVERWRITE", "FS_OUTSIDE_WORKSPACE", "FS_CONFIG_SECRETS", "DEPS_INSTALL_UPDATE",
  "GIT_PUBLISH", "SYSTEM_IMPACT", "SUDO", "NETWORK_RISK", "EXEC_ARBITRARY"];
const kHidden = ["hash", "prev_hash", "args_hash", "outcome_hash", "outcome_prev_hash"];

const option = (value, text) => el("option", { value }, text);
const labelled = (text, input) => el("label", {}, el("span", {}, text), input);

function whatText(record) {
  return record.act === "exec" && record.argv.length > 0 ? record.argv.join(" ") : record.result_summary || record.objects.join(" ");
}

function valueText(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function showRecord(record) {
  const fields = Object.entries(record).filter(([, value]) => value !== null && value !== "" && !(Array.isArray(value) && value.length === 0));
  const rows = (which) => el("dl", { class: "fields" }, fields.filter(([name]) => which(name))
    .map(([name, value]) => [el("dt", {}, name), el("dd", {}, valueText(value))]));
  return openDialog(`Record ${record.name}`, (close) => [
    rows((name) => !kHidden.includes(name)),
    el("details", {}, el("summary", {}, "Its place in the chain"), rows((name) => kHidden.includes(name))),
    el("div", { class: "buttons" }, el("button", { autofocus: true, on: { click: () => close(null) } }, "Close")),
  ]);
}

function mount(main) {
  let before = null;
  let asked = 0;
  const fields = {
    command: el("input", { type: "search", placeholder: "rm -rf" }),
    path: el("input", { type: "search", placeholder: "notes.txt or *.txt" }),
    session: el("input", { type: "search", autocomplete: "off" }),
    since: el("input", { placeholder: "2h, 3d, 2026-11-01" }),
    until: el("input", { placeholder: "2h, 3d, 2026-11-02" }),
    decision: el("select", {}, option("", "any"), ["allow", "ask", "deny", "block"].map((one) => option(one, one))),
    tier: el("select", {}, option("", "all"), [1, 2, 3].map((one) => option(one, `${one} and up`))),
    category: el("select", {}, option("", "any"), kCategories.map((one) => option(one, one))),
  };
  const names = { command: "Command", path: "Path", session: "Session", since: "Since", until: "Until",
    decision: "Decision", tier: "Tier", category: "Category" };
  const format = el("select", { "aria-label": "Format" }, ["csv", "jsonl", "json", "ocsf"].map((one) => option(one, one.toUpperCase())));
  const save = el("button", { type: "button", on: { click: () => exportAll() } }, "Export");
  const body = el("tbody", {});
  const table = el("table", {}, el("caption", { class: "hidden" }, "Records, the newest first"),
    el("thead", {}, el("tr", {}, ["Time", "Record", "Decision", "Tier", "Category", "Outcome", "What"].map((name) => el("th", { scope: "col" }, name)))), body);
  const end = el("div", {});
  fill(main,
    el("form", { class: "filters", "aria-label": "Search the record", on: { submit: (event) => { event.preventDefault(); begin(); } } },
      Object.entries(fields).map(([name, input]) => labelled(names[name], input)),
      el("div", { class: "buttons" }, el("button", { class: "main", type: "submit" }, "Search"), format, save)),
    el("div", { class: "wide stack", tabindex: 0, role: "region", "aria-label": "Records" }, table), end);

  const wanted = () => Object.fromEntries(Object.entries(fields).map(([name, input]) => [name, input.value.trim()]));

  const row = (record) => el("tr", {},
    el("td", {}, timeText(record.timestamp)),
    el("td", {}, el("button", { class: "plain", on: { click: () => showRecord(record) } }, record.name)),
    el("td", {}, record.approval_status && record.approval_status !== "auto" ? `${record.decision}, ${record.approval_status}` : record.decision),
    el("td", {}, el("span", { class: `tier tier${record.risk_tier}` }, `tier ${record.risk_tier}`)),
    el("td", {}, record.category),
    el("td", {}, record.outcome),
    el("td", { class: "text" }, whatText(record)));

  async function fetchPage() {
    const mine = ++asked;
    const isAtEnd = end.contains(document.activeElement);
    fill(end, el("p", { class: "empty" }, "Loading…"));
    try {
      const page = await call("GET", `/api/audit${query({ ...wanted(), before: before ?? "" })}`);
      if (mine !== asked) return;
      body.append(...page.records.map(row));
      before = page.before;
      fill(end, before !== null && el("button", { on: { click: fetchPage } }, "Show older ones"),
        body.children.length === 0 && empty("No record fits."));
      if (isAtEnd) end.querySelector("button")?.focus();
    } catch (error) {
      if (mine === asked) fill(end, el("p", { class: "wrong" }, error.message));
    }
  }

  function begin() {
    before = null;
    fill(body);
    return fetchPage();
  }

  async function exportAll() {
    save.disabled = true;
    fill(save, "Exporting…");
    try {
      const ending = format.value === "ocsf" ? "ocsf.jsonl" : format.value;
      await download(`/api/audit/export${query({ ...wanted(), format: format.value })}`, `guard-audit.${ending}`);
      say(`Exported as guard-audit.${ending}`);
    } catch (error) {
      say(error.message, true);
    }
    fill(save, "Export");
    save.disabled = false;
  }

  begin();
  return {
    update: () => {},
    keys: [
      { keys: ["/"], text: "search", run: () => fields.command.focus() },
      { keys: ["g"], text: "search again", run: begin },
    ],
  };
}

export const auditView = { id: "audit", title: "Audit", mount };
