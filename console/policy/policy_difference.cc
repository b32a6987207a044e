// SPDX-License-Identifier: Apache-2.0
#include "console/policy/policy_difference.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/text/text.h"
#include "console/policy/alert_view.h"
#include "console/policy/policy_view.h"
#include "console/policy/rule_change.h"
#include "policy/load/key_names.h"
#include "policy/text/scalars.h"

namespace guard::console {
namespace {

using policy::PathClass;
using policy::Policy;
using policy::Rule;
using policy::Verdict;
using Texts = std::vector<std::string>;

Direction opposite(Direction direction) {
  if (direction == Direction::kEither) return direction;
  return direction == Direction::kTighter ? Direction::kLooser : Direction::kTighter;
}

class Difference {
 public:
  void changed(Direction direction, const std::string& key, const std::string& text) {
    changes_.push_back({direction, key, safe_text(text)});
  }

  // A value that has an order: `more` is what a greater one means.
  template <class Value>
  void value(const std::string& key, const Value& before, const Value& after, Direction more,
             const std::string& from, const std::string& to) {
    if (before == after) return;
    changed(before < after ? more : opposite(more), key, from + " -> " + to);
  }

  // A list whose members each mean the same: `one_more` is what one more of them means.
  void list(const std::string& key, const Texts& before, const Texts& after, Direction one_more) {
    for (const auto& text : after)
      if (std::ranges::find(before, text) == before.end()) changed(one_more, key, "added: " + text);
    for (const auto& text : before)
      if (std::ranges::find(after, text) == after.end())
        changed(opposite(one_more), key, "gone: " + text);
  }

  std::vector<PolicyChange> take() { return std::move(changes_); }

 private:
  std::vector<PolicyChange> changes_;
};

Texts programs_with(const Policy& policy, policy::NameUse use) {
  Texts programs;
  for (const policy::NamesOfProgram& said : policy.names_of_programs)
    if (said.use == use) programs.push_back(said.program);
  return programs;
}

void compare_names_of_programs(Difference& out, const Policy& before, const Policy& after) {
  using policy::NameUse;
  for (const NameUse use : {NameUse::kFake, NameUse::kReal, NameUse::kOff})
    out.list(std::string("network.names.") + policy::name_of(use), programs_with(before, use),
             programs_with(after, use),
             use == NameUse::kFake ? Direction::kTighter : Direction::kLooser);
}

void compare_modes(Difference& out, const Policy& before, const Policy& after) {
  if (before.mode == after.mode) return;
  const bool looser = policy::is_looser(after.mode, before.mode);
  const bool tighter = policy::is_looser(before.mode, after.mode);
  const Direction direction = looser == tighter ? Direction::kEither
                              : looser          ? Direction::kLooser
                                                : Direction::kTighter;
  std::string tiers;
  for (std::size_t tier = 0; tier < after.mode.tiers.size(); ++tier) {
    if (before.mode.tiers.at(tier) == after.mode.tiers.at(tier)) continue;
    tiers += "; tier " + std::to_string(tier) + ": " + name_of(before.mode.tiers.at(tier)) +
             " -> " + name_of(after.mode.tiers.at(tier));
  }
  out.changed(direction, "mode", before.mode.name + " -> " + after.mode.name + tiers);
}

void compare_timeouts(Difference& out, const Policy& before, const Policy& after) {
  const auto one = [&](const char* key, std::chrono::seconds from, std::chrono::seconds to) {
    out.value(key, from, to, Direction::kLooser, policy::duration_text(from),
              policy::duration_text(to));
  };
  one("timeouts.tier2", before.tier2_timeout, after.tier2_timeout);
  one("timeouts.tier3", before.tier3_timeout, after.tier3_timeout);
}

void compare_undo(Difference& out, const Policy& before, const Policy& after) {
  const auto size = [&](const char* key, std::uint64_t from, std::uint64_t to) {
    const bool differ = size_text(from) != size_text(to);
    const auto text = [differ](std::uint64_t bytes) {
      return differ ? size_text(bytes) : std::to_string(bytes) + " B";
    };
    out.value(key, from, to, Direction::kTighter, text(from), text(to));
  };
  out.value("undo.keep", before.undo_keep, after.undo_keep, Direction::kTighter,
            policy::duration_text(before.undo_keep), policy::duration_text(after.undo_keep));
  size("undo.max", before.undo_max, after.undo_max);
  size("undo.max_file", before.undo_max_file, after.undo_max_file);
  out.value("undo.max_files", before.undo_max_files, after.undo_max_files, Direction::kTighter,
            std::to_string(before.undo_max_files), std::to_string(after.undo_max_files));
}

// Without a tier of its own a category's acts stand where they were found.
void compare_categories(Difference& out, const Policy& before, const Policy& after) {
  for (const auto& [category, tier] : after.category_tiers) {
    const auto known = before.category_tiers.find(category);
    const std::string key = std::string("categories.") + policy::name_of(category);
    if (known == before.category_tiers.end()) {
      const Direction direction = tier >= 2 ? Direction::kTighter : Direction::kLooser;
      out.changed(direction, key, "counts as tier " + std::to_string(tier));
    } else {
      out.value(key, known->second, tier, Direction::kTighter, std::to_string(known->second),
                std::to_string(tier));
    }
  }
  for (const auto& [category, tier] : before.category_tiers)
    if (!after.category_tiers.contains(category))
      out.changed(tier >= 2 ? Direction::kLooser : Direction::kTighter,
                  std::string("categories.") + policy::name_of(category),
                  "counts as tier " + std::to_string(tier) + " no more");
}

Texts paths_of(const Policy& policy, PathClass path_class) {
  Texts patterns;
  for (const auto& [pattern, listed] : policy.paths)
    if (listed == path_class) patterns.push_back(pattern);
  return patterns;
}

void compare_paths(Difference& out, const Policy& before, const Policy& after) {
  constexpr std::array<std::pair<PathClass, Direction>, 6> kClasses = {{
      {PathClass::kTmp, Direction::kLooser},
      {PathClass::kCache, Direction::kLooser},
      {PathClass::kOwnState, Direction::kLooser},
      {PathClass::kSecret, Direction::kTighter},
      {PathClass::kConfig, Direction::kTighter},
      {PathClass::kSystem, Direction::kTighter},
  }};
  for (const auto& [path_class, one_more] : kClasses)
    out.list(std::string("paths.") + policy::name_of(path_class), paths_of(before, path_class),
             paths_of(after, path_class), one_more);
}

// Every list of them widens but `settings`: a profile that is another is either.
void compare_profiles(Difference& out, const Policy& before, const Policy& after) {
  const auto find = [](const Policy& policy, const std::string& name) {
    return std::ranges::find(policy.profiles, name, &policy::Profile::name);
  };
  const auto says_the_same = [](policy::Profile a, const policy::Profile& b) {
    a.source = b.source;  // where it stands is no part of what it says
    return a == b;
  };
  for (const auto& profile : after.profiles) {
    const auto known = find(before, profile.name);
    if (known == before.profiles.end()) {
      out.changed(Direction::kLooser, "profiles." + profile.name, "added");
    } else if (!says_the_same(*known, profile)) {
      out.changed(Direction::kEither, "profiles." + profile.name, "another: " + profile.source);
    }
  }
  for (const auto& profile : before.profiles)
    if (find(after, profile.name) == after.profiles.end())
      out.changed(Direction::kTighter, "profiles." + profile.name, "gone");
}

Texts environment_of(const Policy& policy, bool keep) {
  Texts patterns;
  for (const auto& rule : policy.environment)
    if (rule.keep == keep) patterns.push_back(rule.pattern);
  return patterns;
}

// Where a rule stands is no part of what it says.
bool says_the_same(const Rule& a, const Rule& b) {
  return a.when == b.when && a.decision == b.decision && a.tier == b.tier &&
         a.message == b.message && a.only_tightens == b.only_tightens && a.decides == b.decides &&
         a.categories == b.categories && a.joins_only == b.joins_only;
}

void compare_rules(Difference& out, const Policy& before, const Policy& after) {
  const auto find = [](const Policy& policy, const std::string& id) {
    return std::ranges::find(policy.rules, id, &Rule::id);
  };
  for (const Rule& rule : after.rules) {
    const auto known = find(before, rule.id);
    const std::string key = "rules." + rule.id;
    if (known == before.rules.end()) {
      out.changed(direction_of(rule), key, "added: " + rule_text(rule));
    } else if (!says_the_same(*known, rule)) {
      out.changed(direction_between(*known, rule), key,
                  rule_text(*known) + " -> " + rule_text(rule));
    }
  }
  for (const Rule& rule : after.monitored)
    if (std::ranges::find(before.monitored, rule.id, &Rule::id) == before.monitored.end())
      out.changed(Direction::kEither, "monitored." + rule.id, "added: " + rule_text(rule));
  for (const Rule& rule : before.rules)
    if (find(after, rule.id) == after.rules.end())
      out.changed(opposite(direction_of(rule)), "rules." + rule.id, "gone: " + rule_text(rule));
}

using Rows = std::map<std::string, policy::SpecRule>;

// The rows of a program's specs. Rows only add: one more is tighter; what is said of the words
// beside them may be either.
std::map<std::string, Rows> rows_of(const Policy& policy) {
  std::map<std::string, Rows> rows;
  for (const auto& spec : policy.commands) {
    std::string name;
    for (const auto& command : spec.commands) name += (name.empty() ? "" : ",") + command;
    for (const auto& row : spec.rules) rows[name].emplace(row.id, row);
  }
  return rows;
}

Texts ids_of(const Rows& rows) {
  Texts ids;
  for (const auto& [id, row] : rows) ids.push_back(id);
  return ids;
}

std::string strength_text(const policy::SpecRule& row) {
  return row.block ? "block" : "tier " + std::to_string(row.tier);
}

// The row has kept its id. The direction is known if nothing but the strength differs.
void compare_row(Difference& out, const std::string& key, policy::SpecRule before,
                 const policy::SpecRule& after) {
  constexpr int kBlock = 4;
  const int from = before.block ? kBlock : before.tier;
  const int to = after.block ? kBlock : after.tier;
  const std::string was = strength_text(before);
  before.match = after.match;
  before.no_match = after.no_match;
  before.source = after.source;
  const bool same_strength = from == to;
  before.tier = after.tier;
  before.block = after.block;
  if (before != after) {
    out.changed(Direction::kEither, key, "another: " + after.id);
  } else if (!same_strength) {
    out.changed(to > from ? Direction::kTighter : Direction::kLooser, key,
                after.id + ": " + was + " -> " + strength_text(after));
  }
}

void compare_commands(Difference& out, const Policy& before, const Policy& after) {
  auto known = rows_of(before);
  auto rows = rows_of(after);
  for (const auto& [name, ids] : known) rows.try_emplace(name);
  for (const auto& [name, said] : rows) {
    const std::string key = "commands." + name;
    const Rows& was = known[name];
    out.list(key, ids_of(was), ids_of(said), Direction::kTighter);
    for (const auto& [id, row] : said)
      if (const auto found = was.find(id); found != was.end())
        compare_row(out, key, found->second, row);
  }
}

// How long a session counts after its end.
std::string ended_text(const Policy& policy) {
  return policy.collision_ended.count() == 0 ? "none"
                                             : policy::duration_text(policy.collision_ended);
}

void compare_switches(Difference& out, const Policy& before, const Policy& after) {
  const auto compare = [&](const char* key, auto was, auto is) {
    out.value(key, was, is, Direction::kLooser, policy::name_of(was), policy::name_of(is));
  };
  compare("secrets.after_read", before.after_read, after.after_read);
  compare("secrets.environment", before.environment_secrets, after.environment_secrets);
  compare("installs.scripts", before.install_scripts, after.install_scripts);
  compare("collisions.writes", before.collision_writes, after.collision_writes);
  out.value("collisions.ended", before.collision_ended, after.collision_ended, Direction::kTighter,
            ended_text(before), ended_text(after));
}

}  // namespace

const char* name_of(Direction direction) {
  if (direction == Direction::kEither) return "changed";
  return direction == Direction::kTighter ? "tighter" : "looser";
}

std::vector<PolicyChange> difference_of(const Policy& before, const Policy& after) {
  Difference out;
  const auto on_off = [](bool on) { return std::string(on ? "on" : "off"); };
  compare_modes(out, before, after);
  out.value("safe_mode", before.safe_mode, after.safe_mode, Direction::kTighter,
            on_off(before.safe_mode), on_off(after.safe_mode));
  out.list("workspace", before.workspace, after.workspace, Direction::kEither);
  out.list("network.allow", before.network_allow, after.network_allow, Direction::kLooser);
  const auto listen_before = policy::listen_use_of(before);
  const auto listen_after = policy::listen_use_of(after);
  // Else it is the mode's, or this machine's.
  if (before.network_listen || after.network_listen)
    out.value("network.listen", listen_before, listen_after, Direction::kLooser,
              policy::name_of(listen_before), policy::name_of(listen_after));
  const auto names_before = before.network_names.value_or(policy::NameUse::kFake);
  const auto names_after = after.network_names.value_or(policy::NameUse::kFake);
  out.value("network.names", names_before, names_after, Direction::kLooser,
            policy::name_of(names_before), policy::name_of(names_after));
  compare_names_of_programs(out, before, after);
  out.value("secrets.reads", before.secret_reads, after.secret_reads, Direction::kLooser,
            policy::name_of(before.secret_reads), policy::name_of(after.secret_reads));
  compare_switches(out, before, after);
  out.list("environment.drop", environment_of(before, false), environment_of(after, false),
           Direction::kTighter);
  out.list("environment.keep", environment_of(before, true), environment_of(after, true),
           Direction::kLooser);
  out.value("landlock", before.landlock, after.landlock, Direction::kLooser,
            policy::name_of(before.landlock), policy::name_of(after.landlock));
  out.value("sudo", before.sudo, after.sudo, Direction::kLooser, policy::name_of(before.sudo),
            policy::name_of(after.sudo));
  out.list("sudo.allow", before.sudo_allow, after.sudo_allow, Direction::kLooser);
  out.value("sudo.ticket", before.sudo_ticket, after.sudo_ticket, Direction::kLooser,
            policy::name_of(before.sudo_ticket), policy::name_of(after.sudo_ticket));
  out.value("sudo.supervise", before.sudo_supervise, after.sudo_supervise, Direction::kTighter,
            before.sudo_supervise ? "on" : "off", after.sudo_supervise ? "on" : "off");
  out.value("signatures", before.signatures, after.signatures, Direction::kLooser,
            policy::name_of(before.signatures), policy::name_of(after.signatures));
  compare_timeouts(out, before, after);
  compare_undo(out, before, after);
  compare_categories(out, before, after);
  compare_paths(out, before, after);
  compare_profiles(out, before, after);
  out.list("pre_confirmed", before.pre_confirmed, after.pre_confirmed, Direction::kLooser);
  out.list("approvers", before.approvers, after.approvers, Direction::kLooser);
  if (before.alerts != after.alerts)
    out.changed(Direction::kEither, "alerts",
                alerts_text(before.alerts) + " -> " + alerts_text(after.alerts));
  if (before.sinks != after.sinks)
    out.changed(Direction::kEither, "audit.sinks",
                sinks_text(before.sinks) + " -> " + sinks_text(after.sinks));
  out.value("two_person.tier", before.two_person_tier, after.two_person_tier, Direction::kTighter,
            std::to_string(before.two_person_tier), std::to_string(after.two_person_tier));
  out.value("delegation.tier", before.delegation_tier, after.delegation_tier, Direction::kLooser,
            std::to_string(before.delegation_tier), std::to_string(after.delegation_tier));
  out.list("locked", before.locked, after.locked, Direction::kTighter);
  compare_rules(out, before, after);
  compare_commands(out, before, after);
  return out.take();
}

}  // namespace guard::console
