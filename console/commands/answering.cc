// SPDX-License-Identifier: Apache-2.0
#include "console/commands/answering.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <thread>

#include "base/text/text.h"
#include "console/audit/ended_question.h"
#include "supervisor/approval/question.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kShortId = 8;
constexpr std::size_t kMostNamed = 5;  // of questions that one word fits

tl::unexpected<Failure> failure(int status, std::string text) {
  return tl::make_unexpected(Failure{status, std::move(text)});
}

// The result of asking all sessions for one question.
struct Search {
  std::vector<FoundQuestion> found;
  std::string refused;      // a session's own words: too short, ambiguous, not allowed
  std::string unreachable;  // a session that lives but does not answer
  std::size_t asked = 0;
};

Search search(const SessionChoice& choice, const std::string& program, const std::string& id) {
  Search search;
  for (const SessionSocket& socket : choice.sockets) {
    // No names of the effect: nobody prints them here.
    auto reply = Client(socket.path, program).get("/v1/approvals/" + escaped_part(id) + "?limit=0");
    if (!reply) {
      if (!skip_stale(choice, socket, reply.error()))
        search.unreachable = unreachable_text(socket, reply.error());
      continue;
    }
    ++search.asked;
    if (reply->ok())
      search.found.push_back({socket, std::move(reply->body)});
    else if (reply->status != 404)
      search.refused = reply->error_message();
  }
  return search;
}

std::string several_text(const std::string& id, const std::vector<FoundQuestion>& found) {
  std::string text = "'" + safe_text(id) + "' fits questions of several sessions:";
  for (const FoundQuestion& one : found)
    text += " " + field_text(one.question, "id") + " (" + safe_text(one.socket.session) + ")";
  return text + "; give more of the id, or --session";
}

// The grant that an answer to the question ID made; null where there is none.
Json grant_of(const SessionSocket& socket, const std::string& program, const std::string& id) {
  const auto reply = Client(socket.path, program).get("/v1/grants");
  if (!reply || !reply->ok()) return {};
  for (const Json& grant : reply->body.value("grants", Json::array()))
    if (field_text(grant, "approval_id") == id) return grant;
  return {};
}

// The session remembers on a thread of its own, a moment after it took the answer.
Json grant_soon(const SessionSocket& socket, const std::string& program, const std::string& id) {
  constexpr int kLooks = 10;
  constexpr auto kPause = std::chrono::milliseconds(20);
  for (int look = 0; look < kLooks; ++look) {
    if (look > 0) std::this_thread::sleep_for(kPause);
    if (Json grant = grant_of(socket, program, id); grant.is_object()) return grant;
  }
  return {};
}

// "\n  from now on: deletes in /w/photos and below (guard policy grants)": what is remembered of
// the answer BODY; empty: nothing is.
std::string remembered_text(const FoundQuestion& found, const Json& body,
                            const std::string& program) {
  const std::string scope = field_text(body, "scope");
  if (scope.empty() || scope == "once") return {};
  const Json grant = grant_soon(found.socket, program, field_text(found.question, "id"));
  if (!grant.is_object()) return {};
  const std::string until = field_text(grant, "until");
  const std::string held = field_text(grant, "scope");
  const std::string how_long = held == "always"    ? "from now on"
                               : held == "minutes" ? "until " + until
                                                   : "for this " + held;
  return "\n  " + how_long + (grant.value("denies", false) ? ", never: " : ": ") +
         field_text(grant, "covers") + " (guard policy grants)";
}

tl::expected<std::string, Failure> answer(const FoundQuestion& found, const std::string& program,
                                          const MakeAnswer& make_answer) {
  const Json& question = found.question;
  const auto body = make_answer(question);
  if (!body) return tl::make_unexpected(body.error());
  // By its full id: what was looked at is what is answered.
  const std::string full_id = field_text(question, "id");
  const auto reply =
      Client(found.socket.path, program).post("/v1/approvals/" + escaped_part(full_id), *body);
  if (!reply) return failure(kUnreachable, unreachable_text(found.socket, reply.error()));
  if (!reply->ok()) return failure(kNotDone, reply->error_message());
  const std::string state = field_text(reply->body, "state");
  const std::string missing = state == "pending" ? field_text(reply->body, "missing") : "";
  return (missing.empty() ? state : missing + ":") + " " + full_id.substr(0, kShortId) + ": " +
         field_text(question, "what") +
         (missing.empty() ? remembered_text(found, *body, program) : "");
}

tl::expected<std::string, Failure> answer_one(const SessionChoice& choice,
                                              const std::string& program, const std::string& id,
                                              const MakeAnswer& make_answer) {
  const auto found = find_question(choice, program, id);
  if (!found) return tl::make_unexpected(found.error());
  return answer(*found, program, make_answer);
}

// Prints how it went; its exit status.
int say(const tl::expected<std::string, Failure>& answered) {
  if (!answered) return complain(answered.error().status, answered.error().text);
  std::printf("%s\n", answered->c_str());
  return kDone;
}

int add_waiting(const SessionChoice& choice, const SessionSocket& socket,
                const std::string& program, Waiting& waiting) {
  const auto reply = Client(socket.path, program).get("/v1/approvals?state=pending");
  if (!reply) {
    if (skip_stale(choice, socket, reply.error())) return kDone;
    return complain(kUnreachable, unreachable_text(socket, reply.error()));
  }
  if (!reply->ok()) return complain(kNotDone, reply->error_message());
  for (const Json& question : reply->body.value("approvals", Json::array()))
    waiting.questions.push_back({socket, question});
  waiting.reached.push_back(socket);
  return kDone;
}

std::string names_of(const std::vector<LiveSession>& sessions) {
  std::string names;
  for (const LiveSession& session : sessions) names += " " + safe_text(session.socket.session);
  return names;
}

// "work  in /home/ana/src" in a line for each.
std::string lines_of_sessions(const std::vector<LiveSession>& sessions) {
  std::string lines;
  for (const LiveSession& session : sessions) {
    lines += "\n  " + safe_text(session.socket.session);
    for (const std::string& folder : session.workspace)
      lines += (folder == session.workspace.front() ? "  in " : ", ") + safe_text(folder);
  }
  return lines;
}

bool is_in(const std::string& folder, const std::string& workspace) {
  return folder == workspace || workspace == "/" || folder.starts_with(workspace + "/");
}

std::vector<std::string> workspace_in(const Json& session) {
  std::vector<std::string> folders;
  const auto found = session.is_object() ? session.find("workspace") : session.end();
  if (found == session.end() || !found->is_array()) return folders;
  for (const Json& folder : *found)
    if (folder.is_string()) folders.push_back(folder.get<std::string>());
  return folders;
}

// At least one.
tl::expected<std::vector<LiveSession>, Failure> live_sessions(const SessionChoice& choice,
                                                              const std::string& program) {
  std::vector<LiveSession> live;
  for (const SessionSocket& socket : choice.sockets) {
    const auto reply = Client(socket.path, program).get("/v1/session");
    if (!reply && skip_stale(choice, socket, reply.error())) continue;
    if (!reply) return failure(kUnreachable, unreachable_text(socket, reply.error()));
    if (!reply->ok()) return failure(kNotDone, reply->error_message());
    live.push_back({socket, field_text(reply->body, "id"), workspace_in(reply->body)});
  }
  if (live.empty()) return failure(kNotDone, "no session runs");
  return live;
}

std::string ended_text(const EndedQuestion& question) {
  return supervisor::settled_text(
      supervisor::SettledQuestion{question.id, question.session, question.state, question.by,
                                  question.scope, question.time, question.reason});
}

// Says how a question ended that no session knows any more; empty: nothing is on record of it.
std::string ended_text(const SessionChoice& choice, const std::string& id) {
  const auto questions = ended_questions(choice.state, id);
  if (questions.empty()) return {};
  if (questions.size() == 1) return ended_text(questions.front());
  std::string text = "no question '" + safe_text(id) + "' waits; several that ended begin so:";
  for (std::size_t i = 0; i < std::min(questions.size(), kMostNamed); ++i)
    text += " " + questions[i].id + " (" + questions[i].session + ")";
  return text + (questions.size() > kMostNamed ? " and others" : "") + "; give more of the id";
}

}  // namespace

std::string field_text(const Json& question, const char* field) {
  const auto value = question.is_object() ? question.find(field) : question.end();
  return value != question.end() && value->is_string() ? safe_text(value->get<std::string>()) : "";
}

tl::expected<FoundQuestion, Failure> find_question(const SessionChoice& choice,
                                                   const std::string& program,
                                                   const std::string& id) {
  Search result = search(choice, program, id);
  if (result.found.size() > 1) return failure(kNotDone, several_text(id, result.found));
  // Where a session cannot be asked or finds several, this one may not be the one that was meant.
  if (!result.refused.empty()) return failure(kNotDone, result.refused);
  if (!result.unreachable.empty() && result.found.empty())
    return failure(kUnreachable, result.unreachable);
  if (result.found.size() == 1) return std::move(result.found.front());
  const std::string ended = ended_text(choice, id);
  if (!ended.empty()) return failure(kNotDone, ended);
  const std::string nobody = "no question '" + safe_text(id) + "'";
  if (result.asked == 0) return failure(kNotDone, nobody + ": no session runs");
  return failure(kNotDone, nobody + ": `guard pending` lists those that wait");
}

tl::expected<LiveSession, Failure> only_session(const SessionChoice& choice,
                                                const std::string& program) {
  const auto live = live_sessions(choice, program);
  if (!live) return tl::make_unexpected(live.error());
  if (live->size() > 1)
    return failure(kUsage, "several sessions run: name one with --session, of:" + names_of(*live));
  return live->front();
}

tl::expected<LiveSession, Failure> session_of_folder(const SessionChoice& choice,
                                                     const std::string& program,
                                                     const std::string& folder) {
  const auto live = live_sessions(choice, program);
  if (!live) return tl::make_unexpected(live.error());
  std::vector<LiveSession> here;
  std::ranges::copy_if(*live, std::back_inserter(here), [&](const LiveSession& session) {
    return std::ranges::any_of(session.workspace,
                               [&](const auto& one) { return is_in(folder, one); });
  });
  if (here.size() == 1) return here.front();
  if (here.size() > 1)
    return failure(kUsage, "several sessions run in this folder: name one with --session:" +
                               lines_of_sessions(here));
  return failure(kUsage, "no session runs in this folder; name one of another with --session:" +
                             lines_of_sessions(*live));
}

int answer_each(const SessionChoice& choice, const std::string& program,
                const std::vector<std::string>& ids, const MakeAnswer& make_answer) {
  int status = kDone;
  for (const std::string& id : ids)
    status = std::max(status, say(answer_one(choice, program, id, make_answer)));
  return status;
}

Waiting waiting_questions(const SessionChoice& choice, const std::string& program) {
  Waiting waiting;
  for (const SessionSocket& socket : choice.sockets)
    waiting.status = std::max(waiting.status, add_waiting(choice, socket, program, waiting));
  std::ranges::stable_sort(waiting.questions, {}, [](const FoundQuestion& found) {
    return field_text(found.question, "asked");
  });
  return waiting;
}

int answer_all(const SessionChoice& choice, const std::string& program,
               const MakeAnswer& make_answer) {
  const Waiting waiting = waiting_questions(choice, program);
  int status = waiting.status;
  std::size_t left = 0;
  for (const FoundQuestion& found : waiting.questions) {
    const int said = say(answer(found, program, make_answer));
    if (said != kDone) ++left;
    status = std::max(status, said);
  }
  const std::size_t total = waiting.questions.size();
  if (total == 0 && status == kDone) std::printf("no question waits\n");
  if (total == 0) return status;
  std::printf("answered: %s", count_text(total - left, "question", "questions").c_str());
  std::printf(left == 0 ? "\n" : "; not answered: %zu (guard pending)\n", left);
  return status;
}

namespace {

bool is_the_word_all(const ParsedOptions& options) {
  return options.operands() == std::vector<std::string>{"all"};
}

}  // namespace

bool means_all(const ParsedOptions& options) {
  return options.has("all") || is_the_word_all(options);
}

tl::expected<void, int> check_ids(const OptionTable& table, const ParsedOptions& options) {
  const std::string command = std::string(table.command) + ": ";
  const bool has_ids = !options.operands().empty();
  if (!has_ids && !options.has("all"))
    return tl::make_unexpected(complain(
        kUsage,
        command + "name the question by its ID, or all (usage: " + usage_line(table) + ")"));
  if (has_ids && options.has("all") && !is_the_word_all(options))
    return tl::make_unexpected(complain(kUsage, command + "either IDs or --all"));
  return {};
}

}  // namespace guard::console
