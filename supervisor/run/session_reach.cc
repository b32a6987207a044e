// SPDX-License-Identifier: Apache-2.0
// The session where the tree reaches out of itself: programs with other rights, keys of agents, and
// requests to its own session.
#include <sys/socket.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include "base/text/text.h"
#include "supervisor/audit/record/audit_time.h"
#include "supervisor/facts/path_roots.h"
#include "supervisor/judge/nested_request.h"
#include "supervisor/processes/front_link.h"
#include "supervisor/rights/raising.h"
#include "supervisor/run/open_questions.h"
#include "supervisor/run/session.h"
#include "supervisor/run/session_plan.h"
#include "supervisor/run/session_view.h"
#include "supervisor/undo/history/own_changes.h"

namespace guard::supervisor {

namespace {

Result<UniqueFd> give_socket(const FrontLink& front, const std::string& command) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return fail_errno("a socket");
  UniqueFd kept(ends[0]);
  const UniqueFd given(ends[1]);
  const auto sent = front.send_file(FrontMessageKind::kReadsSecrets, command, given.get());
  if (!sent) return forward(sent.error());
  return kept;
}

}  // namespace

// A front with a terminal of its own asks there for the passwords of programs that run outside.
AskAtFront Session::ask_at_front() {
  if (!plan_.options.own_terminal) return {};
  return [this](const std::string& command) {
    const std::string shown = stores_.redactor.text(command);
    auto kept = give_socket(links_.front, shown);
    if (kept) return std::move(*kept);
    tell_later(shown + " got no terminal for a password: " + kept.error().text());
    return UniqueFd();
  };
}

namespace {

nlohmann::json plan_for_root(const RunOptions& options) {
  auto files = nlohmann::json::array();
  for (const policy::PolicyFile& file : options.policy_texts)
    files.push_back({{"name", file.name},
                     {"text", file.text},
                     {"tightens", file.trust == policy::FileTrust::kMayOnlyTighten},
                     {"was_trusted", file.was_trusted},
                     {"only_profiles", file.only_profiles}});
  return {{"policy", std::move(files)},
          {"hash", options.policy->hash},
          {"mode", options.policy->mode.name},
          {"safe_mode", options.policy->safe_mode},
          {"workspace", options.workspace},
          {"home", home_folder()},
          {"guard_folders", options.guard_folders},
          {"ssh_socket", key_agents_of(options).ssh_socket()},
          {"on_ask", static_cast<int>(options.on_ask)},
          {"undo", options.undo}};
}

}  // namespace

RaisedContext Session::raised_context() {
  return {.ask = ask_at_front(),
          .tell_unasked =
              [this](const std::string& command) {
                tell_later("nobody could be asked for the password of " +
                           stores_.redactor.text(command) +
                           ": guard run's terminal had gone, or no descriptor was left for it");
              },
          .ticket = plan_.options.policy->sudo_ticket,
          .guard = judging_.stages.raising() == policy::Raising::kSupervised
                       ? guard_for_root().value_or("")
                       : std::string(),
          .plan = plan_for_root(plan_.options),
          .session = plan_.options.session_id,
          .broker = &asking_.broker,
          .on_answer = std::bind_front(&CallRecorder::answered_for_root, &recording_.record),
          .shown =
              [this](const std::vector<std::string>& argv) {
                return command_text(stores_.redactor.argv(argv));
              }};
}

// By a listener whose calls wait on: other backends start no relay (interceptor/ptrace/stand_in.h).
policy::Raising Session::raising_by(const BackendSetup& setup) const {
  const policy::Raising wanted = raising_of(*plan_.options.policy);
  const bool stands_in =
      !setup.trace && !setup.socket && setup.on_signal == interceptor::CallsOnSignal::kKeepWaiting;
  return wanted != policy::Raising::kInTree && !stands_in ? policy::Raising::kNever : wanted;
}

void Session::relay_keys() {
  const std::string& socket = plan_.options.socket_path;
  handling_.keys.emplace(
      KeyRelayParts{.agents = key_agents_of(plan_.options),
                    .folder = socket.substr(0, socket.rfind('/')),
                    .executor = *interception_.executor},
      KeyQuestionParts{.judge = judging_.stages.judge(),
                       .nested = judging_.nested,
                       .broker = asking_.broker,
                       .grants = asking_.grants,
                       .question = question_context(),
                       .record = recording_.record,
                       .born = files_.born,
                       .brake = interception_.brake,
                       .tell_front = std::bind_front(&Session::tell_refusal, this)});
}

// --- requests of the tree

Result<nlohmann::json> Session::begin_checkpoint(const std::string& name) {
  if (audit_time(name, std::chrono::system_clock::now()))
    return fail(Code::kInvalid, "the name " + safe_text(name) + " would mean a time");
  const auto number = stores_.undo->begin_checkpoint(name, "");
  if (!number) return forward(number.error());
  return nlohmann::json{{"session_id", plan_.options.session_id},
                        {"undo_session", stores_.undo->name()},
                        {"checkpoint", *number},
                        {"name", name}};
}

Result<nlohmann::json> Session::own_changes() {
  constexpr std::size_t kMost = 1000;
  stores_.undo->note_alive();  // what was made a moment ago is on its list then
  const auto found = supervisor::own_changes(plan_.options.state_dir, stores_.undo->name(), kMost);
  if (!found) return forward(found.error());
  auto changes = nlohmann::json::array();
  for (const OwnChange& change : found->changes) {
    nlohmann::json row = {{"path", bytes_to_json(change.path)},
                          {"kind", change.kind},
                          {"command", change.command},
                          {"folder", change.is_folder}};
    if (!change.from.empty()) row["from"] = bytes_to_json(change.from);
    changes.push_back(std::move(row));
  }
  return nlohmann::json{{"session_id", plan_.options.session_id},
                        {"undo_session", stores_.undo->name()},
                        {"changes", std::move(changes)},
                        {"count", found->count},
                        {"in_git", found->in_git},
                        {"complete", found->complete}};
}

Result<nlohmann::json> Session::join(const InsideClient& client, const nlohmann::json& body) {
  auto request = read_nested_request(body);
  if (!request) return forward(request.error());
  if (auto joined = judging_.nested.join(client, std::move(*request)); !joined)
    return forward(joined.error());
  return nlohmann::json{{"id", plan_.options.session_id}, {"level", plan_.level.name()}};
}

Result<nlohmann::json> Session::refused_to(const InsideClient& client) const {
  const auto refused = judging_.nested.refusals_of(client);
  if (!refused) return fail(Code::kNotFound, "this process has not joined the session");
  return nlohmann::json{{"refused", refused->all},
                        {"asks", refused->asks},
                        {"open", count_below(asking_.broker, client.pid)}};
}

}  // namespace guard::supervisor
