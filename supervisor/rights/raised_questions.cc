// SPDX-License-Identifier: Apache-2.0
#include "supervisor/rights/raised_questions.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "policy/vocabulary/assessment.h"
#include "supervisor/rights/raised_link.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;

std::string text_in(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

int number_in(const Json& object, const char* name, int least, int most) {
  const auto found = object.find(name);
  const bool there = found != object.end() && found->is_number_integer();
  return std::clamp(there ? found->get<int>() : least, least, most);
}

std::vector<std::string> texts_in(const Json& object, const char* name) {
  std::vector<std::string> texts;
  const auto found = object.find(name);
  if (found == object.end() || !found->is_array()) return texts;
  for (const Json& text : *found)
    if (text.is_string()) texts.push_back(text.get<std::string>());
  return texts;
}

// Answers come on any thread, also when nobody listens any more.
class Link {
 public:
  explicit Link(int socket) : socket_(socket) {}

  void say(const Json& object) {
    const std::lock_guard lock(mutex_);
    if (socket_ >= 0) (void)say_json(socket_, object);
  }
  void close() {
    const std::lock_guard lock(mutex_);
    socket_ = -1;
  }

 private:
  std::mutex mutex_;
  int socket_;  // under mutex_
};

Json answer_of(const std::string& id, const Settled& settled) {
  const Answer& given = settled.answer;
  const bool approved = settled.state == QuestionState::kApproved;
  const std::string reason =
      given.reason.empty() && !approved ? "denied by " + given.by : given.reason;
  return {{"answer", id},
          {"approve", approved},
          {"scope", approved ? name_of(given.scope) : name_of(Scope::kOnce)},
          {"pattern", approved ? given.pattern : std::string()},
          {"confirm", given.confirm},
          {"reason", reason}};
}

class RootsQuestions {
 public:
  RootsQuestions(std::shared_ptr<Link> link, const RaisedPlan& plan, Broker& broker)
      : link_(std::move(link)), plan_(plan), broker_(broker) {}

  void take(const Json& said) {
    if (said.contains("asked")) ask(said["asked"]);
    if (said.contains("settled")) withdraw(text_in(said, "settled"), "root's guard has settled it");
  }
  void withdraw_all() {
    while (!ours_.empty()) withdraw(ours_.begin()->first, "the command has ended");
  }

 private:
  void ask(const Json& question) {
    const std::string theirs = text_in(question, "id");
    const auto own = question_of_roots(question, plan_.command, plan_.session);
    const auto asked = std::chrono::steady_clock::now();
    const auto id = broker_.ask(own, [link = link_, theirs, own, asked,
                                      on_answer = plan_.on_answer](const Settled& settled) {
      link->say(answer_of(theirs, settled));
      if (on_answer)
        on_answer(own, settled,
                  std::chrono::duration_cast<std::chrono::milliseconds>(
                      std::chrono::steady_clock::now() - asked));
    });
    if (id) {
      ours_[theirs] = *id;
      return;
    }
    Settled refused;
    refused.state = QuestionState::kDenied;
    refused.answer.reason = id.error().text();
    link_->say(answer_of(theirs, refused));
  }

  void withdraw(const std::string& theirs, const std::string& why) {
    const auto found = ours_.find(theirs);
    if (found == ours_.end()) return;
    const std::string id = found->second;
    ours_.erase(found);
    broker_.withdraw(id, why);
  }

  const std::shared_ptr<Link> link_;
  const RaisedPlan& plan_;
  Broker& broker_;
  std::map<std::string, std::string> ours_;  // root's id -> the one here
};

}  // namespace

Question question_of_roots(const Json& question, const std::string& command,
                           const std::string& session) {
  constexpr int kMostSeconds = 24 * 60 * 60;
  Question own;
  own.session_id = session;
  for (const std::string& name : texts_in(question, "categories"))
    if (const auto category = policy::category_named(name)) own.categories.push_back(*category);
  if (own.categories.empty()) own.categories = {policy::Category::kSudo};
  own.tier = number_in(question, "tier", 2, 3);
  own.what = "as root: " + text_in(question, "what");
  own.why = "inside of " + command + ": " + text_in(question, "why");
  own.cwd = text_in(question, "cwd");
  own.risk = text_in(question, "risk");
  own.undo = text_in(question, "undo");
  if (!own.undo.starts_with("none")) own.undo += " (by root: sudo guard undo)";
  own.changes = texts_in(question, "changes");
  own.chain = texts_in(question, "chain");
  own.chain.insert(own.chain.begin(), "sudo");
  own.rule = text_in(question, "rule");
  own.reason = text_in(question, "reason");
  own.alternative = text_in(question, "alternative");
  own.pattern = text_in(question, "pattern");
  own.scopes = {Scope::kOnce};
  const auto scopes = texts_in(question, "scopes");
  if (std::ranges::find(scopes, name_of(Scope::kSession)) != scopes.end())
    own.scopes.push_back(Scope::kSession);
  own.needs_confirm = own.tier >= 3;
  own.approvals_needed = number_in(question, "approvals_needed", 1, 2);
  own.pid = number_in(question, "pid", 0, 1 << 22);
  own.deadline = std::chrono::system_clock::now() +
                 std::chrono::seconds(number_in(question, "seconds_left", 1, kMostSeconds));
  return own;
}

void serve_roots_guard(int socket, const RaisedPlan& plan, Broker& broker,
                       const std::function<void()>& on_hello) {
  const auto link = std::make_shared<Link>(socket);
  link->say({{"plan", plan.plan}});
  RootsQuestions questions(link, plan, broker);
  for (bool first = true; const auto said = hear_json(socket); first = false) {
    if (first) on_hello();
    questions.take(*said);
  }
  link->close();
  questions.withdraw_all();
}

}  // namespace guard::supervisor
