// SPDX-License-Identifier: Apache-2.0
#include "policy/load/rule_reader.h"

#include <algorithm>

#include "policy/load/condition_check.h"
#include "policy/load/key_names.h"
#include "policy/text/excepted.h"

namespace guard::policy {
namespace {

std::vector<Category> categories_of(const Node& map, std::string_view key) {
  std::vector<Category> categories;
  for (const auto& name : texts_of(map, key)) {
    if (const auto category = category_named(name)) categories.push_back(*category);
  }
  return categories;
}

std::vector<PathClass> classes_of(const Node& map, std::string_view key) {
  std::vector<PathClass> classes;
  for (const auto& name : texts_of(map, key)) classes.push_back(path_class_named(name));
  return classes;
}

bool names_none(const std::vector<std::string>& categories) {
  return std::ranges::find(categories, kNoCategory) != categories.end();
}

Condition read_condition(const Node& when) {
  Condition condition;
  condition.command = texts_of(when, "command");
  condition.subcommand = texts_of(when, "sub");
  condition.flags = texts_of(when, "flags");
  condition.has = texts_of(when, "has");
  condition.act = acts_named(texts_of(when, "act"));
  condition.path = texts_of(when, "path");
  condition.mentions = texts_of(when, "mentions");
  condition.outside = bool_of(when, "outside").value_or(false);
  condition.host = texts_of(when, "host");
  condition.category = categories_of(when, "category");
  condition.no_category = names_none(texts_of(when, "category"));
  condition.min_tier = int_of(when, "tier");
  return condition;
}

std::optional<ImpliedLease> read_implied(const Node& map) {
  const auto node = map.find("implied");
  if (!node) return std::nullopt;
  return ImpliedLease{acts_named(texts_of(*node, "acts")), classes_of(*node, "classes"),
                      int_of(*node, "tier").value_or(0)};
}

Result<SpecRule> read_spec_rule(const Node& node, Examples examples) {
  SpecRule rule;
  rule.id = text_of(node, "id");
  rule.sub = texts_of(node, "sub");
  rule.flags = texts_of(node, "flags");
  rule.all_flags = texts_of(node, "all_flags");
  rule.not_flags = texts_of(node, "not_flags");
  rule.has = texts_of(node, "has");
  rule.not_has = texts_of(node, "not_has");
  rule.unless_here = texts_of(node, "unless_here");
  rule.path_class = classes_of(node, "path_class");
  rule.operands = bool_of(node, "operands");
  rule.bare = bool_of(node, "bare").value_or(false);
  rule.exists = texts_of(node, "exists");
  rule.not_exists = texts_of(node, "not_exists");
  rule.categories = categories_of(node, "category");
  rule.tier = int_of(node, "tier").value_or(0);
  rule.block = bool_of(node, "block").value_or(false);
  rule.unbound = bool_of(node, "unbound").value_or(false);
  rule.reason = text_of(node, "reason");
  rule.alternative = text_of(node, "alternative");
  rule.implied = read_implied(node);
  if (examples == Examples::kRead) {
    rule.match = texts_of(node, "match");
    rule.no_match = texts_of(node, "no_match");
  }
  rule.source = node.line_of_file();
  // A question without a category could be covered by no approval.
  if ((rule.block || rule.tier >= 2) && rule.categories.empty()) {
    return forward(node.fault(rule.id + ": tier 2, tier 3 and block need a category"));
  }
  return rule;
}

WrapperShape read_wrapper(const Node& map) {
  WrapperShape shape;
  const auto node = map.find("wrapper");
  if (!node) return shape;
  shape.is_wrapper = true;
  shape.skip_operands = int_of(*node, "skip_operands").value_or(0);
  shape.assignments = bool_of(*node, "assignments").value_or(false);
  shape.shell_text_flag = text_of(*node, "shell_text_flag");
  return shape;
}

Result<void> read_spec_rules(const Node& node, Examples examples, CommandSpec& spec) {
  for (const auto& item : items_of(node, "rules")) {
    auto rule = read_spec_rule(item, examples);
    if (!rule) return forward(rule.error());
    spec.rules.push_back(std::move(*rule));
  }
  return {};
}

// Keys of a rule that only make sense together.
Result<void> check_together(const Node& node, const Node& when, const Rule& rule) {
  if (const auto off = bool_of(when, "outside"); off && !*off)
    return forward(when.find_key("outside")->fault("outside: off says nothing: leave it out"));
  const bool by_name = !rule.when.mentions.empty() || rule.when.outside;
  if (by_name && rule.decides && rule.decision == Verdict::kAllow) {
    return forward(when.find_key(rule.when.outside ? "outside" : "mentions")
                       ->fault("a rule that allows must know where a path lies: use `path`"));
  }
  if (!rule.decides && rule.categories.empty())
    return forward(node.fault("the rule has neither \"decision\" nor \"category\""));
  if (rule.monitors && (!rule.decides || !rule.categories.empty()))
    return forward(node.find_key("monitor")->fault(
        "monitor: only a rule with a \"decision\", and without \"category\", is monitored"));
  if (!rule.decides && !rule.message.empty())
    return forward(node.find_key("message")->fault("message: only a rule that decides has one"));
  if (rule.tier && (!rule.decides || rule.decision != Verdict::kAsk))
    return forward(node.find_key("tier")->fault("tier: only a rule that asks has a tier"));
  return {};
}

}  // namespace

Result<Rule> read_rule(const Node& node, Examples examples) {
  const Node when = *node.find("when");
  if (when.children().empty()) {
    return forward(when.fault("when: an empty condition would hold for everything"));
  }
  Rule rule;
  rule.id = text_of(node, "id");
  rule.when = read_condition(when);
  rule.decides = node.find("decision").has_value();
  rule.decision = rule.decides ? decision_named(text_of(node, "decision")) : Verdict::kAsk;
  rule.categories = categories_of(node, "category");
  rule.tier = int_of(node, "tier");
  rule.message = text_of(node, "message");
  rule.monitors = bool_of(node, "monitor").value_or(false);
  if (examples == Examples::kRead) {
    rule.match = texts_of(node, "match");
    rule.no_match = texts_of(node, "no_match");
  }
  rule.source = node.line_of_file();
  if (!rule.when.path.empty() && is_exception(rule.when.path.front()))
    return forward(when.find_key("path")->fault(
        "path: \"" + rule.when.path.front() +
        "\" stands first, so it takes back nothing: write what the rule holds for in front of it"));
  if (const auto objection = objection_to(rule.when)) {
    return forward(when.find_key(objection->key)->fault(objection->message));
  }
  if (auto sound = check_together(node, when, rule); !sound) return forward(sound.error());
  return rule;
}

Result<CommandSpec> read_command_spec(const Node& node, Examples examples) {
  CommandSpec spec;
  spec.commands = texts_of(node, "command");
  spec.value_flags = texts_of(node, "value_flags");
  spec.single_dash_long = bool_of(node, "single_dash_long").value_or(spec.single_dash_long);
  spec.abbreviations = bool_of(node, "abbreviations").value_or(spec.abbreviations);
  spec.stop_at_operand = bool_of(node, "stop_at_operand").value_or(spec.stop_at_operand);
  spec.options_behind = bool_of(node, "options_behind").value_or(spec.options_behind);
  spec.subcommand = bool_of(node, "subcommand").value_or(spec.subcommand);
  spec.subcommand_words = int_of(node, "subcommand_words").value_or(spec.subcommand_words);
  spec.short_subcommands = bool_of(node, "short_subcommands").value_or(spec.short_subcommands);
  spec.subcommands = texts_of(node, "subcommands");
  spec.selectors = texts_of(node, "selectors");
  spec.bundled_flags = bool_of(node, "bundled_flags").value_or(spec.bundled_flags);
  if (node.find("operands")) spec.operand_role = operand_role_named(text_of(node, "operands"));
  if (node.find("code")) spec.code = runs_code_named(text_of(node, "code"));
  spec.code_flags = texts_of(node, "code_flags");
  spec.code_sub = texts_of(node, "code_sub");
  spec.code_unless = texts_of(node, "code_unless");
  if (node.find("set_user_id")) spec.set_user_id = set_user_id_named(text_of(node, "set_user_id"));
  spec.recursive_flags = texts_of(node, "recursive_flags");
  spec.wrapper = read_wrapper(node);
  spec.implied = read_implied(node);
  spec.source = node.line_of_file();
  if (auto read = read_spec_rules(node, examples, spec); !read) return forward(read.error());
  return spec;
}

}  // namespace guard::policy
