// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/text/request_target.h"
#include "supervisor/api/fields.h"
#include "supervisor/api/handlers.h"
#include "supervisor/approval/answer_rules.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostIds = 100;
constexpr const char* kNotAnswered =
    "not answered: a key was pressed before the question took answers";
constexpr std::array<std::string_view, 4> kWords = {"approve", "deny", "not_answered",
                                                    "would_approve"};
constexpr std::uint64_t kUsualNames = 1000;
constexpr std::uint64_t kMostNames = 10'000;

Say say_of(const ApiCall& call) {
  const uid_t user = call.peer.credentials.uid;
  return call.backend.say_of ? call.backend.say_of(user) : Say{3, user};
}

// The answer that a body asks for, or what is wrong with it.
struct AnswerBody {
  Answer answer;
  bool only_asks = false;  // whether such an approval would be taken
  std::optional<ApiResponse> wrong;
};

AnswerBody wrong_answer(const std::string& message) {
  return {{}, false, invalid_request(message)};
}

// A key that was pressed before the question took answers refuses, for that is safe, and is not the
// person's word.
void take_name_off(Answer& answer) {
  answer.by.clear();
  answer.reason = kNotAnswered;
}

AnswerBody read_answer(Fields& fields, const ApiCall& call) {
  AnswerBody body;
  const std::string word = fields.text("answer");
  const std::string scope = fields.text("scope");
  body.answer.pattern = fields.text("pattern");
  body.answer.confirm = fields.text("confirm");
  body.answer.reason = fields.text("reason");
  body.answer.by = answerer(call);
  body.answer.person = say_of(call).person;
  body.wrong = fields.problem();
  if (body.wrong) return body;
  if (std::ranges::find(kWords, word) == kWords.end())
    return wrong_answer(
        "field 'answer' must be \"approve\", \"deny\", \"not_answered\" or \"would_approve\"");
  if (!scope.empty() && !parse_scope(scope, body.answer))
    return wrong_answer(unknown_scope_text(scope));
  body.only_asks = word == "would_approve";
  body.answer.approve = word == "approve" || body.only_asks;
  if (word == "not_answered") take_name_off(body.answer);
  return body;
}

// Tells which of the reasons for kInvalid it was, for clients that go on from there.
ApiResponse failed_answer(const Broker& broker, const std::string& id, const Answer& answer,
                          const Error& error) {
  if (error.code != Code::kInvalid) return problem_of(error);
  const auto question = broker.find(id);
  if (!question) return problem_of(error);
  if (question->state != QuestionState::kPending)
    return problem(Problem::kAlreadySettled, error.text());
  if (answer.approve && question->needs_confirm && answer.confirm != "CONFIRM")
    return problem(Problem::kConfirmRequired, error.text());
  return problem_of(error);
}

// Answering that was handed on ends, and reaches no further than it was to.
std::optional<ApiResponse> out_of_reach(const ApiCall& call, const std::string& id) {
  const int most = say_of(call).tier;
  if (most >= 3) return std::nullopt;
  if (most == 0) return problem(Problem::kDelegationOver, "nothing is handed on to you any more");
  const auto question = call.backend.broker->find(id);
  if (!question || question->tier <= most) return std::nullopt;
  return problem(Problem::kBeyondDelegation, "question " + question->id.substr(0, 8) + " is tier " +
                                                 std::to_string(question->tier) + ": only tier " +
                                                 std::to_string(most) + " was handed on to you");
}

// The question as it is, where such an approval would be taken. The word for tier 3 comes with the
// approval itself.
Result<Question> would_take(const Broker& broker, const std::string& id, Answer answer) {
  auto question = broker.find(id);
  if (!question) return question;
  answer.confirm = "CONFIRM";
  if (auto accepted = accepted_answer(*question, std::move(answer)); !accepted)
    return forward(accepted.error());
  return question;
}

ApiResponse settle(const ApiCall& call, const std::string& id, const AnswerBody& body) {
  if (auto refused = out_of_reach(call, id)) return std::move(*refused);
  Broker& broker = *call.backend.broker;
  const Answer& answer = body.answer;
  const auto question = body.only_asks ? would_take(broker, id, answer) : broker.answer(id, answer);
  if (!question) return failed_answer(broker, id, answer, question.error());
  ApiResponse response;
  response.body = to_json(*question);
  return response;
}

struct Page {
  std::uint64_t offset = 0;
  std::uint64_t limit = kUsualNames;
};

Result<Page> page_of(const ApiCall& call) {
  Page page;
  for (const auto& [name, text] : call.query) {
    const auto count = parse_count(text);
    if (!count) return fail(Code::kInvalid, "parameter '" + name + "' must be a number");
    (name == "offset" ? page.offset : page.limit) = *count;
  }
  page.limit = std::min(page.limit, kMostNames);
  return page;
}

Json names_on(const Page& page, const std::vector<std::string>& names) {
  const std::uint64_t first = std::min<std::uint64_t>(page.offset, names.size());
  const std::uint64_t last = std::min<std::uint64_t>(first + page.limit, names.size());
  return std::vector<std::string>(names.begin() + static_cast<std::ptrdiff_t>(first),
                                  names.begin() + static_cast<std::ptrdiff_t>(last));
}

}  // namespace

// last_event is read first: a client that streams from there misses nothing that this list lacks.
ApiResponse list_approvals(const ApiCall& call) {
  const auto state = call.query.find("state");
  if (state != call.query.end() && state->second != "pending")
    return invalid_request("unknown state '" + state->second + "': only pending is listed");
  ApiResponse response;
  response.body["last_event"] = call.backend.broker->last_seq();
  Json questions = Json::array();
  for (const Question& question : call.backend.broker->pending())
    questions.push_back(to_json(question));
  response.body["approvals"] = std::move(questions);
  return response;
}

ApiResponse show_approval(const ApiCall& call) {
  const auto page = page_of(call);
  if (!page) return problem_of(page.error());
  const auto question = call.backend.broker->find(call.id);
  if (!question) return problem_of(question.error());
  ApiResponse response;
  response.body = to_json(*question);
  response.body["names"] = names_on(*page, question->names);
  response.body["names_total"] = question->names.size();
  response.body["whole"] = question->whole;
  response.body["steps"] = Json::array();
  for (const auto& [stage, text] : question->steps)
    response.body["steps"].push_back({{"stage", stage}, {"text", text}});
  response.body["difference"] = question->difference;
  return response;
}

ApiResponse answer_approval(const ApiCall& call) {
  Fields fields(call.body);
  const AnswerBody body = read_answer(fields, call);
  if (body.wrong) return *body.wrong;
  return settle(call, call.id, body);
}

// Each question keeps its own result: one that cannot be answered holds up none of the others.
ApiResponse answer_approvals(const ApiCall& call) {
  Fields fields(call.body);
  const std::vector<std::string> ids = fields.texts("ids");
  const AnswerBody body = read_answer(fields, call);
  if (body.wrong) return *body.wrong;
  if (ids.empty()) return invalid_request("field 'ids' is missing or empty");
  if (ids.size() > kMostIds)
    return invalid_request("at most " + std::to_string(kMostIds) + " ids at once");
  Json results = Json::array();
  for (const std::string& id : ids) {
    const ApiResponse settled = settle(call, id, body);
    Json result = {{"id", id}, {"status", settled.status}};
    if (settled.status == 200)
      result["approval"] = settled.body;
    else
      result["error"] = settled.body["error"];
    results.push_back(std::move(result));
  }
  ApiResponse response;
  response.body = {{"results", std::move(results)}};
  return response;
}

}  // namespace guard::supervisor
