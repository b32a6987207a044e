// SPDX-License-Identifier: Apache-2.0
#include "console/ci/to_allow.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "console/learning/candidates.h"
#include "console/learning/learned_profile.h"
#include "console/learning/rule_lines.h"
#include "console/learning/worse_acts.h"
#include "console/output/yaml_words.h"
#include "policy/decide/pre_confirmed.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/audit/record/digest.h"

namespace guard::console {
namespace {

using policy::Act;
using policy::Policy;
using policy::Rule;
using supervisor::AuditRecord;

constexpr int kHighestTier = 2;  // above it a person is asked each time

// Rules compare with the spec table; the specs themselves are not needed to decide, and many.
Policy light_copy(const Policy& policy) {
  Policy copy = policy;
  copy.specs = policy::specs_of(policy);
  copy.commands.clear();
  return copy;
}

// Bytes that are no UTF-8 are on record as "\\xff", and what they were cannot be told any more.
bool has_lost_bytes(const std::string& word) {
  constexpr std::string_view kHigh = "89abcdefABCDEF";
  for (std::size_t at = word.find("\\x"); at != std::string::npos; at = word.find("\\x", at + 1))
    if (at + 2 < word.size() && kHigh.find(word[at + 2]) != std::string_view::npos) return true;
  return false;
}

// A text that was redacted, or cut, cannot be put into a policy.
bool is_told_whole(const AuditRecord& record) {
  const auto whole = [](const std::string& word) {
    return word.find("[redacted") == std::string::npos && safe_text(word) == word &&
           !has_lost_bytes(word);
  };
  return std::ranges::all_of(record.argv, whole) && std::ranges::all_of(record.objects, whole);
}

// A record has no variables, and no line holds for a command that one of them steers.
bool is_steered(const AuditRecord& record) {
  return record.rule == policy::own_rule("exec.injected_loader");
}

// A rule names paths in no order: what lets A become B lets B become A.
bool has_direction(const AuditRecord& record) {
  return record.objects.size() > 1 &&
         (record.act == policy::name_of(Act::kRename) || record.act == policy::name_of(Act::kLink));
}

// Its words promise nothing: a file that the job may write can become another program.
bool is_no_installed_command(const AuditRecord& record) {
  const auto act = recorded_act_of(record);
  return act && act->action.act == Act::kExec &&
         act->action.image_origin == policy::ImageOrigin::kOther;
}

std::string from_workspace(const std::string& path, const policy::Place& place) {
  for (const std::string& root : place.workspace)
    if (path.starts_with(root + "/")) return path.substr(root.size() + 1);
  return path;
}

// As a pattern of a policy file it means itself.
std::string pattern_of(const std::string& path, const policy::Place& place) {
  std::string pattern;
  for (const char c : from_workspace(path, place)) {
    if (std::string_view("*?[\\!{| \t").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

// A program by its name, where it is an installed one: another may mean something else by it, and
// is named by its path.
std::vector<std::string> program_of(const RecordedAct& act, const policy::Place& place) {
  const policy::Actor& actor = act.action.actor;
  if (actor.exe.empty()) return {};
  if (!actor.installed) {
    std::string path = pattern_of(actor.exe, place);
    return {path.find('/') == std::string::npos ? "./" + path : std::move(path)};
  }
  std::string name;
  for (const char c : base_name(actor.exe)) {
    if (std::string_view("*?[\\").find(c) != std::string_view::npos) name += '\\';
    name += c;
  }
  return {name};
}

std::string short_digest(const std::string& text) {
  constexpr std::size_t kShown = 6;
  return supervisor::sha256_hex(text).substr(0, kShown);
}

// The lines of one job go into one file, where no two rules share an id; the same line has the same
// one in each job.
std::string id_of(const Rule& rule) {
  std::string of;
  for (const std::string& name : rule.when.command) of += name + '\n';
  for (const std::string& path : rule.when.path) of += '\n' + path;
  return "allow." + std::string(policy::name_of(rule.when.act.front())) + "." + short_digest(of);
}

// The act on exactly these paths, by that program.
std::optional<Rule> path_rule(const RecordedAct& act, const AuditRecord& record,
                              const policy::Place& place) {
  if (record.objects.empty() || has_direction(record)) return std::nullopt;
  Rule rule;
  rule.decision = policy::Verdict::kAllow;
  rule.when.command = program_of(act, place);
  rule.when.act = {act.action.act};
  for (const std::string& path : record.objects) rule.when.path.push_back(pattern_of(path, place));
  rule.id = id_of(rule);
  return rule;
}

std::optional<Rule> address_rule(const RecordedAct& act, const policy::SpecTable& specs,
                                 const policy::Place& place) {
  auto candidates = every_candidate_of(act, specs, place.home);
  if (candidates.empty() || act.action.act != Act::kConnect) return std::nullopt;
  Rule rule = std::move(candidates.front().rule);  // the narrowest
  rule.when.command = program_of(act, place);
  std::string of;
  for (const std::string& name : rule.when.command) of += name + '\n';
  rule.id = "allow" + rule.id.substr(std::min(rule.id.size(), rule.id.find('.')));
  if (!of.empty()) rule.id += "-" + short_digest(of);
  return rule;
}

// One whose tier may rise with what lies there stops at tier 3.
std::vector<Rule> with_its_limit(Rule rule) {
  const bool may_rise = std::ranges::any_of(
      rule.when.act, [](Act act) { return act == Act::kDelete || act == Act::kRename; });
  std::vector<Rule> rules = {std::move(rule)};
  if (may_rise) rules.push_back(asks_at_tier_three(rules.front()));
  return rules;
}

std::string in_brackets(const std::vector<Rule>& rules) {
  std::string text;
  for (const Rule& rule : rules) text += (text.empty() ? "" : ", ") + rule_line(rule).substr(2);
  return "rules: [" + text + "]";
}

// Without a port it would open every one.
std::string network_line(const AuditRecord& record) {
  if (record.rule != policy::own_rule("network.other")) return "";
  const auto host = recorded_host(record);
  const bool has_port = record.result_summary.find(" port ") != std::string::npos;
  return host && has_port ? "network: {allow: [" + yaml_scalar(*host) + "]}" : "";
}

// As it was typed; then with the paths that it was about, which also hold where it ran in a folder
// below the workspace.
std::vector<std::vector<std::string>> commands_to_confirm(const AuditRecord& record,
                                                          const policy::Place& place) {
  std::vector<std::vector<std::string>> commands = {record.argv};
  if (record.effect.is_object()) {
    std::vector<std::string> by_path = {record.argv.front()};
    std::ranges::copy_if(record.argv, std::back_inserter(by_path),
                         [](const std::string& word) { return word.starts_with('-'); });
    for (const std::string& path : record.objects) by_path.push_back(from_workspace(path, place));
    commands.push_back(std::move(by_path));
  }
  return commands;
}

}  // namespace

ToAllow::ToAllow(std::shared_ptr<const Policy> policy, policy::Place place)
    : policy_(std::move(policy)),
      light_(light_copy(*policy_)),
      place_(std::move(place)),
      today_(std::make_shared<const Policy>(light_), place_) {}

std::string ToAllow::rule_that_refuses(const AuditRecord& record) const {
  const auto rule = std::ranges::find(policy_->rules, record.rule, &Rule::id);
  if (record.rule.empty() || rule == policy_->rules.end()) return "";
  return safe_text(rule->id) + (rule->source.empty() ? "" : " in " + safe_text(rule->source));
}

namespace {

bool passes(const policy::Evaluator& evaluator, const RecordedAct& tried) {
  return evaluator.evaluate(tried.action, tried.assessment, {}).verdict == policy::Verdict::kAllow;
}

}  // namespace

// It lets the act through, and nothing worse that is refused without it.
bool ToAllow::allows_it_alone(Policy policy, const RecordedAct& act) const {
  const policy::Evaluator after(std::make_shared<const Policy>(std::move(policy)), place_);
  return passes(after, act) && std::ranges::none_of(worse_acts(act), [&](const RecordedAct& worse) {
           return passes(after, worse) && !passes(today_, worse);
         });
}

std::string ToAllow::confirmed_line(const AuditRecord& record, const RecordedAct& act) const {
  for (const auto& argv : commands_to_confirm(record, place_)) {
    const std::string text = command_text(argv);
    const auto read = policy::read_pre_confirmed(text);
    Policy policy = light_;
    policy.pre_confirmed.push_back(text);
    if (read && read->argv == argv && allows_it_alone(std::move(policy), act))
      return "pre_confirmed: [" + yaml_scalar(text) + "]";
  }
  return "";
}

// The words of find say which files it takes: those may be others the next time.
std::string ToAllow::words_that_open_more(const AuditRecord& record) const {
  const auto act = recorded_act_of(record);
  if (!act || act->action.act != Act::kExec) return "";
  const std::string text = command_text(record.argv);
  const auto read = policy::read_pre_confirmed(text);
  if (!read || read->argv != record.argv) return "";
  Policy policy = light_;
  policy.pre_confirmed.push_back(text);
  const policy::Evaluator after(std::make_shared<const Policy>(std::move(policy)), place_);
  return passes(after, *act) ? "pre_confirmed: [" + yaml_scalar(text) + "]" : "";
}

std::string ToAllow::line_for(const AuditRecord& record) const {
  const auto act = recorded_act_of(record);
  if (!act || record.risk_tier > kHighestTier || !is_told_whole(record) || was_skipped(record) ||
      is_steered(record))
    return "";
  if (std::string line = network_line(record); !line.empty()) return line;
  if (act->action.act == Act::kExec) return confirmed_line(record, *act);
  const auto rule = act->action.act == Act::kConnect ? address_rule(*act, *light_.specs, place_)
                                                     : path_rule(*act, record, place_);
  if (!rule || act->action.act == Act::kListen) return "";
  const auto rules = with_its_limit(*rule);
  Policy policy = light_;
  policy.rules.insert(policy.rules.end(), rules.begin(), rules.end());
  return allows_it_alone(std::move(policy), *act) ? in_brackets(rules) : "";
}

std::string ToAllow::why_none(const AuditRecord& record) const {
  if (!is_told_whole(record))
    return "no line is offered: the record lacks part of the words or names, which a line needs";
  if (was_skipped(record)) return "nothing: the search went on without this secret";
  if (record.risk_tier > kHighestTier) return "a person approves it, as it is of tier 3";
  if (is_steered(record))
    return "no line: a variable that the job sets makes it load code; set it before guard starts, "
           "or "
           "not at all";
  if (record.rule == policy::own_rule("network.listen"))
    return "no line opens this one alone: network: {listen: allow} opens every listener";
  if (is_no_installed_command(record))
    return "no line: " + safe_text(from_workspace(record.exe, place_)) +
           " is no installed program, and may become another one. A rule that names it by its path "
           "lets all of its commands go";
  if (has_direction(record)) return "no line says which of the two paths becomes the other";
  if (const std::string line = words_that_open_more(record); !line.empty())
    return "no line lets through these files alone; " + line +
           " allows the command, whatever files its words match by then";
  return "no line lets through this act and nothing worse";
}

}  // namespace guard::console
