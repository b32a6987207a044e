// SPDX-License-Identifier: Apache-2.0
// The files that installed programs keep: their own credentials to read, their own histories and
// notes to write. A plain node or python is never "npm" or "aws". A table; pure, any thread.
#ifndef GUARD_POLICY_PATHS_FILE_OWNERS_H_
#define GUARD_POLICY_PATHS_FILE_OWNERS_H_

#include <string_view>

namespace guard::policy {

// `program`: base name of an installed image, empty for any other.
[[nodiscard]] bool reads_as_owner(std::string_view program, std::string_view path);
[[nodiscard]] bool writes_as_owner(std::string_view program, std::string_view path);

}  // namespace guard::policy

#endif  // GUARD_POLICY_PATHS_FILE_OWNERS_H_
