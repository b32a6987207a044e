// SPDX-License-Identifier: Apache-2.0
// Speaks to `guard web`. The cookie goes by itself; the key, which no other server of this host can
// read, lies in this origin's storage and goes as a header.
import { el } from "./dom.js";

const kKey = "guard-key";
const kFirstWait = 250; // ms, doubled each time
const kLongestWait = 4000;
const kUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export class ApiError extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

function headers(hasBody) {
  const all = { "X-Guard-Key": localStorage.getItem(kKey) ?? "" };
  if (hasBody) all["Content-Type"] = "application/json";
  return all;
}

async function send(method, path, body, signal) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: headers(method !== "GET"),
      body: method === "GET" ? undefined : JSON.stringify(body ?? {}),
      credentials: "same-origin",
      signal,
      cache: "no-store",
    });
  } catch {
    throw new ApiError(0, "lost", "guard web does not answer");
  }
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({}));
  throw new ApiError(response.status, error?.code ?? "", error?.message ?? `HTTP ${response.status}`);
}

// A slow answer begins with status 200, whatever becomes of it. `signal` gives it up: a browser keeps six connections
// to a server, and those with which nobody reckons any more must not stand before an answer.
export async function call(method, path, body, signal) {
  const response = await send(method, path, body, signal);
  const answer = await response.json().catch(() => {
    throw new ApiError(0, "lost", "guard web stopped before its answer was complete");
  });
  if (answer?.error?.message) throw new ApiError(response.status, answer.error.code, answer.error.message);
  return answer;
}

// Ordered here, with the key, then fetched by the browser itself, which writes it to the disk while it comes: a link
// brings no key, and a file that long has no room in a page.
export async function download(path) {
  const { file } = await call("POST", path);
  el("a", { href: file, download: "" }).click();
}

export function query(fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== "" && value !== undefined);
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

export const isToken = (text) => kUuid.test(text);

// The token of the printed address, if this is it: used up, and gone from the address bar.
export async function logIn() {
  const token = location.hash.slice(1);
  if (!isToken(token)) return;
  history.replaceState(null, "", "/#/questions");
  const { key } = await call("POST", "/api/login", { token });
  localStorage.setItem(kKey, key);
}

export async function logOut() {
  await call("POST", "/api/logout");
  localStorage.removeItem(kKey);
}

function eventOf(block) {
  const event = { type: "", data: "" };
  for (const line of block.split("\n")) {
    if (line.startsWith("event: ")) event.type = line.slice(7);
    if (line.startsWith("data: ")) event.data += line.slice(6);
  }
  return event.type === "" ? null : { type: event.type, data: JSON.parse(event.data) };
}

async function readEvents(response, take) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    take(blocks.map(eventOf).filter((event) => event !== null));
  }
}

// Calls take(events) for ever, and state("live" | "lost" | "gone" | "out", message) when that changes: gone is lost for
// some seconds.
export async function follow(take, state) {
  for (let wait = kFirstWait; ; wait = Math.min(wait * 2, kLongestWait)) {
    try {
      const response = await send("GET", "/api/events");
      state("live", "");
      wait = kFirstWait;
      await readEvents(response, take);
    } catch (error) {
      if (error instanceof ApiError && error.status !== 0 && error.status < 500) {
        state("out", error.message);
        return;
      }
    }
    state(wait < kLongestWait ? "lost" : "gone", "");
    await new Promise((resume) => setTimeout(resume, wait));
  }
}
