// SPDX-License-Identifier: Apache-2.0
#include "policy/load/examples.h"

#include <algorithm>
#include <memory>

#include "base/text/text.h"
#include "policy/assess/assessor.h"
#include "policy/assess/exec_assessment.h"
#include "policy/command/command_levels.h"
#include "policy/decide/rule_set.h"
#include "policy/decide/subject.h"
#include "policy/load/example_facts.h"
#include "policy/text/faults.h"
#include "policy/text/shell_words.h"

namespace guard::policy {
namespace {

using Words = std::vector<std::string>;

bool is_assignment(const std::string& word) {
  const std::size_t equals = word.find('=');
  return equals != std::string::npos && equals > 0 && word.find_first_of("/-.") > equals;
}

// As if the program were installed where programs are.
Action example_exec(Words words, const std::string& cwd) {
  Action action;
  action.act = Act::kExec;
  action.syscall = "execve";
  action.cwd = cwd;
  while (!words.empty() && is_assignment(words.front())) {
    action.environment_changes.push_back(words.front());
    words.erase(words.begin());
  }
  if (words.empty()) return action;
  const bool named = words[0].find('/') == std::string::npos;
  action.exe = named ? "/usr/bin/" + words[0] : words[0];
  action.argv = std::move(words);
  return action;
}

class ExampleChecker {
 public:
  explicit ExampleChecker(const Policy& policy)
      : policy_(std::make_shared<Policy>(policy)), assessor_(policy_) {}

  void check_spec_rule(const SpecRule& rule);
  void check_rule(const Rule& rule);
  [[nodiscard]] Result<void> result() const { return faults_.result(); }

 private:
  bool spec_rule_fits(const SpecRule& rule, const Words& words);
  bool rule_holds(const RuleSet& set, Verdict decision, const Words& words);
  template <class Fits>
  void check_lines(const std::string& source, const std::string& id, const Words& match,
                   const Words& no_match, Fits fits);

  std::shared_ptr<const Policy> policy_;
  Assessor assessor_;
  ExampleFacts facts_;
  Faults faults_;
};

template <class Fits>
void ExampleChecker::check_lines(const std::string& source, const std::string& id,
                                 const Words& match, const Words& no_match, Fits fits) {
  const auto defect = [&](const std::string& line, const std::string& what) {
    faults_.add(
        Error{Code::kInvalid, 0, source + ": rule " + id + ": `" + safe_text(line) + "` " + what});
  };
  for (const Words* lines : {&match, &no_match}) {
    const bool wanted = lines == &match;
    for (const std::string& line : *lines) {
      const auto words = split_words(line);
      if (!words) {
        defect(line, "is no plain command: " + words.error().context);
      } else if (fits(*words) != wanted) {
        defect(line, wanted ? "should match" : "should not match");
      }
    }
  }
}

bool ExampleChecker::spec_rule_fits(const SpecRule& rule, const Words& words) {
  const Action action = example_exec(words, facts_.cwd());
  const auto chain = command_levels(action.argv, assessor_.specs());
  return std::any_of(chain.levels.begin(), chain.levels.end(), [&](const CommandLevel& level) {
    if (level.spec == nullptr) return false;
    const auto& rows = level.spec->rules;
    const bool has = std::any_of(rows.begin(), rows.end(), [&](const SpecRule& row) {
      return row.id == rule.id && row.source == rule.source;
    });
    return has && fits_words(rule, level.line, facts_);
  });
}

void ExampleChecker::check_spec_rule(const SpecRule& rule) {
  check_lines(rule.source, rule.id, rule.match, rule.no_match,
              [&](const Words& words) { return spec_rule_fits(rule, words); });
}

bool ExampleChecker::rule_holds(const RuleSet& set, Verdict decision, const Words& words) {
  const Action action = example_exec(words, facts_.cwd());
  const Assessment assessment = assessor_.assess(action, facts_);
  const Subject subject = make_subject(action, assessment, assessor_.specs());
  if (decision == Verdict::kAllow) return set.allow(subject) != nullptr;
  if (decision == Verdict::kAsk) return set.ask(subject) != nullptr;
  return set.deny(subject) != nullptr;
}

void ExampleChecker::check_rule(const Rule& rule) {
  Rule alone = rule;  // one that names categories alone holds for the same acts
  alone.decides = true;
  const RuleSet set({alone}, {.workspace = facts_.workspace(), .home = facts_.home()});
  check_lines(rule.source, rule.id, rule.match, rule.no_match,
              [&](const Words& words) { return rule_holds(set, rule.decision, words); });
}

}  // namespace

Result<void> check_examples(const Policy& policy, std::size_t trusted_commands) {
  const auto& commands = policy.commands;
  if (trusted_commands >= commands.size() && policy.rules.empty() && policy.monitored.empty())
    return {};
  ExampleChecker checker(policy);
  for (std::size_t i = trusted_commands; i < commands.size(); ++i) {
    for (const SpecRule& rule : commands[i].rules) checker.check_spec_rule(rule);
  }
  for (const Rule& rule : policy.rules) checker.check_rule(rule);
  for (const Rule& rule : policy.monitored) checker.check_rule(rule);
  return checker.result();
}

}  // namespace guard::policy
