// SPDX-License-Identifier: Apache-2.0
// How a list of operands is judged that a command deletes: shared by rm and kin (delete_effect.cc)
// and find (find_effect.cc). Pure but for the Facts.
#ifndef GUARD_POLICY_EFFECTS_DELETE_EFFECT_H_
#define GUARD_POLICY_EFFECTS_DELETE_EFFECT_H_

#include <string>
#include <vector>

#include "policy/effects/exec_effect.h"

namespace guard::policy {

struct DeleteKind {
  Extent extent = Extent::kItself;
  bool wildcard = false;
  bool part = false;  // only some of what the operands hold goes: then nothing goes as a whole
  bool list = false;  // one list, however many it names
  // Folders that lose every file with it: as if they went as a whole.
  std::vector<std::string> emptied = {};
};

// The workspace, the working folder, or a source folder (`src`, `docs`): a folder whose loss is
// tier 3, however it goes.
[[nodiscard]] bool is_whole_folder(const Object& object, const std::string& cwd,
                                   const std::vector<std::string>& workspace);
[[nodiscard]] ExecEffect judge_delete(const std::vector<std::string>& operands,
                                      const DeleteKind& kind, const std::string& cwd,
                                      const FileActor& actor, Facts& facts);

}  // namespace guard::policy

#endif  // GUARD_POLICY_EFFECTS_DELETE_EFFECT_H_
