// SPDX-License-Identifier: Apache-2.0
// Layers: `locked`, and what it holds of later files.
#include "policy/load/locks.h"

#include <algorithm>
#include <array>
#include <vector>

#include "policy/load/layers.h"

namespace guard::policy {
namespace {

// A locked key, and a further key by which a later file would change the same outcome. Only values
// of that key that loosen are held.
struct Hold {
  std::string_view lock;
  std::string_view key;
};
constexpr std::array kHolds = {
    // These say what a tier means, and which tier an act has.
    Hold{"mode", "modes"}, Hold{"mode", "safe_mode"}, Hold{"mode", "categories"},
    Hold{"mode", kOnAsk}, Hold{"safe_mode", kOnAsk},
    // How words are read tells which category an act has.
    Hold{"categories", "commands"},
    // No other way may let through what an ask rule holds, nor hide it from the rule.
    Hold{"rules", "categories"}, Hold{"rules", "commands"}, Hold{"rules", "pre_confirmed"},
    Hold{"rules", "sudo"}, Hold{"rules", "paths"}, Hold{"rules", "network"},
    Hold{"rules", "secrets"},
    // A secret is what `paths` says, and `secrets` whether it is held.
    Hold{"paths", "secrets"}, Hold{"secrets", "paths"},
    // One person would do, or none.
    Hold{"two_person", "safe_mode"}, Hold{"two_person", "approvers"},
    Hold{"approvers", "delegation"}};

std::string told(const Locks::value_type& lock) {
  return lock.first + " is locked by " + lock.second;
}

std::string lock_named(const Locks& locks, std::string_view key) {
  const auto found = locks.find(std::string(key));
  return found == locks.end() ? "" : told(*found);
}

bool is_of_any_name(std::string_view pattern) {
  return pattern.find_first_not_of("*?/") == std::string_view::npos;
}

// Names neither a program nor a place: it allows a tier, a category or a kind of act.
bool is_about_all(const Condition& when) {
  for (const auto* names : {&when.command, &when.path, &when.host})
    if (!names->empty() && std::ranges::none_of(*names, is_of_any_name)) return false;
  return true;
}

bool is_about_hosts(const Condition& when) {
  return !when.host.empty() || std::ranges::any_of(when.act, [](Act act) {
    return act == Act::kConnect || act == Act::kListen;
  });
}

struct RuleHold {
  std::string_view lock;
  bool (*holds)(const Condition&);
};
constexpr std::array kRuleHolds = {RuleHold{"mode", is_about_all},
                                   RuleHold{"categories", is_about_all},
                                   RuleHold{"network", is_about_hosts}};

}  // namespace

std::string lock_over(const Locks& locks, std::string_view key) {
  std::string direct = lock_named(locks, key);
  for (const Hold& row : kHolds) {
    if (!direct.empty()) break;
    if (row.key == key) direct = lock_named(locks, row.lock);
  }
  return direct;
}

std::string lock_over(const Locks& locks, const Rule& rule) {
  if (!rule.decides || rule.decision != Verdict::kAllow) return "";
  for (const RuleHold& row : kRuleHolds) {
    std::string lock = row.holds(rule.when) ? lock_named(locks, row.lock) : "";
    if (!lock.empty()) return lock;
  }
  return "";
}

Result<void> Layers::check_locks(const Node& root) const {
  Faults faults;
  for (const auto& [key, place] : locks_) {
    if (const auto found = root.find_key(key))
      faults.add(found->fault(key + ": is locked by " + place));
  }
  return faults.result();
}

Result<void> Layers::apply_locked(const Node& value) {
  const auto items = value.kind() == NodeKind::kList ? value.children() : std::vector<Node>{value};
  for (const auto& item : items) {
    const std::string key(item.text());
    if (locks_.try_emplace(key, item.line_of_file()).second) policy_.locked.push_back(key);
  }
  return {};
}

bool is_locked(const Policy& policy, std::string_view key) {
  return std::ranges::find(policy.locked, key) != policy.locked.end();
}

}  // namespace guard::policy
