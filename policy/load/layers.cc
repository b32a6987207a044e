// SPDX-License-Identifier: Apache-2.0
#include "policy/load/layers.h"

#include <algorithm>

#include "base/weaken.h"
#include "policy/decide/pre_confirmed.h"
#include "policy/load/key_names.h"
#include "policy/load/locks.h"
#include "policy/load/rule_reader.h"
#include "policy/load/settings_doubts.h"
#include "policy/text/glob.h"
#include "policy/text/scalars.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::policy {
namespace {

std::vector<Node> items_in(const Node& value) {
  return value.kind() == NodeKind::kList ? value.children() : std::vector<Node>{value};
}

// Inside the folder it is written in, whatever the folder is.
bool stays_inside(std::string_view path) {
  if (path.starts_with('/') || path.starts_with('~')) return false;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t slash = std::min(path.find('/', at), path.size());
    if (path.substr(at, slash - at) == "..") return false;
    at = slash + 1;
  }
  return true;
}

// Would take .git or the workspace itself out of a stricter class.
bool reaches_stricter_class(const std::string& pattern) {
  const auto anchored = anchored_glob(pattern, "/w", "");
  return std::ranges::any_of(
      std::to_array<std::string_view>({"/w", "/w/.git", "/w/.git/config", "/w/.git/hooks/pre-push",
                                       "/w/.git/objects/ab/cd", "/w/.git/HEAD"}),
      [&](std::string_view path) { return path_glob_matches(anchored, path); });
}

}  // namespace

struct Layers::KeyApplier {
  std::string_view key;
  Result<void> (Layers::*apply)(const Node&);
};

// In the order in which they take effect: `mode` may name a mode of the same file.
const Layers::KeyApplier Layers::kAppliers[] = {
    {"release", &Layers::apply_release},
    {"modes", &Layers::apply_modes},
    {"mode", &Layers::apply_mode},
    {"safe_mode", &Layers::apply_safe_mode},
    {"workspace", &Layers::apply_workspace},
    {"network", &Layers::apply_network},
    {"secrets", &Layers::apply_secrets},
    {"installs", &Layers::apply_installs},
    {"collisions", &Layers::apply_collisions},
    {"environment", &Layers::apply_environment},
    {"landlock", &Layers::apply_landlock},
    {"sudo", &Layers::apply_sudo},
    {"signatures", &Layers::apply_signatures},
    {"timeouts", &Layers::apply_timeouts},
    {"undo", &Layers::apply_undo},
    {"categories", &Layers::apply_categories},
    {"paths", &Layers::apply_paths},
    {"commands", &Layers::apply_commands},
    {"pre_confirmed", &Layers::apply_pre_confirmed},
    {"approvers", &Layers::apply_approvers},
    {"alerts", &Layers::apply_alerts},
    {"audit", &Layers::apply_audit},
    {"two_person", &Layers::apply_two_person},
    {"delegation", &Layers::apply_delegation},
    {"profiles", &Layers::apply_profiles},
    {"rules", &Layers::apply_rules},
    {"locked", &Layers::apply_locked},
};

Layers::Layers() {
  for (auto& mode : {paranoid_mode(), balanced_mode(), trusting_mode()}) {
    policy_.modes.emplace(mode.name, mode);
  }
}

Policy Layers::take() {
  policy_.mode = policy_.modes.at(policy_.mode.name);
  policy_.locked_at = locks_;
  return std::move(policy_);
}

Result<void> Layers::add(const Node& root, Origin origin, Examples examples) {
  examples_ = examples;
  built_in_ = origin.built_in;
  is_release_ = origin.is_release;
  untrusted_ = origin.trust == FileTrust::kMayOnlyTighten && !weakened("untrusted-policy");
  // The user can mend what the user wrote. A project's file must not keep guard from starting, and
  // from a pack nobody can take a key out: of these what loosens is left out.
  leaves_out_ = untrusted_ || origin.of_project || origin.built_in;
  held_ = {};
  if (!leaves_out_) {
    if (auto checked = check_locks(root); !checked) return checked;
  }
  Faults faults;
  for (const auto& row : kAppliers) {
    const auto value = root.find(row.key);
    if (!value) continue;
    lock_ = lock_over(locks_, row.key);
    tighten_only_ = untrusted_ || !lock_.empty();
    const auto applied = (this->*row.apply)(*value);
    faults.add(applied);
    // Other keys may name what this one did not make.
    const bool others_need_it = row.key == "modes" || row.key == "commands";
    if (!applied && others_need_it) break;
  }
  faults.add(held_.result());
  return faults.result();
}

// A rule may be called as a row that guard ships: else a newer guard could have a row of its name.
Result<void> Layers::claim_id(const Node& item, std::string_view id, bool is_row) {
  const auto [found, fresh] = ids_.try_emplace(std::string(id), item.line_of_file());
  if (fresh && built_in_ && is_row) shipped_rows_.insert(found->first);
  if (!fresh && !is_row && shipped_rows_.erase(found->first) > 0) {
    found->second = item.line_of_file();
    return {};
  }
  if (fresh) return {};
  return forward(item.find("id")->fault("duplicate id \"" + found->first + "\": first used in " +
                                        found->second + "; give one of them another name"));
}

void Layers::not_applied(const Node& at, const std::string& what) {
  hold(at, what, lock_);
}

void Layers::hold(const Node& at, const std::string& what, const std::string& lock) {
  const std::string why = lock.empty() ? "" : ": " + lock;
  if (leaves_out_)
    policy_.not_applied.push_back(at.place() + ": " + what + why);
  else
    held_.add(at.fault(what + why));
}

Result<void> Layers::apply_workspace(const Node& value) {
  std::vector<std::string> folders;
  for (const auto& item : items_in(value)) {
    // Beside folders that an earlier file named, even the project's own may be one too many.
    if (tighten_only_ && (!stays_inside(item.text()) || !policy_.workspace.empty())) {
      not_applied(item, "workspace: " + std::string(item.text()));
    } else {
      folders.emplace_back(item.text());
    }
  }
  if (!folders.empty()) policy_.workspace = std::move(folders);
  return {};
}

Result<void> Layers::apply_network(const Node& value) {
  for (const auto& host : items_of(value, "allow")) {
    if (tighten_only_) {
      not_applied(host, "network.allow: " + std::string(host.text()));
    } else {
      policy_.network_allow.emplace_back(host.text());
      hosts_at_.push_back(host.place());
    }
  }
  add_host_rule(items_of(value, "ask"), own_rule("network.ask"), Verdict::kAsk);
  add_host_rule(items_of(value, "deny"), own_rule("network.deny"), Verdict::kDeny);
  set_listen_use(value);
  set_name_use(value);
  return {};
}

// A list of hosts is a rule that its file need not name.
void Layers::add_host_rule(const std::vector<Node>& hosts, const char* id, Verdict verdict) {
  if (hosts.empty()) return;
  Rule rule;
  rule.id = id;
  rule.when.act = {Act::kConnect};
  for (const Node& host : hosts) rule.when.host.emplace_back(host.text());
  rule.decision = verdict;
  rule.only_tightens = tighten_only_;
  rule.source = hosts.front().line_of_file();
  policy_.rules.push_back(std::move(rule));
}

// Within a file `keep` names the exceptions of its `drop`.
Result<void> Layers::apply_environment(const Node& value) {
  for (const auto& name : items_of(value, "drop"))
    policy_.environment.push_back({std::string(name.text()), false});
  for (const auto& name : items_of(value, "keep")) {
    if (tighten_only_) {
      not_applied(name, "environment.keep: " + std::string(name.text()));
    } else {
      policy_.environment.push_back({std::string(name.text()), true});
    }
  }
  return {};
}

void Layers::set_timeout(const Node& timeouts, std::string_view key,
                         std::chrono::seconds& timeout) {
  const auto value = timeouts.find(key);
  if (!value) return;
  const auto wanted = *parse_duration(value->text());
  if (tighten_only_ && wanted > timeout) {
    not_applied(*value, "timeouts." + std::string(key) + ": longer");
  } else {
    timeout = wanted;
  }
}

Result<void> Layers::apply_timeouts(const Node& value) {
  set_timeout(value, "tier2", policy_.tier2_timeout);
  set_timeout(value, "tier3", policy_.tier3_timeout);
  return {};
}

Result<void> Layers::apply_undo(const Node& value) {
  const auto size = [&](const char* key, std::uint64_t otherwise) {
    const auto found = value.find(key);
    return found ? *parse_size(found->text()) : otherwise;
  };
  const auto keep = value.find("keep");
  const auto wanted_keep = keep ? *parse_duration(keep->text()) : policy_.undo_keep;
  const auto wanted_max = size("max", policy_.undo_max);
  const auto wanted_file = size("max_file", policy_.undo_max_file);
  const auto files = int_of(value, "max_files");
  const auto wanted_files = files ? static_cast<std::uint64_t>(*files) : policy_.undo_max_files;
  if (tighten_only_ &&
      (wanted_keep < policy_.undo_keep || wanted_max < policy_.undo_max ||
       wanted_file < policy_.undo_max_file || wanted_files < policy_.undo_max_files)) {
    not_applied(value, "undo: keeps less");
    return {};
  }
  policy_.undo_keep = wanted_keep;
  policy_.undo_max = wanted_max;
  policy_.undo_max_file = wanted_file;
  policy_.undo_max_files = wanted_files;
  return {};
}

Result<void> Layers::apply_categories(const Node& value) {
  for (const auto name : category_names()) {
    const auto tier = int_of(value, name);
    if (!tier) continue;
    const Category category = *category_named(name);
    const auto known = policy_.category_tiers.find(category);
    // Without an earlier override the acts of a category stand at tiers 1 to 3, and only tiers 2
    // and 3 raise some without lowering any.
    const int least = known == policy_.category_tiers.end() ? 2 : known->second;
    if (tighten_only_ && *tier < least) {
      not_applied(*value.find(name), std::string(name) + ": " + std::to_string(*tier));
    } else {
      policy_.category_tiers[category] = *tier;
    }
  }
  return {};
}

Result<void> Layers::apply_paths(const Node& value) {
  const auto members = value.children();
  for (std::size_t i = 0; i + 1 < members.size(); i += 2) {
    const auto path_class = path_class_named(members[i].text());
    const bool stricter = path_class == PathClass::kSecret || path_class == PathClass::kConfig ||
                          path_class == PathClass::kSystem;
    for (const auto& item : items_in(members[i + 1])) {
      std::string pattern(item.text());
      if (const auto why = why_too_wide(path_class, pattern); !why.empty() && !tighten_only_)
        return forward(item.fault("paths." + std::string(members[i].text()) + ": " + why));
      // In an untrusted file "**/x" means below the project, not anywhere.
      if (tighten_only_ && pattern.starts_with("**")) pattern.insert(0, "./");
      if (tighten_only_ &&
          (!stricter || !stays_inside(pattern) ||
           (path_class != PathClass::kSystem && reaches_stricter_class(pattern)))) {
        not_applied(item, "paths." + std::string(members[i].text()) + ": " + pattern);
      } else {
        policy_.paths.emplace_back(std::move(pattern), path_class);
      }
    }
  }
  return {};
}

Result<void> Layers::apply_pre_confirmed(const Node& value) {
  Faults faults;
  for (const auto& item : items_in(value)) {
    if (const auto read = read_pre_confirmed(std::string(item.text())); !read) {
      faults.add(item.fault("pre_confirmed: " + read.error().context));
    } else if (tighten_only_) {
      not_applied(item, "pre_confirmed: " + std::string(item.text()));
    } else {
      policy_.pre_confirmed.emplace_back(item.text());
    }
  }
  return faults.result();
}

Result<void> Layers::apply_approvers(const Node& value) {
  for (const auto& item : items_in(value)) {
    if (tighten_only_) {
      not_applied(item, "approvers: " + std::string(item.text()));
    } else {
      policy_.approvers.emplace_back(item.text());
    }
  }
  return {};
}

// More people only tighten.
Result<void> Layers::apply_two_person(const Node& value) {
  policy_.two_person_tier = *int_of(value, "tier");
  return {};
}

Result<void> Layers::apply_delegation(const Node& value) {
  if (tighten_only_) {
    not_applied(value, "delegation");
    return {};
  }
  policy_.delegation_tier = *int_of(value, "tier");
  if (const auto limit = value.find("for")) policy_.delegation_for = *parse_duration(limit->text());
  return {};
}

Result<void> Layers::apply_rules(const Node& value) {
  Faults faults;
  for (const auto& item : items_in(value)) faults.add(apply_rule(item));
  return faults.result();
}

Result<void> Layers::apply_rule(const Node& item) {
  auto rule = read_rule(item, examples_);
  if (!rule) return forward(rule.error());
  if (auto claimed = claim_id(item, rule->id, false); !claimed) return claimed;
  rule->only_tightens = tighten_only_;
  rule->joins_only = untrusted_ && !built_in_;
  if (rule->monitors) {
    policy_.monitored.push_back(std::move(*rule));
    return {};
  }
  const std::string lock = lock_.empty() ? lock_over(locks_, *rule) : lock_;
  if (rule->decision == Verdict::kAllow && (tighten_only_ || !lock.empty())) {
    hold(item, "rule " + rule->id + ": allows", lock);
  } else {
    policy_.rules.push_back(std::move(*rule));
  }
  return {};
}

bool Layers::is_known(const std::string& command) const {
  return std::ranges::any_of(policy_.commands, [&](const CommandSpec& spec) {
    return std::ranges::any_of(spec.commands, [&](const std::string& known) {
      return word_glob_matches(known, command) || word_glob_matches(command, known);
    });
  });
}

// Why an untrusted file may not say this of a command; empty when it may. Rows only add: the
// strictest one leads. But another way of reading the arguments of a program that guard knows could
// hide an operand, and implied acts are allowed ones.
std::string Layers::loosening_of(const Node& item, const CommandSpec& spec) const {
  const bool implies = spec.implied || std::ranges::any_of(spec.rules, [](const SpecRule& rule) {
                         return rule.implied.has_value();
                       });
  if (implies) return "implies acts";
  const std::size_t own_keys = item.find("rules") ? 2 : 1;
  const bool reads_otherwise = item.children().size() / 2 > own_keys;
  for (const auto& command : spec.commands) {
    if (reads_otherwise && is_known(command)) return "reads the arguments of a known program anew";
  }
  return {};
}

Result<void> Layers::apply_commands(const Node& value) {
  for (const auto& item : items_in(value)) {
    auto spec = read_command_spec(item, examples_);
    if (!spec) return forward(spec.error());
    for (const auto& row : items_of(item, "rules")) {
      if (auto claimed = claim_id(row, text_of(row, "id"), true); !claimed) return claimed;
    }
    const std::string loosening = tighten_only_ ? loosening_of(item, *spec) : "";
    if (!loosening.empty()) {
      not_applied(item, "command " + spec->commands.front() + ": " + loosening);
    } else {
      policy_.commands.push_back(std::move(*spec));
    }
  }
  return {};
}

}  // namespace guard::policy
