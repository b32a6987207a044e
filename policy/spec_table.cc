// SPDX-License-Identifier: Apache-2.0
#include "policy/spec_table.h"

#include <algorithm>

#include "policy/glob.h"

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
  spec.subcommand = spec.subcommand || later.subcommand;
  spec.subcommand_words = std::max(spec.subcommand_words, later.subcommand_words);
  if (later.operand_role != OperandRole::kNone) spec.operand_role = later.operand_role;
  if (later.wrapper.is_wrapper) spec.wrapper = later.wrapper;
  if (later.implied) spec.implied = later.implied;
  spec.source = later.source;
}

}  // namespace

SpecTable::SpecTable(const std::vector<CommandSpec>& specs) {
  for (const CommandSpec& spec : specs) {
    for (const std::string& name : spec.commands) add(name, spec);
  }
  std::stable_sort(globs_.begin(), globs_.end(),
                   [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
}

void SpecTable::add(const std::string& name, const CommandSpec& spec) {
  const auto [found, fresh] = by_name_.try_emplace(name, specs_.size());
  if (!fresh) return extend(specs_[found->second], spec);
  specs_.push_back(spec);
  specs_.back().commands = {name};
  if (has_wildcard(name)) globs_.emplace_back(name, found->second);
}

const CommandSpec* SpecTable::find(std::string_view base_name) const {
  const auto exact = by_name_.find(std::string(base_name));
  if (exact != by_name_.end()) return &specs_[exact->second];
  for (const auto& [glob, index] : globs_) {
    if (word_glob_matches(glob, base_name)) return &specs_[index];
  }
  return nullptr;
}

}  // namespace guard::policy
