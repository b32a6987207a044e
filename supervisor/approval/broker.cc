// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/broker.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"
#include "base/uuid.h"
#include "supervisor/approval/answer_rules.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kKeptQuestions = 1000;
constexpr std::size_t kKeptEvents = 1000;
constexpr std::size_t kShortestPrefix = 4;
constexpr std::size_t kListedCandidates = 5;

const char* event_of(QuestionState state) {
  constexpr std::array<std::pair<QuestionState, const char*>, 5> kEvents = {{
      {QuestionState::kPending, "approval_required"},
      {QuestionState::kApproved, "approval_granted"},
      {QuestionState::kDenied, "approval_denied"},
      {QuestionState::kTimeout, "approval_timeout"},
      {QuestionState::kWithdrawn, "approval_withdrawn"},
  }};
  for (const auto& [candidate, name] : kEvents)
    if (candidate == state) return name;
  return "alert";
}

Settled ended(QuestionState state, const std::string& reason) {
  Settled settled;
  settled.state = state;
  settled.answer.reason = reason;
  return settled;
}

std::string nobody_text(const Question& question) {
  if (question.approvals.empty()) return "nobody answered";
  return "only " + question.approvals.front().by + " approved; it takes two people";
}

std::string ambiguous_text(const std::string& prefix, const std::vector<Question>& found) {
  std::string text = "'" + prefix + "' fits " + std::to_string(found.size()) + " questions:";
  for (std::size_t i = 0; i < std::min(found.size(), kListedCandidates); ++i)
    text += " " + found[i].id;
  return text + (found.size() > kListedCandidates ? " ..." : "");
}

}  // namespace

Broker::Broker(Now now, QuestionLimits limits) : now_(std::move(now)), limiter_(limits) {}

Result<std::string> Broker::ask(Question question, OnSettled on_settled) {
  const std::string id = make_uuid();
  Question asked;
  {
    const Lock lock(mutex_);
    if (!closed_.empty()) return fail(Code::kRefused, closed_);
    const auto now = now_();
    if (auto admitted = limiter_.admit(now, waiting_.size()); !admitted)
      return forward(admitted.error().during("ask"));
    question.id = id;
    question.asked = now;
    question.state = QuestionState::kPending;
    question.needs_confirm = question.needs_confirm || question.tier >= 3;
    const nlohmann::json shown = to_json(question, now);
    append(event_of(QuestionState::kPending), shown);
    if (question.tier >= 3) append("alert", shown);
    if (covering_ && question.act) asked = question;
    waiting_.emplace(id, Waiting{std::move(question), std::move(on_settled)});
  }
  deliver();
  // A grant that covers it may have been given since it was judged.
  answer_if_covered(asked);
  return id;
}

void Broker::answer_by(Covering covering) {
  covering_ = std::move(covering);
}

void Broker::answer_covered() {
  for (const Question& question : pending()) answer_if_covered(question);
}

// A person may have been quicker, or the deadline.
void Broker::answer_if_covered(const Question& question) {
  if (!covering_ || !question.act) return;
  auto answer = covering_(question);
  if (!answer) return;
  Lock lock(mutex_);
  if (waiting_.count(question.id) == 0 || question.deadline <= now_()) return;
  Settled settled;
  settled.state = answer->approve ? QuestionState::kApproved : QuestionState::kDenied;
  settled.answer = std::move(*answer);
  settle(lock, question.id, std::move(settled));
}

Result<Question> Broker::answer(const std::string& id, const Answer& answer) {
  Lock lock(mutex_);
  auto question = find_locked(id);
  if (!question) return forward(question.error());
  if (question->state == QuestionState::kPending && question->deadline <= now_()) {
    *question = settle(lock, question->id, ended(QuestionState::kTimeout, nobody_text(*question)));
    return fail(Code::kInvalid, settled_text(*question));
  }
  auto accepted = accepted_answer(*question, answer);
  if (!accepted) return forward(accepted.error());
  if (accepted->approve && question->approvals_needed > 1) {
    if (auto pending = count_approval(question->id, *accepted)) {
      lock.unlock();
      deliver();
      return std::move(*pending);
    }
  }
  Settled settled;
  settled.state = accepted->approve ? QuestionState::kApproved : QuestionState::kDenied;
  settled.answer = std::move(*accepted);
  return settle(lock, question->id, std::move(settled));
}

// Nothing when it was the last one that was missing: then the answer is everybody's.
std::optional<Question> Broker::count_approval(const std::string& id, Answer& answer) {
  Question& question = waiting_.at(id).question;
  question.approvals.push_back({*answer.person, answer.by});
  if (question.approvals.size() < static_cast<std::size_t>(question.approvals_needed)) {
    append("approval_partial", to_json(question, now_()));
    return question;
  }
  answer.by.clear();
  for (const Approval& approval : question.approvals)
    answer.by += (answer.by.empty() ? "" : " and ") + approval.by;
  return std::nullopt;
}

void Broker::withdraw(const std::string& id, const std::string& reason) {
  Lock lock(mutex_);
  if (waiting_.count(id) == 0) return;
  settle(lock, id, ended(QuestionState::kWithdrawn, reason));
}

void Broker::withdraw_all(const std::string& reason) {
  settle_all(QuestionState::kWithdrawn, reason);
}

void Broker::close(const std::string& reason) {
  {
    const std::lock_guard lock(mutex_);
    closed_ = reason;
  }
  settle_all(QuestionState::kDenied, reason);
}

void Broker::settle_all(QuestionState how, const std::string& reason) {
  for (;;) {
    Lock lock(mutex_);
    if (waiting_.empty()) return;
    const std::string id = waiting_.begin()->first;
    settle(lock, id, ended(how, reason));
  }
}

std::chrono::system_clock::time_point Broker::expire() {
  for (;;) {
    Lock lock(mutex_);
    const auto expired = first_expired();
    if (!expired) break;
    const std::string reason = nobody_text(waiting_.at(*expired).question);
    settle(lock, *expired, ended(QuestionState::kTimeout, reason));
  }
  const Lock lock(mutex_);
  auto next = std::chrono::system_clock::time_point::max();
  for (const auto& [id, waiting] : waiting_) next = std::min(next, waiting.question.deadline);
  return next;
}

std::optional<std::string> Broker::first_expired() const {
  const auto now = now_();
  for (const auto& [id, waiting] : waiting_)
    if (waiting.question.deadline <= now) return id;
  return std::nullopt;
}

std::vector<Question> Broker::pending() const {
  const Lock lock(mutex_);
  std::vector<Question> questions;
  for (const auto& [id, waiting] : waiting_) questions.push_back(waiting.question);
  std::stable_sort(questions.begin(), questions.end(),
                   [](const Question& a, const Question& b) { return a.asked < b.asked; });
  return questions;
}

Result<Question> Broker::find(const std::string& id_or_prefix) const {
  const Lock lock(mutex_);
  return find_locked(id_or_prefix);
}

std::vector<Question> Broker::candidates(const std::string& prefix) const {
  std::vector<Question> found;
  for (const auto& [id, waiting] : waiting_)
    if (id.starts_with(prefix)) found.push_back(waiting.question);
  for (const Question& question : settled_)
    if (question.id.starts_with(prefix)) found.push_back(question);
  return found;
}

// Settled questions count among the candidates: a prefix that was read off a question that has gone
// since must not silently mean a newer one.
Result<Question> Broker::find_locked(const std::string& id_or_prefix) const {
  if (id_or_prefix.size() < kShortestPrefix)
    return fail(Code::kInvalid, "'" + id_or_prefix + "' is too short for a question's id: give " +
                                    std::to_string(kShortestPrefix) + " characters or more");
  std::vector<Question> found = candidates(id_or_prefix);
  if (found.empty()) return fail(Code::kNotFound, "no question '" + id_or_prefix + "'");
  if (found.size() > 1) return fail(Code::kInvalid, ambiguous_text(id_or_prefix, found));
  return std::move(found.front());
}

// Completions run exactly once: whoever takes the question out of waiting_ runs it.
Question Broker::settle(Lock& lock, const std::string& id, Settled settled) {
  auto node = waiting_.extract(id);
  Waiting& waiting = node.mapped();
  Question question = std::move(waiting.question);
  question.state = settled.state;
  question.answered_by = settled.answer.by;
  question.answer_reason = safe_text(settled.answer.reason);
  question.settled = now_();
  question.answer_scope = settled.answer.scope;
  nlohmann::json shown = to_json(question, now_());
  if (settled.state == QuestionState::kApproved || settled.answer.scope != Scope::kOnce)
    shown["scope"] = name_of(settled.answer.scope);
  append(event_of(settled.state), std::move(shown));
  settled_.push_back(question);
  if (settled_.size() > kKeptQuestions) settled_.pop_front();
  lock.unlock();
  if (waiting.on_settled) waiting.on_settled(settled);
  deliver();
  return question;
}

void Broker::append(std::string type, nlohmann::json data) {
  events_.push_back(
      std::make_shared<const Event>(Event{next_seq_++, std::move(type), std::move(data)}));
  if (events_.size() > kKeptEvents) events_.pop_front();
}

void Broker::publish(std::string type, nlohmann::json data) {
  {
    const Lock lock(mutex_);
    append(std::move(type), std::move(data));
  }
  deliver();
}

std::uint64_t Broker::subscribe(std::uint64_t after, OnEvent on_event) {
  std::uint64_t handle = 0;
  {
    const Lock lock(mutex_);
    handle = next_subscriber_++;
    // An id of another session may lie ahead of us: start here and now.
    const std::uint64_t seen = std::min(after, next_seq_ - 1);
    subscribers_.emplace(handle,
                         Subscriber{seen, std::make_shared<const OnEvent>(std::move(on_event))});
  }
  deliver();
  return handle;
}

void Broker::unsubscribe(std::uint64_t handle) {
  const std::lock_guard<std::recursive_mutex> delivery(delivery_);
  const Lock lock(mutex_);
  subscribers_.erase(handle);
}

std::uint64_t Broker::last_seq() const {
  const Lock lock(mutex_);
  return next_seq_ - 1;
}

std::optional<Broker::Delivery> Broker::next_delivery() {
  const Lock lock(mutex_);
  if (events_.empty()) return std::nullopt;
  const std::uint64_t oldest = events_.front()->seq;
  for (auto& [handle, subscriber] : subscribers_) {
    const std::uint64_t next = std::max(subscriber.seen + 1, oldest);
    if (next >= next_seq_) continue;
    subscriber.seen = next;
    return Delivery{events_[next - oldest], subscriber.on_event};
  }
  return std::nullopt;
}

// One deliverer at a time keeps the order. A callback that publishes comes back here on the same
// thread: the loop further out sends its event.
void Broker::deliver() {
  const std::lock_guard<std::recursive_mutex> delivery(delivery_);
  if (delivering_) return;
  delivering_ = true;
  while (const auto next = next_delivery()) (*next->second)(*next->first);
  delivering_ = false;
}

}  // namespace guard::supervisor
