// SPDX-License-Identifier: Apache-2.0
// The default tiers of file acts as data: act x territory x what would become of the content of
// before the session. docs/policy.md prints this table. A file that the undo store saves is kSaved;
// without the store (--no-undo, past its limits) the same acts are asked about. Pure, any thread.
#ifndef GUARD_POLICY_EFFECTS_FILE_ACT_TIERS_H_
#define GUARD_POLICY_EFFECTS_FILE_ACT_TIERS_H_

#include <vector>

#include "policy/vocabulary/action.h"
#include "policy/vocabulary/assessment.h"

namespace guard::policy {

enum class FileDeed {
  kCreate,
  kOverwrite,   // modify, truncate, rename over
  kDelete,      // one named object, or moving it away
  kDeleteMany,  // a wildcard list, or a folder with what is in it
  kMetadata,
  kRead,
};

enum class Territory {
  kScratch,  // tmp, own_state, cache
  kWorkspace,
  kWorkspaceRoot,
  kVcsByGit,
  kVcsByOthers,
  kSteering,  // secret, config
  kPersonal,  // home, outside
  kSystem,    // system, device
};

[[nodiscard]] int tier_of(FileDeed deed, Territory territory, Recoverability recoverability);
[[nodiscard]] std::vector<Category> categories_of(FileDeed deed, Territory territory);
// Harmless devices and guard's own files have no territory here: see file_assessment.
[[nodiscard]] Territory territory_of(PathClass path_class, bool by_git);

}  // namespace guard::policy

#endif  // GUARD_POLICY_EFFECTS_FILE_ACT_TIERS_H_
