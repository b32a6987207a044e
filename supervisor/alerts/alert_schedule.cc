// SPDX-License-Identifier: Apache-2.0
#include "supervisor/alerts/alert_schedule.h"

#include <algorithm>
#include <utility>

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;
using policy::AlertEvent;

constexpr std::size_t kMostRemembered = 1000;  // as many as the broker

std::string text_in(const Json& object, const char* name) {
  const auto found = object.is_object() ? object.find(name) : object.end();
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

int tier_of(const Json& question) {
  const auto found = question.find("tier");
  return found != question.end() && found->is_number_integer() ? found->get<int>() : 2;
}

}  // namespace

Alert AlertSchedule::alert_of(AlertEvent event, const Json& question) const {
  return {event, text_in(question, "id"), session_, tier_of(question), question, nullptr, false};
}

std::vector<Alert> AlertSchedule::take(const std::string& type, const Json& data, TimePoint now) {
  if (!data.is_object()) return {};
  if (type == "approval_required") return asked(data, now);
  if (type == "approval_granted" || type == "approval_denied" || type == "approval_timeout" ||
      type == "approval_withdrawn")
    return settled(data);
  return type == "alert" ? done(data) : std::vector<Alert>{};
}

std::vector<Alert> AlertSchedule::asked(const Json& question, TimePoint now) {
  const std::string id = text_in(question, "id");
  if (id.empty()) return {};
  if (tier_of(question) >= 3) {
    remember(id, question);
    return {alert_of(AlertEvent::kAsked, question)};
  }
  if (waiting_.size() < kMostRemembered) waiting_[id] = {question, now + after_};
  return {};
}

// If nobody was told of a question, nobody needs to hear its end.
std::vector<Alert> AlertSchedule::settled(const Json& question) {
  const std::string id = text_in(question, "id");
  waiting_.erase(id);
  const auto told = told_.find(id);
  if (told == told_.end()) return {};
  // An approved act of tier 3 is yet to be carried out.
  if (tier_of(question) >= 3 && text_in(question, "state") == "approved") {
    told->second = question;
  } else {
    told_.erase(told);
  }
  return {alert_of(AlertEvent::kSettled, question)};
}

std::vector<Alert> AlertSchedule::done(const Json& data) {
  const std::string which = text_in(data, "alert");
  const auto told = told_.find(text_in(data, "approval_id"));
  if (told == told_.end() || (which != "executed" && which != "finished")) return {};
  const bool finished = which == "finished";
  Alert alert = alert_of(finished ? AlertEvent::kFinished : AlertEvent::kExecuted, told->second);
  alert.outcome = data;
  // An act that failed has nothing that could end later.
  const auto runs = data.find("runs");
  if (finished || runs == data.end() || !runs->is_boolean() || !runs->get<bool>())
    told_.erase(told);
  return {std::move(alert)};
}

void AlertSchedule::remember(const std::string& id, Json question) {
  if (!told_.insert_or_assign(id, std::move(question)).second) return;
  told_order_.push_back(id);
  if (told_order_.size() <= kMostRemembered) return;
  told_.erase(told_order_.front());
  told_order_.pop_front();
}

bool AlertSchedule::may_tell(TimePoint now) {
  while (!last_minute_.empty() && last_minute_.front() + std::chrono::minutes(1) <= now)
    last_minute_.pop_front();
  if (last_minute_.size() >= kMostAMinute) {
    ++held_back_;
    return false;
  }
  last_minute_.push_back(now);
  return true;
}

std::vector<Alert> AlertSchedule::due(TimePoint now) {
  std::vector<Alert> alerts;
  for (auto entry = waiting_.begin(); entry != waiting_.end();) {
    if (entry->second.due > now) {
      ++entry;
      continue;
    }
    if (may_tell(now)) {
      alerts.push_back(alert_of(AlertEvent::kAsked, entry->second.question));
      remember(entry->first, std::move(entry->second.question));
    }
    entry = waiting_.erase(entry);
  }
  return alerts;
}

std::optional<TimePoint> AlertSchedule::next() const {
  std::optional<TimePoint> next;
  for (const auto& [id, waiting] : waiting_)
    if (!next || waiting.due < *next) next = waiting.due;
  return next;
}

std::size_t AlertSchedule::take_held_back() {
  return std::exchange(held_back_, 0);
}

}  // namespace guard::supervisor
