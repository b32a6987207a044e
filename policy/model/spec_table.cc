// SPDX-License-Identifier: Apache-2.0
#include "policy/model/spec_table.h"

#include <algorithm>

#include "base/weaken.h"
#include "policy/model/policy.h"
#include "policy/text/glob.h"

namespace guard::policy {
namespace {

template <class T>
void append(std::vector<T>& list, const std::vector<T>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

void extend(CommandSpec& spec, const CommandSpec& later) {
  append(spec.value_flags, later.value_flags);
  append(spec.recursive_flags, later.recursive_flags);
  append(spec.rules, later.rules);
  spec.single_dash_long = spec.single_dash_long || later.single_dash_long;
  spec.abbreviations = spec.abbreviations && later.abbreviations;
  spec.stop_at_operand = spec.stop_at_operand || later.stop_at_operand;
  spec.options_behind = spec.options_behind || later.options_behind;
  spec.subcommand = spec.subcommand || later.subcommand;
  spec.short_subcommands = spec.short_subcommands || later.short_subcommands;
  append(spec.subcommands, later.subcommands);
  append(spec.selectors, later.selectors);
  spec.bundled_flags = spec.bundled_flags || later.bundled_flags;
  spec.subcommand_words = std::max(spec.subcommand_words, later.subcommand_words);
  if (later.operand_role != OperandRole::kNone) spec.operand_role = later.operand_role;
  if (later.set_user_id != SetUserId::kPlain) spec.set_user_id = later.set_user_id;
  if (later.code != RunsCode::kUnknown) spec.code = later.code;
  append(spec.code_flags, later.code_flags);
  append(spec.code_sub, later.code_sub);
  append(spec.code_unless, later.code_unless);
  if (later.wrapper.is_wrapper) spec.wrapper = later.wrapper;
  if (later.implied) spec.implied = later.implied;
  spec.source = later.source;
}

// Examples are for loading; a table that judges does without.
CommandSpec without_examples(CommandSpec spec) {
  for (SpecRule& rule : spec.rules) {
    rule.match.clear();
    rule.no_match.clear();
  }
  return spec;
}

}  // namespace

SpecTable::SpecTable(const std::vector<CommandSpec>& specs) {
  for (const CommandSpec& spec : specs) add(spec);
  std::stable_sort(globs_.begin(), globs_.end(),
                   [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
}

// The names of one entry share it until a later entry extends one of them.
void SpecTable::add(const CommandSpec& spec) {
  const std::size_t own = specs_.size();
  specs_.push_back(without_examples(spec));
  for (const std::string& name : spec.commands) {
    const auto [found, is_new] = by_name_.try_emplace(name, own);
    if (is_new) {
      if (has_wildcard(name)) globs_.emplace_back(name, own);
      continue;
    }
    CommandSpec joined = specs_[found->second];
    extend(joined, specs_[own]);
    specs_.push_back(std::move(joined));
    move_name(name, specs_.size() - 1);
  }
}

void SpecTable::move_name(const std::string& name, std::size_t index) {
  by_name_[name] = index;
  for (auto& [glob, at] : globs_) {
    if (glob == name) at = index;
  }
}

const CommandSpec* SpecTable::find(std::string_view base_name) const {
  if (weakened("command-specs")) return nullptr;
  const auto exact = by_name_.find(std::string(base_name));
  if (exact != by_name_.end()) return &specs_[exact->second];
  for (const auto& [glob, index] : globs_) {
    if (word_glob_matches(glob, base_name)) return &specs_[index];
  }
  return nullptr;
}

std::shared_ptr<const SpecTable> specs_of(const Policy& policy) {
  return policy.specs ? policy.specs : std::make_shared<const SpecTable>(policy.commands);
}

}  // namespace guard::policy
