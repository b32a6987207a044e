// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/settled_answers.h"

#include "base/text/both_ends.h"
#include "base/text/text.h"
#include "console/terminal/question_detail.h"

namespace guard::console {
namespace {

constexpr std::size_t kNamed = 3;

std::string short_act(const nlohmann::json& question) {
  return both_ends(safe_text(text_field(question, "what")), 40, 20);
}

// "ana (terminal)" -> "ana": it was here. "ana (guard watch)" -> "ana, guard watch".
std::string answerer(const nlohmann::json& question) {
  std::string by = safe_text(text_field(question, "answered_by"));
  const std::size_t way = by.rfind(" (");
  if (way == std::string::npos || !by.ends_with(')')) return by;
  const std::string how = by.substr(way + 2, by.size() - way - 3);
  by.resize(way);
  return how == "terminal" ? by : by + ", " + how;
}

// "approved once", "denied", "denied, nobody answered in time".
std::string ending(const nlohmann::json& question) {
  const std::string state = text_field(question, "state");
  if (state == "timeout") return "denied, nobody answered in time";
  const std::string scope = scope_words(question);
  return safe_text(state) + (state == "approved" && scope.empty() ? " once" : scope);
}

}  // namespace

std::string left_behind_text(const nlohmann::json& question) {
  std::string text = "guard: " + ending(question) + ": " + short_act(question);
  if (const std::string by = answerer(question); !by.empty()) text += " (" + by + ")";
  const std::string reason = text_field(question, "answer_reason");
  const bool told = reason.empty() || text_field(question, "state") == "timeout";
  return told ? text : text + ": " + safe_text(reason);
}

std::string settled_text(const nlohmann::json& question) {
  return outcome_text(question) + ": " + short_act(question);
}

std::string SettledAnswers::add(const nlohmann::json& question) {
  const std::string state = text_field(question, "state");
  state_ = count_ == 0 || state == state_ ? state : "answered";
  acts_.insert(acts_.begin(), short_act(question));
  if (acts_.size() > kNamed) acts_.pop_back();
  if (++count_ == 1) return settled_text(question);
  std::string text = safe_text(state_) + " " + std::to_string(count_);
  for (std::size_t i = 0; i < acts_.size(); ++i) text += (i == 0 ? ": " : ", ") + acts_[i];
  return count_ > kNamed ? text + ", ..." : text;
}

}  // namespace guard::console
