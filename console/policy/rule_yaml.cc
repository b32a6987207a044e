// SPDX-License-Identifier: Apache-2.0
#include "console/policy/rule_yaml.h"

#include <vector>

#include "console/output/yaml_words.h"
#include "policy/load/key_names.h"

namespace guard::console {
namespace {

using Texts = std::vector<std::string>;

template <class List>
Texts names_of(const List& list) {
  Texts names;
  for (const auto& member : list) names.emplace_back(name_of(member));
  return names;
}

// "{a: x, b: [y, z]}", of what is said.
class FlowMap {
 public:
  void add(const char* key, const Texts& texts) {
    if (!texts.empty()) add_word(key, yaml_list(texts));
  }
  void add_word(const char* key, const std::string& word) {
    text_ += std::string(text_.empty() ? "" : ", ") + key + ": " + word;
  }
  [[nodiscard]] std::string text() const { return "{" + text_ + "}"; }

 private:
  std::string text_;
};

}  // namespace

std::string condition_yaml(const policy::Condition& when) {
  FlowMap map;
  map.add("command", when.command);
  map.add("sub", when.subcommand);
  map.add("flags", when.flags);
  map.add("has", when.has);
  map.add("act", names_of(when.act));
  map.add("path", when.path);
  map.add("mentions", when.mentions);
  if (when.outside) map.add_word("outside", "on");
  map.add("host", when.host);
  Texts categories = names_of(when.category);
  if (when.no_category) categories.emplace_back(policy::kNoCategory);
  map.add("category", categories);
  if (when.min_tier) map.add_word("tier", std::to_string(*when.min_tier));
  return map.text();
}

std::string condition_yaml(const policy::SpecRule& rule) {
  FlowMap map;
  map.add("sub", rule.sub);
  map.add("flags", rule.flags);
  map.add("all_flags", rule.all_flags);
  map.add("not_flags", rule.not_flags);
  map.add("has", rule.has);
  map.add("not_has", rule.not_has);
  map.add("unless_here", rule.unless_here);
  map.add("path_class", names_of(rule.path_class));
  if (rule.operands) map.add_word("operands", *rule.operands ? "true" : "false");
  if (rule.bare) map.add_word("bare", "true");
  map.add("exists", rule.exists);
  map.add("not_exists", rule.not_exists);
  return map.text();
}

std::string rule_yaml(const policy::Rule& rule) {
  FlowMap map;
  map.add_word("id", yaml_scalar(rule.id));
  map.add_word("when", condition_yaml(rule.when));
  map.add("category", names_of(rule.categories));
  if (rule.decides) map.add_word("decision", name_of(rule.decision));
  if (rule.tier) map.add_word("tier", std::to_string(*rule.tier));
  if (rule.monitors) map.add_word("monitor", "on");
  if (!rule.message.empty()) map.add_word("message", yaml_scalar(rule.message));
  return map.text();
}

}  // namespace guard::console
