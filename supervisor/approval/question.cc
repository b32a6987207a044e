// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/question.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "base/limits.h"
#include "base/text/text.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kShownChanges = 3;
constexpr std::size_t kShortId = 8;  // of an id, as people read it
constexpr std::size_t kSeconds = std::string_view("2025-03-01T09:05:07").size();
constexpr int kMostMinutes = int_limit("answer.minutes");

constexpr std::array<std::pair<QuestionState, const char*>, 5> kStates = {{
    {QuestionState::kPending, "pending"},
    {QuestionState::kApproved, "approved"},
    {QuestionState::kDenied, "denied"},
    {QuestionState::kTimeout, "timeout"},
    {QuestionState::kWithdrawn, "withdrawn"},
}};

constexpr std::array<std::pair<UndoPart, const char*>, 3> kUndoParts = {{
    {UndoPart::kNone, "none"},
    {UndoPart::kSome, "some"},
    {UndoPart::kAll, "all"},
}};

constexpr std::array<std::pair<Scope, const char*>, 5> kScopes = {{
    {Scope::kOnce, "once"},
    {Scope::kCommand, "command"},
    {Scope::kSession, "session"},
    {Scope::kMinutes, "minutes"},
    {Scope::kAlways, "always"},
}};

template <class Table, class Key>
const char* look_up(const Table& table, Key key) {
  const auto row = std::find_if(table.begin(), table.end(),
                                [key](const auto& candidate) { return candidate.first == key; });
  return row == table.end() ? "unknown" : row->second;
}

// "30m", "2h" -> minutes; 0 when it is neither or out of range.
int minutes_in(std::string_view text) {
  int count = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc() || end - rest != 1 || count < 1 || count > kMostMinutes) return 0;
  if (*rest != 'm' && *rest != 'h') return 0;
  const int minutes = *rest == 'h' ? count * 60 : count;
  return minutes > kMostMinutes ? 0 : minutes;
}

Json category_names(const std::vector<policy::Category>& categories) {
  Json names = Json::array();
  for (const policy::Category category : categories) names.push_back(policy::name_of(category));
  return names;
}

Json scope_names(const std::vector<Scope>& scopes) {
  Json names = Json::array();
  for (const Scope scope : scopes) names.push_back(name_of(scope));
  return names;
}

Json covers_json(const Question& question) {
  Json covers = Json::object();
  for (const auto& [scope, text] : question.covers) covers[name_of(scope)] = text;
  return covers;
}

Json approvers_of(const Question& question) {
  Json names = Json::array();
  for (const Approval& approval : question.approvals) names.push_back(approval.by);
  return names;
}

Json effect_json(const std::optional<policy::Effect>& effect) {
  if (!effect) return nullptr;
  return {{"files", effect->files},         {"directories", effect->directories},
          {"bytes", effect->bytes},         {"born", effect->born},
          {"built", effect->built},         {"preexisting", effect->preexisting},
          {"existed", effect->of_before()}, {"newer", effect->newer},
          {"unsaved", effect->unsaved},     {"secrets", effect->secrets},
          {"complete", effect->complete}};
}

std::int64_t seconds_left(const Question& question, std::chrono::system_clock::time_point now) {
  if (question.state != QuestionState::kPending || question.deadline <= now) return 0;
  return std::chrono::duration_cast<std::chrono::seconds>(question.deadline - now).count();
}

std::string risk_level(int tier) {
  policy::Assessment assessment;
  assessment.tier = tier;
  return policy::risk_level_of(assessment);
}

}  // namespace

const char* name_of(QuestionState state) {
  return look_up(kStates, state);
}

const char* name_of(UndoPart part) {
  return look_up(kUndoParts, part);
}

const char* name_of(Scope scope) {
  return look_up(kScopes, scope);
}

bool parse_scope(const std::string& text, Answer& answer) {
  if (const int minutes = minutes_in(text); minutes > 0) {
    answer.scope = Scope::kMinutes;
    answer.minutes = std::chrono::minutes(minutes);
    return true;
  }
  for (const auto& [scope, name] : kScopes) {
    if (text != name || scope == Scope::kMinutes) continue;
    answer.scope = scope;
    answer.minutes = std::chrono::minutes(0);
    return true;
  }
  return false;
}

std::string unknown_scope_text(const std::string& text) {
  return "unknown scope '" + safe_text(text) +
         "': use once, command, session, always, or a time such as 30m, at most " +
         std::to_string(kMostMinutes / 60) + "h";
}

std::string missing_text(const Question& question) {
  if (question.approvals_needed <= 1) return "";
  std::string text = std::to_string(question.approvals.size()) + " of " +
                     std::to_string(question.approvals_needed) + " approved";
  const char* between = ": ";
  for (const Approval& approval : question.approvals) {
    text += between + approval.by;
    between = " and ";
  }
  const bool missing =
      question.approvals.size() < static_cast<std::size_t>(question.approvals_needed);
  if (missing && question.state == QuestionState::kPending)
    text += question.approvals.empty() ? "; two people must" : "; somebody else must too";
  return text;
}

std::string settled_text(const SettledQuestion& question) {
  const bool timed_out = question.state == name_of(QuestionState::kTimeout);
  std::string text = "question " + question.id.substr(0, kShortId);
  if (!question.session.empty()) text += " of session " + question.session;
  text += timed_out ? " timed out and was denied" : " was already " + question.state;
  if (!question.scope.empty() && question.scope != name_of(Scope::kOnce))
    text += " (scope " + question.scope + ")";
  if (!question.by.empty()) text += " by " + question.by;
  if (!question.time.empty()) text += " at " + question.time.substr(0, kSeconds) + "Z";
  if (!timed_out && !question.reason.empty()) text += ": " + question.reason;
  return text;
}

Json to_json(const Question& question) {
  return to_json(question, std::chrono::system_clock::now());
}

Json to_json(const Question& question, std::chrono::system_clock::time_point now) {
  const Json categories = category_names(question.categories);
  const auto shown = static_cast<std::ptrdiff_t>(std::min(question.changes.size(), kShownChanges));
  Json json = {
      {"id", question.id},
      {"session_id", question.session_id},
      {"state", name_of(question.state)},
      {"category", categories.empty() ? Json("") : categories.front()},
      {"categories", categories},
      {"required_categories", categories},
      {"tier", question.tier},
      {"risk_level", risk_level(question.tier)},
      {"what", question.what},
      {"why", question.why},
      {"cwd", question.cwd},
      {"risk", question.risk},
      {"undo", question.undo},
      {"undo_part", name_of(question.undo_part)},
      {"runs_outside", question.runs_outside},
      {"changes",
       std::vector<std::string>(question.changes.begin(), question.changes.begin() + shown)},
      {"chain", question.chain},
      {"effect", effect_json(question.effect)},
      {"rule", question.rule},
      {"reason", question.reason},
      {"alternative", question.alternative},
      {"pattern", question.pattern},
      {"wider", question.wider},
      {"scopes", scope_names(question.scopes)},
      {"covers", covers_json(question)},
      {"confirm", question.needs_confirm ? Json("CONFIRM") : Json(nullptr)},
      {"approvals_needed", question.approvals_needed},
      {"approvals", approvers_of(question)},
      {"missing", missing_text(question)},
      {"pid", question.pid},
      {"asked", iso_time(question.asked)},
      {"deadline", iso_time(question.deadline)},
      {"seconds_left", seconds_left(question, now)},
      {"answered_by", question.answered_by},
      {"answer_reason", question.answer_reason},
  };
  return json;
}

}  // namespace guard::supervisor
