// SPDX-License-Identifier: Apache-2.0
// The list of the contents of the undo store that were those of secrets: SESSION/secrets, a name of
// content/ a line, made with the first one. Every session holds these files against what it runs,
// as it holds secrets. Pure but for the files; any thread.
#ifndef GUARD_SUPERVISOR_UNDO_STORE_KEPT_SECRETS_H_
#define GUARD_SUPERVISOR_UNDO_STORE_KEPT_SECRETS_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace guard::supervisor {

// SESSION_FOLDER: STATE/undo/SESSION. Errors carry the errno: then the content must not stay.
[[nodiscard]] Result<void> note_kept_secret(const std::string& session_folder,
                                            std::string_view content);
// The paths of those of all sessions; some may be gone. Notes that are there and cannot be read are
// an error: without them nobody holds these files.
[[nodiscard]] Result<std::vector<std::string>> kept_secrets_in(const std::string& state_dir);
// One of them, by its path; also when the notes are there and cannot be read.
[[nodiscard]] bool is_kept_secret(const std::string& state_dir, const std::string& path);
// The session kept some, or that cannot be told.
[[nodiscard]] bool keeps_secrets(const std::string& session_folder);
// The notes reach the disk itself.
[[nodiscard]] Result<void> sync_kept_secrets(const std::string& session_folder);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_STORE_KEPT_SECRETS_H_
