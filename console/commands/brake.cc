// SPDX-License-Identifier: Apache-2.0
// guard pause, resume and stop: a whole session stands still, goes on, or ends.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "base/text/text.h"
#include "console/commands/answering.h"
#include "console/commands/commands.h"
#include "console/help/option_help.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr OptionRow kEachRow = {"all", 'a', nullptr, "every session of yours that runs"};
constexpr std::array<OptionRow, 4> kBrakeRows = {
    {kEachRow, kSessionRow, kStateDirRow, kVerboseRow}};
constexpr std::array<OptionRow, 5> kStopRows = {{
    {"now", 0, nullptr, "kill what runs at once; else it has 5 seconds to end by itself"},
    kEachRow,
    kSessionRow,
    kStateDirRow,
    kVerboseRow,
}};

// One order to a session.
struct Order {
  OptionTable table;
  const char* program;  // how it is signed
  const char* target;
  const char* done;     // "paused: "
  const char* nothing;  // why it changed nothing, where the session's state says no more
};

constexpr Order kPause = {
    {.command = "pause",
     .summary = "let a session stand still, all of its processes, until guard resume",
     .operands = "[SESSION...]",
     .rows = kBrakeRows,
     .max_operands = kAnyNumber,
     .example = "guard pause --all"},
    "guard pause",
    "/v1/session/pause",
    "paused",
    "is paused already"};
constexpr Order kResume = {{.command = "resume",
                            .summary = "let a paused session go on",
                            .operands = "[SESSION...]",
                            .rows = kBrakeRows,
                            .max_operands = kAnyNumber,
                            .example = "guard resume --all"},
                           "guard resume",
                           "/v1/session/resume",
                           "goes on",
                           "is not paused"};
constexpr Order kStop = {
    {.command = "stop",
     .summary = "end a session: what it changed stays, and guard undo can take it back",
     .operands = "[SESSION...]",
     .rows = kStopRows,
     .max_operands = kAnyNumber,
     .example = "guard stop shop-3f"},
    "guard stop",
    "/v1/session/end",
    "is being ended",
    "is being ended already"};

std::string by_whom(const Json& body) {
  const auto brake = body.find("brake");
  if (brake == body.end() || !brake->is_object()) return {};
  const std::string by = field_text(*brake, "by");
  return by.empty() ? "" : ", by " + by;
}

Result<Reply> send(const Order& order, const SessionSocket& socket, const Json& body) {
  return Client(socket.path, order.program).post(order.target, body);
}

int tell_of(const Order& order, const SessionSocket& socket, const Result<Reply>& reply) {
  if (!reply) return complain(kUnreachable, unreachable_text(socket, reply.error()));
  if (!reply->ok())
    return complain(kNotDone, safe_text(socket.session) + ": " + reply->error_message());
  if (reply->body.value("changed", false)) {
    std::printf("%s %s\n", safe_text(socket.session).c_str(), order.done);
    return kDone;
  }
  const bool ending = field_text(reply->body, "state") == "ending";
  return complain(kNotDone, safe_text(socket.session) + " " +
                                (ending ? kStop.nothing : order.nothing) + by_whom(reply->body));
}

int give(const Order& order, const SessionSocket& socket, const Json& body) {
  return tell_of(order, socket, send(order, socket, body));
}

// The named ones, each with its own line where it does not run.
int give_named(const Order& order, const SessionChoice& choice, const Words& names,
               const Json& body) {
  int status = kDone;
  for (const std::string& name : names) {
    const auto socket = std::ranges::find(choice.sockets, name, &SessionSocket::session);
    status = std::max(status, socket == choice.sockets.end()
                                  ? complain(kNotDone, "no session " + safe_text(name) +
                                                           " runs; guard sessions lists those "
                                                           "that do")
                                  : give(order, *socket, body));
  }
  return status;
}

int give_all(const Order& order, const SessionChoice& choice, const Json& body) {
  int status = kDone;
  bool any = false;
  for (const SessionSocket& socket : choice.sockets) {
    const auto session = Client(socket.path, order.program).get("/v1/session");
    if (!session && skip_stale(choice, socket, session.error())) continue;
    const auto reply = send(order, socket, body);
    if (!reply && skip_stale(choice, socket, reply.error())) continue;  // it has ended meanwhile
    any = true;
    status = std::max(status, tell_of(order, socket, reply));
  }
  return any ? status : complain(kNotDone, "no session runs");
}

int order_command(const Order& order, const Words& words) {
  const auto options = parse_or_explain(order.table, words);
  if (!options) return options.error();
  const bool named = !options->operands().empty();
  if (named && (options->has("all") || options->has("session")))
    return complain(kUsage, "name sessions, or give --all, not both");
  const auto choice = choose_sessions(*options);
  if (!choice) return complain(kUnreachable, choice.error().text());
  const Json body = options->has("now") ? Json{{"now", true}} : Json::object();
  if (named) return give_named(order, *choice, options->operands(), body);
  if (options->has("all")) return give_all(order, *choice, body);
  const auto session = only_session(*choice, order.program);
  if (!session) return complain(session.error().status, session.error().text);
  return give(order, session->socket, body);
}

}  // namespace

int pause_command(const Words& words) {
  return order_command(kPause, words);
}

int resume_command(const Words& words) {
  return order_command(kResume, words);
}

int stop_command(const Words& words) {
  return order_command(kStop, words);
}

}  // namespace guard::console
