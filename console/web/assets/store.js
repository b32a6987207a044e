// SPDX-License-Identifier: Apache-2.0
// Everything that is known of all sessions: filled by the events of `guard web`, looked at by the
// views.

const kKeptActs = 1000;

export const store = {
  sessions: new Map(), // name -> {about, trouble}
  questions: new Map(), // key -> {key, session, id, body}, the oldest first
  grants: new Map(), // session -> {grants, categories}
  acts: [], // {session, body}, the newest first
  loaded: false,
};

const watchers = new Set();
export function watchStore(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

const keyOf = (session, id) => `${session} ${id}`;

function putQuestion(session, body) {
  const key = keyOf(session, body.id);
  store.questions.set(key, { key, session, id: body.id, body });
}

function dropQuestions(which) {
  for (const [key, question] of store.questions) if (which(question)) store.questions.delete(key);
}

const takers = {
  state(data) {
    store.sessions = new Map(Object.entries(data.sessions));
    store.questions = new Map();
    for (const row of data.questions) putQuestion(row.session, row.body);
    store.acts = data.acts.map((row) => ({ session: row.session, body: row.body }));
    store.grants = new Map();
    for (const row of data.grants) {
      const known = store.grants.get(row.session) ?? [];
      store.grants.set(row.session, [...known, { id: row.id, ...row.body }]);
    }
    store.loaded = true;
  },
  session({ session, body }) {
    store.sessions.set(session, { about: body, trouble: "" });
  },
  trouble({ session, text }) {
    store.sessions.set(session, { about: store.sessions.get(session)?.about ?? null, trouble: text });
  },
  braked({ session, body }) {
    const about = store.sessions.get(session)?.about;
    if (about) Object.assign(about, { state: body.state, brake: body.brake });
  },
  beside({ session, body }) {
    const about = store.sessions.get(session)?.about;
    if (about) about.beside = body.beside;
  },
  ended({ session }) {
    store.sessions.delete(session);
    store.grants.delete(session);
    dropQuestions((question) => question.session === session);
  },
  questions({ session, body }) {
    dropQuestions((question) => question.session === session);
    for (const question of body) putQuestion(session, question);
  },
  asked({ session, body }) {
    putQuestion(session, body);
  },
  settled({ session, body }) {
    store.questions.delete(keyOf(session, body.id));
  },
  grants({ session, body }) {
    const categories = (body.categories ?? []).map((name) => ({ id: name, category: name, scope: "session" }));
    store.grants.set(session, [...categories, ...(body.grants ?? [])]);
  },
  // They came before this session was watched.
  acts({ session, body }) {
    store.acts = [...store.acts, ...body.map((act) => ({ session, body: act }))]
      .sort((a, b) => (a.body.time < b.body.time ? 1 : -1)).slice(0, kKeptActs);
  },
  act({ session, body }) {
    store.acts.unshift({ session, body });
    if (store.acts.length > kKeptActs) store.acts.length = kKeptActs;
  },
};

export function takeEvents(events) {
  for (const { type, data } of events) takers[type]?.(data);
  if (events.length > 0) for (const watcher of watchers) watcher(events);
}

export function sessionText(name) {
  const command = store.sessions.get(name)?.about?.command ?? "";
  return command === "" ? name : `${name} (${command})`;
}

export function questionList() {
  return [...store.questions.values()].sort((a, b) => (a.body.asked < b.body.asked ? -1 : 1));
}
