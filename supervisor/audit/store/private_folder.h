// SPDX-License-Identifier: Apache-2.0
// A folder that only its owner may enter, and files in it that only the owner may read. Refuses
// symlinks, what belongs to somebody else, and what is open to others. Never opens a file that
// exists: closing it would drop the locks another part of this process holds on
// it. Any thread.
#ifndef GUARD_SUPERVISOR_AUDIT_STORE_PRIVATE_FOLDER_H_
#define GUARD_SUPERVISOR_AUDIT_STORE_PRIVATE_FOLDER_H_

#include <string>
#include <vector>

#include "base/error.h"

namespace guard::supervisor {

// Makes the folder if it is missing (not its parents), mode 0700. Returns its canonical path.
[[nodiscard]] Result<std::string> open_private_folder(const std::string& path);
// The same without making or changing anything, for readers.
[[nodiscard]] Result<std::string> find_private_folder(const std::string& path);

// The faults that a writer would refuse: others may read it, or even write.
struct OpenToOthers {
  std::string path;
  std::string mode;  // "0755"
  bool is_writable = false;
};
// Those of PATHS that are there and open to other users.
[[nodiscard]] std::vector<OpenToOthers> open_to_others(const std::vector<std::string>& paths);

// Makes an empty file of mode 0600, or checks the one that is there.
[[nodiscard]] Result<void> ensure_private_file(const std::string& path);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_STORE_PRIVATE_FOLDER_H_
