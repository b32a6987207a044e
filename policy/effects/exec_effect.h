// SPDX-License-Identifier: Apache-2.0
// The effect that the operands of a command have on the file system, judged before it runs: the
// list that `rm` would take, the roots of `find -delete`, what `mv` and `cp` overwrite. The same
// tables as for file acts, so that the question at the exec and the acts behind it agree. Pure but
// for the Facts.
#ifndef GUARD_POLICY_EFFECTS_EXEC_EFFECT_H_
#define GUARD_POLICY_EFFECTS_EXEC_EFFECT_H_

#include <optional>
#include <string>
#include <vector>

#include "policy/command/command_levels.h"
#include "policy/effects/file_assessment.h"
#include "policy/vocabulary/facts.h"
#include "policy/vocabulary/findings.h"

namespace guard::policy {

struct ExecEffect {
  std::vector<Finding> findings;
  std::optional<Effect> effect;
  bool wildcard = false;
  bool changes_metadata = false;     // that is what the command is for
  std::vector<std::string> details;  // at most three: what goes, from where
  std::string pattern;               // the folder; empty for a wildcard
};

[[nodiscard]] ExecEffect effect_of_operands(const CommandLevel& level, const std::string& cwd,
                                            const FileActor& actor, Facts& facts);
// True when judging this level walks folders.
[[nodiscard]] bool needs_walk(const CommandLevel& level);

// Shared by the deleting roles (delete_effect.cc), the writing ones (write_effect.cc) and those
// that change metadata (metadata_effect.cc).
[[nodiscard]] ExecEffect delete_effect(const std::vector<std::string>& operands, Extent extent,
                                       const std::string& cwd, const FileActor& actor,
                                       Facts& facts);
[[nodiscard]] ExecEffect find_effect(const CommandLevel& level, const std::string& cwd,
                                     const FileActor& actor, Facts& facts);
[[nodiscard]] bool find_deletes(const CommandLevel& level);
[[nodiscard]] ExecEffect move_effect(const CommandLevel& level, const std::string& cwd,
                                     const FileActor& actor, Facts& facts);
[[nodiscard]] ExecEffect overwrite_effect(const CommandLevel& level, const FileActor& actor,
                                          Facts& facts);
// The files that are edited in place: sed -i, perl -i.
[[nodiscard]] ExecEffect edit_effect(const CommandLevel& level, const FileActor& actor,
                                     Facts& facts);
[[nodiscard]] ExecEffect device_effect(const CommandLevel& level, const FileActor& actor,
                                       Facts& facts);
[[nodiscard]] ExecEffect metadata_effect(const CommandLevel& level, const FileActor& actor,
                                         Facts& facts);

// Holds the touched objects, operand by operand, until finish_effect walks what will be asked, and
// describes it. `made`: the command gives what it writes this name.
void add_effect_operand(ExecEffect& out, const std::string& shown, const Object& object,
                        bool made = false);
void finish_effect(ExecEffect& out, Extent extent, Facts& facts);
void describe_effect(ExecEffect& out);

// A block when one of these is absurd to lose (or to change as a whole).
[[nodiscard]] std::optional<Finding> absurd_finding(const std::vector<std::string>& paths,
                                                    Category category, const std::string& verb,
                                                    const std::string& home);
[[nodiscard]] bool reaches_into_folders(const CommandLevel& level);

}  // namespace guard::policy

#endif  // GUARD_POLICY_EFFECTS_EXEC_EFFECT_H_
