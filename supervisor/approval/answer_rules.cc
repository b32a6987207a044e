// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/answer_rules.h"

#include <algorithm>
#include <utility>

#include "base/clock.h"
#include "base/limits.h"
#include "base/text/text.h"
#include "base/weaken.h"
#include "policy/network/host_suffix.h"
#include "supervisor/approval/grant_pattern.h"

namespace guard::supervisor {
namespace {

constexpr const char* kHowLong = "how many minutes? For example 30m";
constexpr std::size_t kLongestPattern = size_limit("answer.pattern");

// Scopes that outlive the process that asked: what they cover is a pattern.
bool remembers(Scope scope) {
  return scope == Scope::kSession || scope == Scope::kMinutes || scope == Scope::kAlways;
}

bool offers(const Question& question, Scope scope) {
  if (scope == Scope::kOnce) return true;
  return std::find(question.scopes.begin(), question.scopes.end(), scope) != question.scopes.end();
}

std::string offered_scopes(const Question& question) {
  std::string names = name_of(Scope::kOnce);
  for (const Scope scope : question.scopes) {
    if (scope == Scope::kOnce) continue;
    names += std::string(", ") + (scope == Scope::kMinutes ? "30m" : name_of(scope));
  }
  return names;
}

// A pattern that covers everything is no longer an answer to this question.
bool covers_everything(const std::string& pattern) {
  return pattern.find_first_not_of("*/? ~.") == std::string::npos;
}

// "*.example.org:443/tcp": all names of one owner, and no more.
Result<void> check_domain(const std::string& pattern) {
  if (!pattern.starts_with("*.")) return {};
  const std::string end = pattern.substr(1, pattern.find_first_of(":/ ") - 1);
  if (pattern.find(' ') != std::string::npos || !policy::suffix_to_offer("any" + end).empty())
    return {};
  return fail(Code::kInvalid, "the pattern '" + pattern + "' would cover names of many owners");
}

Result<void> check_pattern(const std::string& pattern) {
  if (pattern.size() > kLongestPattern) return fail(Code::kInvalid, "the pattern is too long");
  if (safe_text(pattern) != pattern)
    return fail(Code::kInvalid, "the pattern has characters that cannot be shown");
  if (covers_everything(pattern))
    return fail(Code::kInvalid, "the pattern '" + pattern + "' would cover everything");
  return check_domain(pattern);
}

// `~/` where a word begins, as a shell has it and the policy's paths have it.
std::string with_home(const std::string& pattern, const std::string& home) {
  if (home.empty()) return pattern;
  std::string expanded;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool begins = i == 0 || pattern[i - 1] == ' ';
    expanded += begins && pattern.compare(i, 2, "~/") == 0 ? home : std::string(1, pattern[i]);
  }
  return expanded;
}

bool covers_own_act(const Question& question, const std::string& pattern, bool approves) {
  if (!question.own_act) return true;
  const AskedAct& act = *question.own_act;
  if (!approves && denies_effect(pattern, act.action, act.assessment)) return true;
  if (has_flags(pattern) && adds_flags(pattern, act.action, act.assessment)) return false;
  return covers_action(pattern, act.action) || covers_effect(pattern, act.action, act.assessment);
}

Result<Answer> with_pattern(const Question& question, Answer answer) {
  if (!remembers(answer.scope)) {
    if (answer.pattern.empty()) return answer;
    return fail(Code::kInvalid, std::string("scope '") + name_of(answer.scope) +
                                    "' takes no pattern: it covers what was shown");
  }
  if (answer.pattern.empty()) answer.pattern = question.pattern;
  if (answer.pattern.empty())
    return fail(Code::kInvalid, "nothing here can be remembered: use scope 'once'");
  if (auto checked = check_pattern(answer.pattern); !checked) return forward(checked.error());
  answer.pattern = with_home(answer.pattern, question.home);
  if (!covers_own_act(question, answer.pattern, answer.approve))
    return fail(Code::kInvalid, "the pattern '" + answer.pattern +
                                    "' does not cover the very act that is asked about: it would "
                                    "be remembered in vain. Offered was '" +
                                    question.pattern + "'");
  return answer;
}

// A No may hold on for acts that are never let happen by an answer of before: it only refuses more.
Result<Answer> accepted_denial(const Question& question, Answer answer) {
  if (answer.scope == Scope::kAlways)
    return fail(Code::kInvalid,
                "a denial holds for this session at most: to refuse it always, write a rule "
                "(decision: deny)");
  if (answer.scope == Scope::kMinutes && answer.minutes.count() <= 0)
    return fail(Code::kInvalid, kHowLong);
  return with_pattern(question, std::move(answer));
}

// The same person cannot approve twice, whatever program says so.
Result<void> check_person(const Question& question, const Answer& answer) {
  if (question.approvals_needed <= 1) return {};
  const std::string two = "question " + short_id(question.id) + " takes two people";
  if (!answer.person)
    return fail(Code::kInvalid,
                two + ", each of them the session's user or an approver of the policy by name");
  const bool twice = std::ranges::any_of(question.approvals, [&](const Approval& approval) {
    return approval.person == *answer.person;
  });
  if (twice && !weakened("two-people"))
    return fail(Code::kInvalid,
                two + ", and you have approved it already: " + missing_text(question));
  return {};
}

}  // namespace

std::string short_id(const std::string& id) {
  return id.substr(0, 8);
}

std::string settled_text(const Question& question) {
  const bool is_answer =
      question.state == QuestionState::kApproved || question.state == QuestionState::kDenied;
  return settled_text(SettledQuestion{.id = question.id,
                                      .session = {},
                                      .state = name_of(question.state),
                                      .by = question.answered_by,
                                      .scope = is_answer ? name_of(question.answer_scope) : "",
                                      .time = iso_time(question.settled),
                                      .reason = question.answer_reason});
}

Result<Answer> accepted_answer(const Question& question, Answer answer) {
  if (question.state != QuestionState::kPending)
    return fail(Code::kInvalid, settled_text(question));
  if (!answer.approve) return accepted_denial(question, std::move(answer));
  if (question.needs_confirm && answer.confirm != "CONFIRM")
    return fail(Code::kInvalid, "question " + short_id(question.id) +
                                    " is tier 3: approving it takes the word CONFIRM");
  if (auto person = check_person(question, answer); !person) return forward(person.error());
  if (!offers(question, answer.scope))
    return fail(Code::kInvalid, std::string("scope '") + name_of(answer.scope) +
                                    "' is not offered here: use " + offered_scopes(question));
  if (answer.scope == Scope::kMinutes && answer.minutes.count() <= 0)
    return fail(Code::kInvalid, kHowLong);
  return with_pattern(question, std::move(answer));
}

}  // namespace guard::supervisor
