// SPDX-License-Identifier: Apache-2.0
// Drives Debian's chromium through the page of `guard web`.
//
// usage: browser.mjs ADDRESS ROOM < SCRIPT
//
// SCRIPT is the body of an async function; it has `page`, `context`, `address` and what is below. A complaint of
// the page on its console, or a request to any other server, fails the case. $SLOW: the page's processor is that
// many times slower.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const kPatience = 45000; // ms: for what comes at once, also on a machine that has much else to do
const [address, room] = process.argv.slice(2);
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"];
const browser = await chromium.launchPersistentContext(`${room}/chromium`, {
  executablePath: "/usr/bin/chromium", headless: true, args: flags, viewport: { width: 1200, height: 760 },
  acceptDownloads: true, ignoreHTTPSErrors: true, reducedMotion: "reduce", timeout: 2 * kPatience,
});
const complaints = [];
const foreign = [];
const origin = address.replace(/#.*/, "");
// A session can end between the page's question and its answer: the browser calls that 404 an error, the page does not.
const endedMeanwhile = [];
browser.on("response", (response) => {
  if (response.status() !== 404 || !/\/api\/sessions\/[^/]+/.test(response.url())) return;
  endedMeanwhile.push(response.json().then((body) => (body.error?.code === "no_session" ? response.url() : ""), () => ""));
});
const places = new Map();
browser.on("console", (message) => {
  if (message.type() !== "error" && message.type() !== "warning") return;
  complaints.push(message.text());
  if (message.text().includes("404")) places.set(message.text(), [...(places.get(message.text()) ?? []), message.location().url]);
});
async function complaintsThatCount() {
  const ended = await Promise.all(endedMeanwhile);
  return complaints.filter((text) => !(places.get(text)?.every((url) => ended.includes(url))));
}
browser.on("weberror", (error) => complaints.push(String(error.error())));
browser.on("request", (request) => {
  if (!request.url().startsWith(origin) && !request.url().startsWith("blob:")) foreign.push(request.url());
});
const page = browser.pages()[0] ?? (await browser.newPage());
page.setDefaultTimeout(kPatience);
if (process.env.SLOW) {
  const session = await browser.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: Number(process.env.SLOW) });
}

function check(holds, text) {
  if (!holds) throw new Error(text);
}

const says = (text, where = "body") => page.locator(where).filter({ hasText: text }).first().waitFor();
const saysNot = (text, where = "body") => page.locator(where).filter({ hasText: text }).first().waitFor({ state: "detached" });
// From now on, a question that is shown or marked takes an answer.
const ready = () => page.waitForFunction(() => !("early" in document.getElementById("main").dataset));
// As long as `y` waits for after any other key.
const rest = () => page.waitForTimeout(1700);
const approve = async () => {
  await ready();
  await rest();
  await page.keyboard.press("y");
  await page.keyboard.press("Enter");
};
// As fast as nobody types: one after the other, with nothing in between.
const pressAtOnce = (...keys) => page.evaluate((all) => {
  for (const key of all) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}, keys);

// Faults that axe-core calls serious or critical.
const axeSource = () => readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
async function axe() {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource());
  const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
  const bad = violations.filter((one) => ["serious", "critical"].includes(one.impact));
  check(bad.length === 0, bad.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" ")}`).join("\n"));
}

// Lets a fault of the page be expected: takes what was complained of until now.
const takeComplaints = () => complaints.splice(0);

const AsyncFunction = (async () => {}).constructor;
const tools = { page, context: browser, address, origin, room, check, says, saysNot, ready, rest, approve, pressAtOnce, axe, takeComplaints };

// A log that is cut, at either end, still has the cause.
async function tell(error) {
  const cause = `FAIL: ${(error.stack ?? String(error)).split("\n").slice(0, 12).join(" | ").slice(0, 1500)}`;
  console.error(cause);
  await page.screenshot({ path: `${room}/failed.png` }).catch(() => {});
  console.error((await page.locator("main").innerText({ timeout: 5000 }).catch(() => "")).slice(0, 1000));
  console.error(`complaints: ${complaints.join(" | ").slice(0, 500)}`);
  console.error(cause);
}

let status = 0;
try {
  await new AsyncFunction(...Object.keys(tools), readFileSync(0, "utf8"))(...Object.values(tools));
  const left = await complaintsThatCount();
  check(left.length === 0, `the page complains: ${left.join(" | ")}`);
  check(foreign.length === 0, `the page asks others: ${foreign.join(" ")}`);
} catch (error) {
  status = 1;
  await tell(error);
}
await browser.close();
process.exit(status);
