// SPDX-License-Identifier: Apache-2.0
// guard audit sessions: which sessions there are on record, the newest last as in every list.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <set>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/text/text.h"
#include "console/audit/audit_options.h"
#include "console/commands/audit/audit_commands.h"
#include "console/help/option_help.h"
#include "console/output/length_text.h"
#include "console/output/printed_json.h"
#include "console/output/shown_times.h"
#include "console/output/text_table.h"
#include "console/session/run_names.h"
#include "console/undo/undo_selection.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {
namespace {

using supervisor::RecordedSession;
using OrderedJson = nlohmann::ordered_json;

constexpr std::uint64_t kShownByDefault = 20;
constexpr auto kPatience = std::chrono::seconds(2);

constexpr std::array kSessionsRows = {
    kJsonRow, OptionRow{"since", 0, "TIME", "began then or later: 2h, yesterday, 2025-03-01"},
    OptionRow{"limit", 0, "N", "the newest N (20; 0: all)"}, kUtcRow, kStateDirRow};
constexpr OptionTable kSessionsTable = {
    .command = "audit sessions",
    .summary = "which sessions there are on record, newest last",
    .operands = "",
    .rows = kSessionsRows,
    .max_operands = 0,
    .example = "guard audit sessions --since 1d",
};

// The facts that the record does not know.
struct Outlook {
  std::set<std::string> running;  // names
  std::vector<std::pair<supervisor::StoredSession, std::uint64_t>> undoable;
};

// A socket's file alone says nothing: who runs answers.
bool answers(const SessionSocket& socket) {
  const auto reply = Client(socket.path, "guard audit", kPatience).get("/v1/session");
  return reply.has_value() || reply.error().code == Code::kBusy;
}

Outlook look_around(const ParsedOptions& options, const std::string& state,
                    const std::vector<RecordedSession>& sessions) {
  Outlook outlook;
  std::set<std::string> told;
  for (const RecordedSession& session : sessions) told.insert(session.id);
  if (const auto locations = find_locations(options.get("state-dir"))) {
    for (const SessionSocket& socket : session_sockets(*locations)) {
      if (told.contains(socket.session) && answers(socket)) outlook.running.insert(socket.session);
    }
  }
  const auto stored = supervisor::stored_sessions(state);
  if (!stored) return outlook;
  for (const supervisor::StoredSession& session : *stored) {
    if (!told.contains(session.id)) continue;
    if (session.is_running) outlook.running.insert(session.id);
    outlook.undoable.emplace_back(session, changes_left(state, session).left.total());
  }
  return outlook;
}

// Its last words are on record a moment before its socket and its store's lock go.
bool is_running(const RecordedSession& session, const Outlook& outlook) {
  return !session.is_closed && session.is_newest && outlook.running.contains(session.id);
}

const char* state_of(const RecordedSession& session, const Outlook& outlook) {
  if (is_running(session, outlook)) return "running";
  return session.is_closed ? "closed" : "not closed";
}

std::uint64_t undoable(const RecordedSession& session, const Outlook& outlook) {
  const NamedRun run{session.id, session.range, session.after, session.is_newest, 0};
  std::uint64_t left = 0;
  for (const auto& [stored, changes] : outlook.undoable)
    if (is_of_run(stored, run)) left += changes;
  return left;
}

std::chrono::milliseconds length_of(const RecordedSession& session, const Outlook& outlook) {
  const auto first = parse_iso_time(session.range.first);
  const auto last = is_running(session, outlook) ? std::optional(std::chrono::system_clock::now())
                                                 : parse_iso_time(session.last);
  if (!first || !last || *last < *first) return {};
  return std::chrono::duration_cast<std::chrono::milliseconds>(*last - *first);
}

std::string what_of(const RecordedSession& session) {
  return session.command.empty() ? safe_text(session.summary) : command_text(session.command);
}

OrderedJson json_of(const RecordedSession& session, const Outlook& outlook) {
  return {{"session", run_name(session)},
          {"id", session.id},
          {"user", session.user},
          {"level", session.level},
          {"started", session.range.first},
          {"last", session.last},
          {"length_ms", length_of(session, outlook).count()},
          {"command", session.command},
          {"records", session.records},
          {"asked", session.asked},
          {"denied", session.denied},
          {"saved", session.saved},
          {"undoable", undoable(session, outlook)},
          {"state", state_of(session, outlook)}};
}

constexpr std::size_t kNarrow = 110;

// On a narrow terminal some cells are left out: what was run tells more.
std::vector<std::string> fitting(std::vector<std::string> cells) {
  const std::size_t screen = screen_columns();
  if (screen == 0 || screen >= kNarrow) return cells;
  constexpr std::array kLeftOut = {4U, 2U};  // RECORDS, LENGTH
  for (const unsigned at : kLeftOut) cells.erase(cells.begin() + at);
  return cells;
}

TableRow row_of(const RecordedSession& session, const Outlook& outlook, const ShownTimes& times) {
  return {fitting({run_name(session), times.second(session.range.first),
                   length_text(length_of(session, outlook)), state_of(session, outlook),
                   std::to_string(session.records), std::to_string(session.asked),
                   std::to_string(session.denied), std::to_string(undoable(session, outlook))}),
          what_of(session)};
}

Result<void> print_sessions(const std::vector<RecordedSession>& sessions, const Outlook& outlook,
                            const ShownTimes& times) {
  if (sessions.empty()) {
    std::fputs("no session is on record\n", stderr);
    return {};
  }
  std::vector<TableRow> rows = {{fitting({"SESSION", times.heading("STARTED"), "LENGTH", "STATE",
                                          "RECORDS", "ASKED", "DENIED", "UNDO"}),
                                 "COMMAND"}};
  for (const RecordedSession& session : sessions) rows.push_back(row_of(session, outlook, times));
  return print(table_text(rows, screen_columns()));
}

Result<void> print_json(const std::vector<RecordedSession>& sessions, const Outlook& outlook) {
  auto list = OrderedJson::array();
  for (const RecordedSession& session : sessions) list.push_back(json_of(session, outlook));
  return print(printed_json(list, 2) + "\n");
}

}  // namespace

int audit_sessions(const Words& words) {
  const auto options = parse_or_explain(kSessionsTable, words);
  if (!options) return options.error();
  const auto wrong = [](const Error& error) {
    return complain(kUsage, "audit sessions: " + error.text());
  };
  const auto limit = number_option(*options, "limit", 1'000'000'000, kShownByDefault);
  if (!limit) return wrong(limit.error());
  const auto since = time_option(*options, "since");
  if (!since) return wrong(since.error());
  const auto state = state_folder(*options);
  if (!state) return finish(kSessionsTable, forward(state.error()));
  const auto reader = open_reader(*options);
  if (!reader) return finish(kSessionsTable, forward(reader.error()));
  LongWork work("audit sessions", "records");
  (*reader)->watch(work.watch());
  // One more tells whether there are more; whoever typed --limit knows that they see a part.
  const bool may_be_part = !options->has("limit") && !options->has("json");
  auto sessions = (*reader)->sessions(*since, *limit + (may_be_part ? 1 : 0));
  if (!sessions) return finish(kSessionsTable, forward(sessions.error()), work);
  const bool is_part = may_be_part && sessions->size() > *limit;
  if (is_part) sessions->resize(*limit);
  std::reverse(sessions->begin(), sessions->end());
  const Outlook outlook = look_around(*options, *state, *sessions);
  work.clear();
  const int status = finish(
      kSessionsTable, options->has("json")
                          ? print_json(*sessions, outlook)
                          : print_sessions(*sessions, outlook, ShownTimes(options->has("utc"))));
  if (is_part)
    std::fprintf(stderr, "these are the newest %zu, and there are more: --limit 0 lists all\n",
                 sessions->size());
  return status;
}

}  // namespace guard::console
