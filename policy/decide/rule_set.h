// SPDX-License-Identifier: Apache-2.0
// RuleSet: which rules hold for an act. Deny and ask rules hold when any object, any wrapper level
// or any category fits; an allow rule must fit all of them, since what it does not speak of it does
// not allow. Any thread, once all rules are in.
#ifndef GUARD_POLICY_DECIDE_RULE_SET_H_
#define GUARD_POLICY_DECIDE_RULE_SET_H_

#include <functional>
#include <string>
#include <vector>

#include "policy/decide/subject.h"
#include "policy/model/rule.h"
#include "policy/network/named_place.h"
#include "policy/vocabulary/place.h"
#include "policy/vocabulary/steps.h"

namespace guard::policy {

struct NamedCategories {
  std::vector<Category> categories;  // in Category's order, each once
  // By rules of `category: none`, which are looked at last: neither the assessment nor another rule
  // had one.
  bool otherwise_none = false;
};

// Where a git that is to start would connect to. Called when a rule about a command and a host may
// hold for it; may read files.
using HostsOfGit = std::function<NamedPlaces(const Action& exec, const CommandLine& line)>;

class RuleSet {
 public:
  // Without HOSTS_OF_GIT a rule about a host holds for connections alone.
  RuleSet(const std::vector<Rule>& rules, const Place& place, HostsOfGit hosts_of_git = nullptr);
  void add(const std::vector<Rule>& rules);

  [[nodiscard]] bool empty() const { return rows_.empty(); }
  // The first deny rule that holds, and so on; nullptr when none does. If several ask rules hold,
  // the one with the highest tier.
  [[nodiscard]] const Rule* deny(const Subject& subject) const;
  [[nodiscard]] const Rule* ask(const Subject& subject) const;
  [[nodiscard]] const Rule* allow(const Subject& subject) const;
  // All that decide something, and hold.
  [[nodiscard]] std::vector<const Rule*> holding(const Subject& subject) const;
  // For a rule with `path` that holds and does not allow: the path that it holds for; else "".
  [[nodiscard]] std::string path_held_by(const Rule& rule, const Subject& subject) const;
  // Some rule denies or asks about writing files by their names.
  [[nodiscard]] bool limits_writes() const;
  // The categories that the rules that hold give the act, whatever they decide.
  [[nodiscard]] NamedCategories categories(const Subject& subject, Steps* steps) const;

 private:
  // One item of a list; the last one that fits decides.
  struct PathItem {
    std::string pattern;  // anchored
    bool excepts = false;
  };
  struct Row {
    Rule rule;
    ActSet acts;
    std::vector<PathItem> paths;
    std::vector<std::string> programs;  // of `command`: those with a '/', anchored
  };
  [[nodiscard]] bool holds(const Row& row, const Subject& subject) const;
  [[nodiscard]] static bool command_holds(const Row& row, const Subject& subject);
  [[nodiscard]] static bool objects_hold(const Row& row, const Subject& subject);
  [[nodiscard]] std::vector<PathItem> path_items(const Rule& rule) const;
  [[nodiscard]] static bool path_fits(const PathItem& item, const Facet& facet, bool allows);
  [[nodiscard]] static bool facet_holds(const Row& row, const Facet& facet);
  [[nodiscard]] bool host_holds(const Row& row, const Subject& subject) const;
  [[nodiscard]] bool git_goes_there(const Row& row, const Subject& subject) const;
  [[nodiscard]] static std::vector<std::string> paths_of(const Row& row, const Subject& subject);
  [[nodiscard]] bool names_hold(const Row& row, const Subject& subject) const;
  struct Naming {  // which of the rules
    bool of_none = false;
    bool joins_only = false;
  };
  void add_named(const Subject& subject, Naming which, std::vector<Category>& named,
                 Steps* steps) const;
  [[nodiscard]] const Rule* first(Verdict decision, const Subject& subject) const;

  std::vector<Row> rows_;
  Place place_;
  HostsOfGit hosts_of_git_;
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_DECIDE_RULE_SET_H_
