// SPDX-License-Identifier: Apache-2.0
#include "policy/assess/raised_programs.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "base/text/text.h"
#include "policy/command/interpreters.h"
#include "policy/shell/nested_text.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::policy {
namespace {

constexpr const char* kOutside =
    ", outside of guard: no act of it is judged, and undo takes none back";

void refuse_rights(Finding& finding) {
  finding.cannot_be_had = true;
  finding.reason = "needs privileges that are not to be had under guard; run it outside";
  finding.alternative = "Ask the user to run it in a terminal of their own.";
}

bool is_open(const CommandLevel& level, Facts& facts) {
  const std::string_view name = base_name(level.called);
  return is_shell(name) || is_interpreter(name) ||
         (level.called.find('/') != std::string::npos &&
          facts.object(level.called, LastLink::kFollowed).path_class != PathClass::kSystem);
}

// `sudo LD_PRELOAD=./x.so ls`: what the program loads, and which one it is, is this user's to say.
bool sets_variables(const CommandLevel& outer) {
  if (outer.line.operands.empty()) return false;
  const std::string& first = outer.line.operands.front();
  const auto is_of_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  const auto end = std::ranges::find_if_not(first, is_of_name);
  return end != first.begin() && end != first.end() && *end == '=';
}

}  // namespace

Finding exec_finding(Category category, int tier, std::string rule, std::string reason) {
  Finding finding;
  finding.categories = {category};
  finding.tier = tier;
  finding.rule = std::move(rule);
  finding.reason = std::move(reason);
  return finding;
}

int highest_tier(const std::vector<Finding>& findings, std::size_t from) {
  int tier = 0;
  for (std::size_t i = from; i < findings.size(); ++i) tier = std::max(tier, findings[i].tier);
  return tier;
}

// `sudo --version` needs its rights as well, and asks nothing.
void settle_raising(Finding& finding, Raising raising) {
  finding.raised = raising == Raising::kOutside;
  if (finding.tier < 2) return;
  if (finding.raised) finding.reason += kOutside;
  if (raising == Raising::kNever) refuse_rights(finding);
}

void judge_own_rights(const Action& action, SetUserId use, Raising raising,
                      std::vector<Finding>& findings, std::size_t from) {
  if (!action.image_setuid || raising == Raising::kInTree || highest_tier(findings, from) < 2)
    return;
  if (use == SetUserId::kRefused) refuse_rights(findings.back());
  if (use != SetUserId::kAsked || raising != Raising::kOutside) return;
  findings.push_back(exec_finding(Category::kSudo, 2, own_rule("exec.raised"),
                                  std::string("with its owner's rights") + kOutside));
  findings.back().raised = true;
}

void judge_setuid(const Action& action, std::vector<Finding>& findings) {
  if (!action.image_setuid) return;
  findings.push_back(exec_finding(Category::kSudo, 2, own_rule("exec.setuid"),
                                  "a program that runs with its owner's rights"));
}

void raise_sudo(std::vector<Finding>& findings, std::size_t from) {
  const int inner = highest_tier(findings, from);
  for (std::size_t i = from; i < findings.size(); ++i) {
    Finding& finding = findings[i];
    const bool sudo =
        std::ranges::find(finding.categories, Category::kSudo) != finding.categories.end();
    if (sudo && finding.tier >= 2) finding.tier = std::max(finding.tier, inner);
  }
}

void judge_raised(const CommandLevels& reading, Facts& facts, std::vector<Finding>& findings) {
  if (facts.raising() != Raising::kOutside || reading.levels.size() < 2) return;
  const bool opens = sets_variables(reading.levels.front()) ||
                     std::any_of(reading.levels.begin() + 1, reading.levels.end(),
                                 [&](const CommandLevel& level) { return is_open(level, facts); });
  if (!opens || std::ranges::none_of(findings, &Finding::raised)) return;
  findings.push_back(exec_finding(
      Category::kSudo, 3, own_rule("sudo.unbound"),
      "with raised privileges, a shell, an interpreter, a program that this user can change, or "
      "variables of this user's"));
  findings.back().raised = true;
}

}  // namespace guard::policy
