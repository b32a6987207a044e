// SPDX-License-Identifier: Apache-2.0
#include "console/policy/policy_view.h"

#include <algorithm>

#include "base/text/text.h"
#include "console/policy/alert_view.h"
#include "console/policy/rule_yaml.h"
#include "policy/load/key_names.h"
#include "policy/text/scalars.h"

namespace guard::console {
namespace {

using OrderedJson = nlohmann::ordered_json;

// Built-in packs of commands, which are many, are one entry.
std::vector<std::string> shown_files(const policy::Policy& policy) {
  std::vector<std::string> files;
  for (const auto& file : policy.files) {
    if (!file.starts_with("commands/") && !file.starts_with("profiles/")) files.push_back(file);
  }
  return files;
}

template <class List>
OrderedJson names_json(const List& list) {
  OrderedJson names = OrderedJson::array();
  for (const auto& value : list) names.push_back(name_of(value));
  return names;
}

void put(OrderedJson& object, const char* key, OrderedJson value) {
  if (!value.empty()) object[key] = std::move(value);
}

OrderedJson condition_json(const policy::Condition& when) {
  OrderedJson json = OrderedJson::object();
  put(json, "command", when.command);
  put(json, "sub", when.subcommand);
  put(json, "flags", when.flags);
  put(json, "has", when.has);
  put(json, "act", names_json(when.act));
  put(json, "path", when.path);
  put(json, "mentions", when.mentions);
  if (when.outside) json["outside"] = true;
  put(json, "host", when.host);
  OrderedJson categories = names_json(when.category);
  if (when.no_category) categories.push_back(policy::kNoCategory);
  put(json, "category", std::move(categories));
  if (when.min_tier) json["tier"] = *when.min_tier;
  return json;
}

OrderedJson rule_json(const policy::Rule& rule) {
  OrderedJson json = {{"id", rule.id}, {"when", condition_json(rule.when)}};
  if (rule.decides) json["decision"] = name_of(rule.decision);
  put(json, "category", names_json(rule.categories));
  if (rule.tier) json["tier"] = *rule.tier;
  if (rule.monitors) json["monitor"] = true;
  if (!rule.message.empty()) json["message"] = rule.message;
  json["source"] = rule.source;
  return json;
}

OrderedJson mode_json(const policy::Mode& mode) {
  OrderedJson json = {{"name", mode.name}};
  for (std::size_t tier = 0; tier < mode.tiers.size(); ++tier) {
    json["tier" + std::to_string(tier)] = name_of(mode.tiers[tier]);
  }
  return json;
}

OrderedJson paths_json(const policy::Policy& policy) {
  OrderedJson json = OrderedJson::object();
  for (const auto& [pattern, path_class] : policy.paths) {
    json[name_of(path_class)].push_back(pattern);
  }
  return json;
}

std::vector<std::string> environment_patterns(const policy::Policy& policy, bool keep) {
  std::vector<std::string> patterns;
  for (const auto& rule : policy.environment)
    if (rule.keep == keep) patterns.push_back(rule.pattern);
  return patterns;
}

OrderedJson categories_json(const policy::Policy& policy) {
  OrderedJson json = OrderedJson::object();
  for (const auto& [category, tier] : policy.category_tiers) json[name_of(category)] = tier;
  return json;
}

std::vector<std::string> profile_names(const policy::Policy& policy) {
  std::vector<std::string> names;
  for (const auto& profile : policy.profiles) names.push_back(profile.name);
  return names;
}

std::string line(const std::string& name, const std::string& value) {
  return name + std::string(name.size() < 12 ? 12 - name.size() : 1, ' ') + value + "\n";
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const auto& text : texts) all += (all.empty() ? "" : ", ") + safe_text(text);
  return all;
}

std::string list_line(const std::string& name, const std::vector<std::string>& texts) {
  return texts.empty() ? "" : line(name, joined(texts));
}

// "" of a rule that names none, else " as GIT_PUBLISH, SUDO".
std::string categories_text(const policy::Rule& rule) {
  std::string text;
  for (const auto category : rule.categories)
    text += (text.empty() ? " as " : ", ") + std::string(name_of(category));
  return text;
}

// As they may be copied into a file.
std::string rules_text(const policy::Policy& policy) {
  if (policy.rules.empty() && policy.monitored.empty()) return "";
  std::string text = "rules:\n";
  for (const auto* rules : {&policy.rules, &policy.monitored})
    for (const auto& rule : *rules)
      text += "  - " + rule_yaml(rule) + "  # " + safe_text(rule.source) + "\n";
  return text;
}

}  // namespace

std::string rule_text(const policy::Rule& rule) {
  std::string text = rule.decides ? name_of(rule.decision) : "by mode";
  if (rule.tier) text += " at tier " + std::to_string(*rule.tier);
  return text + categories_text(rule) + " " + condition_yaml(rule.when);
}

std::string mode_text(const policy::Mode& mode) {
  const auto shipped = policy::built_in_mode(mode.name);
  if (!shipped || shipped->tiers == mode.tiers) return safe_text(mode.name);
  return safe_text(mode.name) + " (changed here: " + policy::difference_text(mode, *shipped) + ")";
}

std::string files_text(const policy::Policy& policy) {
  std::string text;
  for (const auto& file : shown_files(policy)) {
    const bool trusted = std::ranges::find(policy.trusted, file) != policy.trusted.end();
    text += line("file", safe_text(file) + (trusted ? "  (trusted)" : ""));
  }
  for (const auto& what : policy.not_applied) text += line("not applied", safe_text(what));
  return text;
}

namespace {

// Those of the policy, and built-in ones that it changes and that do not hold.
std::string own_modes_text(const policy::Policy& policy) {
  std::string text;
  for (const auto& [name, mode] : policy.modes) {
    const auto shipped = policy::built_in_mode(name);
    if (!shipped) {
      std::string tiers;
      for (std::size_t tier = 0; tier < mode.tiers.size(); ++tier)
        tiers += (tiers.empty() ? "tier " : ", tier ") + std::to_string(tier) + " " +
                 name_of(mode.tiers[tier]);
      text += line("own mode", safe_text(name) + ": " + tiers);
    } else if (shipped->tiers != mode.tiers && name != policy.mode.name) {
      text += line("own mode", mode_text(mode));
    }
  }
  return text;
}

OrderedJson own_modes_json(const policy::Policy& policy) {
  OrderedJson modes = OrderedJson::array();
  for (const auto& [name, mode] : policy.modes) {
    const auto shipped = policy::built_in_mode(name);
    if (!shipped || shipped->tiers != mode.tiers) modes.push_back(mode_json(mode));
  }
  return modes;
}

std::string name_use_text(const policy::Policy& policy) {
  return policy.network_names ? policy::name_of(*policy.network_names) : "fake, where guard can";
}

std::vector<std::string> names_of_programs(const policy::Policy& policy) {
  std::vector<std::string> lines;
  for (const policy::NamesOfProgram& said : policy.names_of_programs)
    lines.push_back(said.program + ": " + policy::name_of(said.use));
  return lines;
}

}  // namespace

nlohmann::ordered_json policy_json(const policy::Policy& policy) {
  OrderedJson rules = OrderedJson::array();
  for (const auto& rule : policy.rules) rules.push_back(rule_json(rule));
  for (const auto& rule : policy.monitored) rules.push_back(rule_json(rule));
  return {{"files", shown_files(policy)},
          {"trusted", policy.trusted},
          {"hash", policy.hash},
          {"mode", mode_json(policy.mode)},
          {"modes", own_modes_json(policy)},
          {"safe_mode", policy.safe_mode},
          {"workspace", policy.workspace},
          {"network",
           {{"allow", policy.network_allow},
            {"listen", policy::name_of(policy::listen_use_of(policy))},
            {"names", name_use_text(policy)},
            {"names_of_programs", names_of_programs(policy)}}},
          {"secrets",
           {{"reads", policy::name_of(policy.secret_reads)},
            {"after_read", policy::name_of(policy.after_read)},
            {"environment", policy::name_of(policy.environment_secrets)}}},
          {"installs", {{"scripts", policy::name_of(policy.install_scripts)}}},
          {"collisions",
           {{"writes", policy::name_of(policy.collision_writes)},
            {"ended", policy.collision_ended.count() == 0
                          ? "none"
                          : policy::duration_text(policy.collision_ended)}}},
          {"environment",
           {{"drop", environment_patterns(policy, false)},
            {"keep", environment_patterns(policy, true)}}},
          {"landlock", policy::name_of(policy.landlock)},
          {"sudo",
           {{"use", policy::name_of(policy.sudo)},
            {"allow", policy.sudo_allow},
            {"ticket", policy::name_of(policy.sudo_ticket)},
            {"supervise", policy.sudo_supervise}}},
          {"signatures", policy::name_of(policy.signatures)},
          {"timeouts",
           {{"tier2", policy::duration_text(policy.tier2_timeout)},
            {"tier3", policy::duration_text(policy.tier3_timeout)}}},
          {"undo",
           {{"keep", policy::duration_text(policy.undo_keep)},
            {"max_bytes", policy.undo_max},
            {"max_file_bytes", policy.undo_max_file},
            {"max_files", policy.undo_max_files}}},
          {"categories", categories_json(policy)},
          {"paths", paths_json(policy)},
          {"profiles", profile_names(policy)},
          {"pre_confirmed", policy.pre_confirmed},
          {"approvers", policy.approvers},
          {"alerts", alerts_json(policy.alerts)},
          {"sinks", sinks_json(policy.sinks)},
          {"two_person_tier", policy.two_person_tier},
          {"delegation_tier", policy.delegation_tier},
          {"locked", policy.locked},
          {"rules", std::move(rules)},
          {"command_specs", policy.commands.size()},
          {"not_applied", policy.not_applied}};
}

std::string policy_text(const policy::Policy& policy) {
  std::string text =
      files_text(policy) + line("mode", mode_text(policy.mode)) + own_modes_text(policy) +
      line("safe mode", policy.safe_mode ? "on" : "off") +
      line("timeouts", "tier 2 " + policy::duration_text(policy.tier2_timeout) + ", tier 3 " +
                           policy::duration_text(policy.tier3_timeout));
  text += list_line("workspace", policy.workspace);
  text += list_line("network", policy.network_allow);
  text += line("listening", policy::name_of(policy::listen_use_of(policy)));
  text += line("names", name_use_text(policy));
  text += list_line("names of", names_of_programs(policy));
  text += list_line("env dropped", environment_patterns(policy, false));
  text += list_line("env kept", environment_patterns(policy, true));
  text += list_line("profiles", profile_names(policy));
  text += list_line("confirmed", policy.pre_confirmed);
  text += list_line("sudo", policy.sudo_allow);
  if (policy.sudo_supervise) text += line("sudo runs", "under a guard of root's own");
  text += list_line("approvers", policy.approvers);
  text += line("alerts", safe_text(alerts_text(policy.alerts)));
  if (!policy.sinks.empty()) text += line("sinks", safe_text(sinks_text(policy.sinks)));
  if (policy.two_person_tier > 0)
    text += line("two people", "approve tier " + std::to_string(policy.two_person_tier));
  if (policy.delegation_tier > 0)
    text += line("delegation", "up to tier " + std::to_string(policy.delegation_tier));
  text += list_line("locked", policy.locked);
  for (const auto& [category, tier] : policy.category_tiers) {
    text += line("category",
                 std::string(name_of(category)) + " counts as tier " + std::to_string(tier));
  }
  for (const auto& [pattern, path_class] : policy.paths) {
    text += line("path", std::string(name_of(path_class)) + "  " + safe_text(pattern));
  }
  return text + line("commands", std::to_string(policy.commands.size()) + " known") +
         rules_text(policy);
}

}  // namespace guard::console
