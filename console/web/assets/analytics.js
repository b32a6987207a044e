// SPDX-License-Identifier: Apache-2.0
// Figures of the record: what was asked, how it ended, how long people took. Each chart has its
// numbers in a table below it, for whoever does not see the picture.
import { call, query } from "./api.js";
import { el, empty, fill } from "./dom.js";
import { store } from "./store.js";

const kPeriods = [["24h", "the last day"], ["7d", "the last 7 days"], ["30d", "the last 30 days"], ["", "all of it"]];
const kEnds = ["approved", "denied", "timeout", "withdrawn", "skipped"];
const kEndColours = { approved: "--approve", denied: "--deny", timeout: "--t2", withdrawn: "--quiet", skipped: "--accent" };
const kMostHours = 72; // with more, days are shown

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// Hours as they are, or added up to days.
function periods(hours) {
  if (hours.length === 0) return [];
  const first = new Date(hours[0].hour).getTime();
  const last = new Date(hours.at(-1).hour).getTime();
  const isShort = (last - first) / 3600000 <= kMostHours;
  const byName = new Map();
  for (const hour of hours) {
    const time = new Date(hour.hour);
    const day = time.toLocaleDateString("en-CA");
    const name = isShort ? `${day.slice(5)} ${time.toLocaleTimeString("en-GB").slice(0, 5)}` : day;
    const sum = byName.get(name) ?? { name, acts: 0, minutes: 0, ends: Object.fromEntries(kEnds.map((end) => [end, 0])) };
    sum.acts += hour.acts;
    sum.minutes += hour.minutes;
    for (const end of kEnds) sum.ends[end] += hour.ends[end];
    byName.set(name, sum);
  }
  return [...byName.values()];
}

function table(names, rows) {
  return el("details", {}, el("summary", {}, "The numbers"), el("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Numbers" },
    el("table", {}, el("thead", {}, el("tr", {}, names.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, rows.map(([first, ...rest]) => el("tr", {}, el("th", { scope: "row" }, first), rest.map((cell) => el("td", {}, cell))))))));
}

function chartCard(title, names, rows, config) {
  const canvas = el("canvas", { role: "img", "aria-label": `${title}; the numbers are below` });
  const node = el("article", { "aria-label": title }, el("h2", {}, title), el("div", { class: "chart" }, canvas), table(names, rows));
  return { node, draw: () => new window.Chart(canvas, config) };
}

function barConfig(labels, sets, isStacked, sideways = false) {
  const axis = { stacked: isStacked, beginAtZero: true, grid: { color: colour("--line") }, ticks: { color: colour("--quiet"), precision: 0 } };
  return {
    type: "bar",
    data: { labels, datasets: sets.map(({ name, values, token }) => ({ label: name, data: values, backgroundColor: colour(token), maxBarThickness: 46 })) },
    options: {
      indexAxis: sideways ? "y" : "x", responsive: true, maintainAspectRatio: false, animation: false,
      plugins: { legend: { display: true, labels: { color: colour("--text"), boxWidth: 12 } } },
      scales: { x: axis, y: axis },
    },
  };
}

function endsCard(title, first, rows, sideways) {
  const used = kEnds.filter((end) => rows.some((row) => row.ends[end] > 0));
  const sets = used.map((end) => ({ name: end, values: rows.map((row) => row.ends[end]), token: kEndColours[end] }));
  return chartCard(title, [first, ...kEnds], rows.map((row) => [row.name, ...kEnds.map((end) => row.ends[end])]),
    barConfig(rows.map((row) => row.name), sets, true, sideways));
}

const secondsText = (ms) => (ms === null ? "–" : ms < 90000 ? `${(ms / 1000).toFixed(1)} s` : `${(ms / 60000).toFixed(1)} min`);

function tiles(trends) {
  const asked = kEnds.reduce((sum, end) => sum + trends.ends[end], 0);
  const minutes = trends.hours.reduce((sum, hour) => sum + hour.minutes, 0);
  const tile = (value, text) => el("li", {}, el("strong", {}, value), el("span", {}, text));
  return el("ul", { class: "tiles figures", "aria-label": "Figures" },
    tile(asked, "questions"), kEnds.filter((end) => trends.ends[end] > 0).map((end) => tile(trends.ends[end], end)),
    tile(trends.commands === 0 ? "–" : (asked / trends.commands * 100).toFixed(1), "questions per 100 commands"),
    tile(secondsText(trends.median_wait_ms), "median time to answer"),
    tile(minutes === 0 ? "–" : (trends.acts / minutes).toFixed(1), "acts a minute, while there were any"),
    tile(trends.acts, "acts on record"), tile(trends.refused, "refused"));
}

function cards(trends) {
  const over = periods(trends.hours);
  const minuteRows = over.map((one) => [one.name, (one.acts / one.minutes).toFixed(1), one.acts]);
  const asked = over.filter((one) => kEnds.some((end) => one.ends[end] > 0));
  return [
    asked.length > 0 && endsCard("Questions over time", "Time", asked, false),
    trends.waits.some((wait) => wait.count > 0) && chartCard("Time to answer", ["Time", "Answers"], trends.waits.map((wait) => [wait.text, wait.count]),
      barConfig(trends.waits.map((wait) => wait.text), [{ name: "answers", values: trends.waits.map((wait) => wait.count), token: "--accent" }], false)),
    trends.categories.length > 0 && endsCard("By category", "Category", trends.categories, true),
    trends.tiers.length > 0 && endsCard("By tier", "Tier", trends.tiers.map((one) => ({ ...one, name: `tier ${one.name}` })), true),
    over.length > 0 && chartCard("Acts a minute", ["Time", "Acts a minute", "Acts"], minuteRows,
      barConfig(over.map((one) => one.name), [{ name: "acts a minute", values: minuteRows.map((row) => Number(row[1])), token: "--accent" }], false)),
  ].filter(Boolean);
}

function mostAsked(commands) {
  return el("article", { "aria-label": "Most asked commands" }, el("h2", {}, "Most asked commands"),
    el("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Most asked commands" }, el("table", {},
      el("thead", {}, el("tr", {}, ["Command", "Asked", ...kEnds].map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, commands.map((one) => el("tr", {}, el("td", { class: "text" }, one.text), el("td", {}, one.asked),
        kEnds.map((end) => el("td", {}, one.ends[end]))))))));
}

function mount(main) {
  let asked = 0;
  let running = null; // what gives up the request that is under way
  let charts = [];
  const since = el("select", { "aria-label": "Period", on: { change: () => fetchTrends() } }, kPeriods.map(([value, text]) => el("option", { value, selected: value === "7d" }, text)));
  const known = el("datalist", { id: "known-sessions" }, [...store.sessions.keys()].map((name) => el("option", { value: name })));
  const session = el("input", { type: "search", placeholder: "all sessions", list: "known-sessions", "aria-label": "Session", on: { change: () => fetchTrends() } });
  const status = el("span", { class: "quiet", role: "status" });
  const figures = el("div", {});
  fill(main, el("div", { class: "bar" }, since, session, known, status), figures);

  function draw(trends) {
    for (const chart of charts) chart.destroy();
    charts = [];
    if (trends.acts === 0) return fill(figures, empty("Nothing is on record.", "Choose a longer period, or another session."));
    const all = cards(trends);
    fill(figures, tiles(trends), el("div", { class: "cards charts" }, all.map((card) => card.node), trends.most_asked.length > 0 && mostAsked(trends.most_asked)));
    charts = all.map((card) => card.draw());
  }

  async function fetchTrends() {
    const mine = ++asked;
    running?.abort();
    running = new AbortController();
    fill(status, "Counting…");
    try {
      const trends = await call("GET", `/api/trends${query({ since: since.value, session: session.value.trim() })}`, undefined, running.signal);
      if (mine === asked) draw(trends);
    } catch (error) {
      if (mine === asked) fill(figures, el("p", { class: "wrong" }, error.message));
    }
    if (mine === asked) fill(status);
  }

  const scheme = matchMedia("(prefers-color-scheme: dark)");
  scheme.addEventListener("change", fetchTrends);
  fetchTrends();
  return {
    update: () => {},
    leave: () => {
      asked += 1;
      running?.abort();
      scheme.removeEventListener("change", fetchTrends);
      for (const chart of charts) chart.destroy();
    },
    keys: [{ keys: ["g"], text: "count again", run: fetchTrends }],
  };
}

export const analyticsView = { id: "analytics", title: "Analytics", mount };
