// SPDX-License-Identifier: Apache-2.0
// guard sessions: those that run. guard status: these, and the questions that wait.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/text/text.h"
#include "console/commands/answering.h"
#include "console/commands/commands.h"
#include "console/commands/question_table.h"
#include "console/help/option_help.h"
#include "console/output/length_text.h"
#include "console/output/printed_json.h"
#include "console/output/text_table.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLongestCommand = 60;

constexpr std::array<OptionRow, 4> kStatusRows = {{
    {"json", 0, nullptr, "print JSON, as the API gives it"},
    kSessionRow,
    kStateDirRow,
    kVerboseRow,
}};
constexpr OptionTable kSessionsTable = {
    .command = "sessions",
    .summary = "the sessions that run (guard audit sessions: those that ended, too)",
    .operands = "",
    .rows = kStatusRows,
    .max_operands = 0,
    .example = "guard sessions",
};
constexpr OptionTable kStatusTable = {
    .command = "status",
    .summary = "the sessions that run, and the questions that wait",
    .operands = "",
    .rows = kStatusRows,
    .max_operands = 0,
    .example = "guard status",
};

// The answers of the chosen sessions about themselves.
struct Running {
  std::vector<Json> sessions;
  SessionChoice reached;  // those that answered
  int status = kDone;     // else: one could not be asked, and that was said
};

int add_session(const SessionChoice& choice, const SessionSocket& socket,
                const std::string& program, Running& running) {
  const auto reply = Client(socket.path, program).get("/v1/session");
  if (!reply) {
    if (skip_stale(choice, socket, reply.error())) return kDone;
    return complain(kUnreachable, unreachable_text(socket, reply.error()));
  }
  if (!reply->ok()) return complain(kNotDone, reply->error_message());
  running.sessions.push_back(reply->body);
  running.reached.sockets.push_back(socket);
  return kDone;
}

Running running_sessions(const SessionChoice& choice, const std::string& program) {
  Running running;
  for (const SessionSocket& socket : choice.sockets)
    running.status = std::max(running.status, add_session(choice, socket, program, running));
  std::ranges::stable_sort(running.sessions, {},
                           [](const Json& session) { return field_text(session, "started"); });
  return running;
}

std::string runs_for(const Json& session, TimePoint now) {
  const auto started = parse_iso_time(field_text(session, "started"));
  if (!started) return "?";
  const auto length = std::max(now - *started, TimePoint::duration::zero());
  return length_text(std::chrono::duration_cast<std::chrono::milliseconds>(length));
}

// A session of an older guard knows no brake: it runs.
std::string state_of(const Json& session) {
  const std::string state = field_text(session, "state");
  return state.empty() ? "running" : state;
}

std::string count_of(const Json& session, const char* name) {
  const auto counters = session.find("counters");
  if (counters == session.end() || !counters->is_object()) return "?";
  return std::to_string(counters->value(name, std::uint64_t{0}));
}

// "claude --resume  in /home/ana/shop"
std::string command_of(const Json& session) {
  const std::string command = shortened(field_text(session, "command"), kLongestCommand);
  const auto workspace = session.find("workspace");
  if (workspace == session.end() || !workspace->is_array() || workspace->empty()) return command;
  const Json& folder = workspace->front();
  return folder.is_string() ? command + "  in " + safe_text(folder.get<std::string>()) : command;
}

std::string sessions_text(const std::vector<Json>& sessions) {
  if (sessions.empty()) return "no session runs; guard audit sessions lists those that ended\n";
  const TimePoint now = std::chrono::system_clock::now();
  std::vector<TableRow> rows = {
      {{"SESSION", "STATE", "FOR", "MODE", "WAITING", "REFUSED"}, "COMMAND"}};
  for (const Json& session : sessions)
    rows.push_back(
        {{field_text(session, "id"), state_of(session), runs_for(session, now),
          field_text(session, "mode"), count_of(session, "pending"), count_of(session, "refused")},
         command_of(session)});
  return table_text(rows, screen_columns());
}

int finish(const std::string& text, int status) {
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0)
    return complain(kNotDone, "standard output could not be written");
  return status;
}

}  // namespace

int sessions_command(const Words& words) {
  const auto options = parse_or_explain(kSessionsTable, words);
  if (!options) return options.error();
  const auto choice = choose_sessions(*options);
  if (!choice) return complain(kUnreachable, choice.error().text());
  const Running running = running_sessions(*choice, "guard sessions");
  return finish(options->has("json") ? printed_json(Json(running.sessions), 2) + "\n"
                                     : sessions_text(running.sessions),
                running.status);
}

int status_command(const Words& words) {
  const auto options = parse_or_explain(kStatusTable, words);
  if (!options) return options.error();
  const auto choice = choose_sessions(*options);
  if (!choice) return complain(kUnreachable, choice.error().text());
  const Running running = running_sessions(*choice, "guard status");
  const Waiting waiting = waiting_questions(running.reached, "guard status");
  const int status = std::max(running.status, waiting.status);
  if (!options->has("json"))
    return finish(sessions_text(running.sessions) + "\n" +
                      question_table(waiting.questions, screen_columns()),
                  status);
  Json questions = Json::array();
  for (const FoundQuestion& found : waiting.questions) questions.push_back(found.question);
  return finish(
      printed_json(Json{{"sessions", running.sessions}, {"questions", questions}}, 2) + "\n",
      status);
}

}  // namespace guard::console
