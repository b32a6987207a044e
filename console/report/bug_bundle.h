// SPDX-License-Identifier: Apache-2.0
// The contents of a bug report, in one archive (`guard doctor --bundle FILE`): texts that the
// caller has, and the last diagnostic log. All of it passes the redactor. One thread.
#ifndef GUARD_CONSOLE_REPORT_BUG_BUNDLE_H_
#define GUARD_CONSOLE_REPORT_BUG_BUNDLE_H_

#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace guard::console {

// Where guard run and guard web leave the path of their latest log file, below the state folder.
[[nodiscard]] std::string last_log_note(const std::string& state_folder);
// Best effort: without the note a bundle has no log.
void note_last_log(const std::string& state_folder, const std::string& log_file);

// Name in the archive -> text, as it is; redacted here.
using BundleTexts = std::vector<std::pair<std::string, std::string>>;
// Makes FILE, a .tar.gz that only the user can read; one that is there already is an error. Returns
// the names in it. Needs tar(1) with gzip(1).
[[nodiscard]] Result<std::vector<std::string>> write_bundle(const std::string& file,
                                                            BundleTexts texts,
                                                            const std::string& state_folder);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REPORT_BUG_BUNDLE_H_
