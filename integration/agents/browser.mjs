// SPDX-License-Identifier: Apache-2.0
// Drives Debian's chromium through the page of `guard web`.
//
// usage: browser.mjs ADDRESS ROOM < SCRIPT
//
// SCRIPT is the body of an async function; it has `page`, `context`, `address` and what is below. What the page
// complains of on its console, and what it asks of any other server, fails the case.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const [address, room] = process.argv.slice(2);
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"];
const browser = await chromium.launchPersistentContext(`${room}/chromium`, {
  executablePath: "/usr/bin/chromium", headless: true, args: flags, viewport: { width: 1200, height: 760 },
  acceptDownloads: true,
});
const complaints = [];
const foreign = [];
const origin = address.replace(/#.*/, "");
browser.on("console", (message) => {
  if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
});
browser.on("weberror", (error) => complaints.push(String(error.error())));
browser.on("request", (request) => {
  if (!request.url().startsWith(origin) && !request.url().startsWith("blob:")) foreign.push(request.url());
});
const page = browser.pages()[0] ?? (await browser.newPage());
page.setDefaultTimeout(15000);

function check(holds, text) {
  if (!holds) throw new Error(text);
}

const says = (text, where = "body") => page.locator(where).filter({ hasText: text }).first().waitFor();
const saysNot = (text, where = "body") => page.locator(where).filter({ hasText: text }).first().waitFor({ state: "detached" });

// Faults that axe-core calls serious or critical.
async function axe() {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  const { violations } = await page.evaluate(() => window.axe.run());
  const bad = violations.filter((one) => ["serious", "critical"].includes(one.impact));
  check(bad.length === 0, bad.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" ")}`).join("\n"));
}

// Lets a fault of the page be expected: takes what was complained of until now.
const takeComplaints = () => complaints.splice(0);

const AsyncFunction = (async () => {}).constructor;
const tools = { page, context: browser, address, origin, room, check, says, saysNot, axe, takeComplaints };
let status = 0;
try {
  await new AsyncFunction(...Object.keys(tools), readFileSync(0, "utf8"))(...Object.values(tools));
  check(complaints.length === 0, `the page complains: ${complaints.join(" | ")}`);
  check(foreign.length === 0, `the page asks others: ${foreign.join(" ")}`);
} catch (error) {
  status = 1;
  await page.screenshot({ path: `${room}/failed.png` }).catch(() => {});
  console.error((await page.locator("main").innerText().catch(() => "")).slice(0, 1000));
  console.error(`FAIL: ${error.message}`);
}
await browser.close();
process.exit(status);
