// SPDX-License-Identifier: Apache-2.0
// The absurd: what nobody means. Losing the root, a home folder or a folder of the system as a
// whole, or most of the top level at once. Refused in every mode; no approval lifts it, so the
// lists are short. Pure, any thread.
#ifndef GUARD_POLICY_PATHS_ABSURD_H_
#define GUARD_POLICY_PATHS_ABSURD_H_

#include <string>
#include <string_view>
#include <vector>

namespace guard::policy {

// `path` is canonical. True for "/", "/*", a home folder, and the folders of the system's top level
// (/tmp is not among them: it may be emptied after a question).
[[nodiscard]] bool absurd_to_lose(std::string_view path, std::string_view home);
// True when three or more folders of the top level are among these: a `/*` that the shell expanded.
[[nodiscard]] bool covers_top_level(const std::vector<std::string>& paths);

}  // namespace guard::policy

#endif  // GUARD_POLICY_PATHS_ABSURD_H_
