// SPDX-License-Identifier: Apache-2.0
// All that a review shows as one patch for `git apply`: it leads from the state before to that of
// now, and with -R back. The old and the new contents are laid into two private folders, and the
// system's git compares them with all settings shut off. One thread.
#ifndef GUARD_CONSOLE_REVIEW_REVIEW_PATCH_H_
#define GUARD_CONSOLE_REVIEW_REVIEW_PATCH_H_

#include <cstddef>
#include <string>

#include "base/error.h"
#include "console/review/review_source.h"

namespace guard::console {

// Files that the patch leaves out.
struct PatchGaps {
  std::size_t outside = 0;  // of the session's workspace
  std::size_t git = 0;      // git's own
  std::size_t secret = 0;
  std::size_t other = 0;  // no file or link, or what it was is not in the store

  // "2 files outside the workspace, 1 secret"; empty: none.
  [[nodiscard]] std::string text() const;
};

// FILE: "-" is standard output. Nothing is written there unless the patch is whole. kNotFound:
// there is no git.
[[nodiscard]] Result<PatchGaps> write_patch(const Review& review, const std::string& file);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_REVIEW_PATCH_H_
