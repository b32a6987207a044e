// SPDX-License-Identifier: Apache-2.0
#include "policy/effects/exec_effect.h"

#include <algorithm>

#include "base/text/text.h"
#include "policy/paths/absurd.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::policy {
namespace {

OperandRole role_of(const CommandLevel& level) {
  return level.spec == nullptr ? OperandRole::kNone : level.spec->operand_role;
}

}  // namespace

bool reaches_into_folders(const CommandLevel& level) {
  const auto& flags = level.spec->recursive_flags;
  return std::any_of(flags.begin(), flags.end(),
                     [&](const auto& flag) { return level.line.has_flag(flag); });
}

std::optional<Finding> absurd_finding(const std::vector<std::string>& paths, Category category,
                                      const std::string& verb, const std::string& home) {
  const auto absurd = std::find_if(paths.begin(), paths.end(),
                                   [&](const auto& path) { return absurd_to_lose(path, home); });
  if (absurd == paths.end() && !covers_top_level(paths)) return std::nullopt;
  Finding finding;
  finding.categories = {category};
  finding.tier = 3;
  finding.block = true;
  finding.rule = own_rule("fs.absurd");
  finding.reason = verb + " " +
                   (absurd == paths.end() ? "most of the folders of /" : safe_text(*absurd)) +
                   " as a whole";
  finding.alternative = "Name exactly what is meant, inside the workspace.";
  return finding;
}

ExecEffect effect_of_operands(const CommandLevel& level, const std::string& cwd,
                              const FileActor& actor, Facts& facts) {
  switch (role_of(level)) {
    case OperandRole::kNone:
      return {};
    case OperandRole::kDelete:
      return delete_effect(level.line.operands,
                           reaches_into_folders(level) ? Extent::kAllBelow : Extent::kItself, cwd,
                           actor, facts);
    case OperandRole::kFindRoots:
      return find_effect(level, cwd, actor, facts);
    case OperandRole::kMove:
      return move_effect(level, cwd, actor, facts);
    case OperandRole::kOverwrite:
      return overwrite_effect(level, actor, facts);
    case OperandRole::kDeviceWrite:
      return device_effect(level, actor, facts);
    case OperandRole::kMetadata:
      return metadata_effect(level, actor, facts);
    case OperandRole::kEditInPlace:
      return edit_effect(level, actor, facts);
  }
  return {};
}

bool needs_walk(const CommandLevel& level) {
  const OperandRole role = role_of(level);
  if (role == OperandRole::kFindRoots) return find_deletes(level);
  if (role == OperandRole::kMetadata) return reaches_into_folders(level);
  return role == OperandRole::kDelete || role == OperandRole::kMove;
}

}  // namespace guard::policy
