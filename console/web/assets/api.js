// SPDX-License-Identifier: Apache-2.0
// Speaks to `guard web`. The cookie goes by itself; the key, which no other server of this host can
// read, lies in this origin's storage and goes as a header.
import { el } from "./dom.js";

const kKey = "guard-key";
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

async function send(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: headers(method !== "GET"),
      body: method === "GET" ? undefined : JSON.stringify(body ?? {}),
      credentials: "same-origin",
      cache: "no-store",
    });
  } catch {
    throw new ApiError(0, "lost", "guard web does not answer");
  }
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({}));
  throw new ApiError(response.status, error?.code ?? "", error?.message ?? `HTTP ${response.status}`);
}

// What takes long begins with status 200, whatever becomes of it.
export async function call(method, path, body) {
  const response = await send(method, path, body);
  const answer = await response.json().catch(() => {
    throw new ApiError(0, "lost", "guard web broke off before its answer was whole");
  });
  if (answer?.error?.message) throw new ApiError(response.status, answer.error.code, answer.error.message);
  return answer;
}

export async function download(path, name) {
  const blob = await (await send("GET", path)).blob();
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

export function query(fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== "" && value !== undefined);
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

// The token of the printed address, if this is it: used up, and gone from the address bar.
export async function logIn() {
  const token = location.hash.slice(1);
  if (!kUuid.test(token)) return;
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

// Calls take(events) for ever, and state("live" | "lost" | "out", message) when that changes.
export async function follow(take, state) {
  for (let wait = 250; ; wait = Math.min(wait * 2, 4000)) {
    try {
      const response = await send("GET", "/api/events");
      state("live", "");
      wait = 250;
      await readEvents(response, take);
    } catch (error) {
      if (error instanceof ApiError && error.status !== 0 && error.status < 500) {
        state("out", error.message);
        return;
      }
    }
    state("lost", "");
    await new Promise((resume) => setTimeout(resume, wait));
  }
}
