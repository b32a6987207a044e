// SPDX-License-Identifier: Apache-2.0
// The grants that answers gave: for a session, for a time, always; and taking them back.
import { call } from "./api.js";
import { askYes } from "./dialog.js";
import { el, empty, fill, refill, say, timeText } from "./dom.js";
import { sessionText, store } from "./store.js";

const kAskEvery = 3000; // ms

const covers = (grant) => `${grant.denies ? "never: " : ""}${grant.covers ?? `every act of category ${grant.category}`}`;

function inSessions() {
  const rows = [];
  for (const [session, grants] of store.grants)
    for (const grant of grants) if (grant.scope !== "always") rows.push({ session, grant });
  return rows;
}

function mount(main) {
  const box = el("div", {}); // what comes after this view was left is drawn nowhere
  let standing = [];
  let trouble = "";
  let drawn = false;

  async function revoke({ session, grant }) {
    const sure = await askYes("Take this back?", [el("p", { class: "what" }, covers(grant)),
      el("p", {}, "guard will ask about these acts again. What it let happen stays.")], "Take it back", "deny");
    if (!sure) return;
    const place = session === "" ? "/api/grants/" : `/api/sessions/${encodeURIComponent(session)}/grants/`;
    try {
      await call("DELETE", place + encodeURIComponent(grant.id));
      say(`Taken back: ${covers(grant)}`);
    } catch (error) {
      say(error.message, true);
    }
    if (session === "") await fetchStanding();
  }

  const row = (one) => el("tr", {},
    el("td", { class: "text" }, covers(one.grant)),
    el("td", {}, one.grant.until ? `until ${timeText(one.grant.until)}` : one.grant.scope),
    el("td", {}, one.session === "" ? one.grant.workspace : sessionText(one.session)),
    el("td", {}, one.grant.by ?? ""),
    el("td", {}, el("button", { id: `revoke-${one.session}-${one.grant.id}`, "aria-label": `Take back: ${covers(one.grant)}`, on: { click: () => revoke(one) } }, "Take back")));

  function draw() {
    drawn = true;
    const rows = [...standing.map((grant) => ({ session: "", grant })), ...inSessions()];
    refill(box, trouble !== "" && el("p", { class: "wrong" }, trouble),
      rows.length > 0 ? el("div", { class: "wide stack", tabindex: 0, role: "region", "aria-label": "Grants" },
        el("table", {}, el("caption", { class: "hidden" }, "Remembered answers"),
          el("thead", {}, el("tr", {}, ["It covers", "For", "Where", "By", "Action"].map((name) => el("th", { scope: "col" }, name)))),
          el("tbody", {}, rows.map(row))))
        : empty("No answer is remembered.", "An answer for longer than once is listed here, and can be taken back."));
  }

  // Drawn again only when it changed, because a row that is drawn anew loses the keyboard.
  async function fetchStanding() {
    const before = JSON.stringify([standing, trouble]);
    try {
      standing = (await call("GET", "/api/grants")).grants;
      trouble = "";
    } catch (error) {
      trouble = error.message;
    }
    if (!drawn || before !== JSON.stringify([standing, trouble])) draw();
  }

  fill(main, box);
  fetchStanding();
  // An answer is written down a moment after it was told, and from other sessions nothing is told.
  const timer = setInterval(fetchStanding, kAskEvery);
  return {
    update: (events) => {
      if (events.some(({ type }) => type === "grants")) fetchStanding().then(draw);
      else if (events.length === 0 || events.some(({ type }) => type === "ended" || type === "state")) draw();
    },
    leave: () => clearInterval(timer),
    keys: [],
  };
}

export const grantsView = { id: "grants", title: "Grants", mount };
