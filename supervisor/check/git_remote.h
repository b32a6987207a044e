// SPDX-License-Identifier: Apache-2.0
// The address of a remote, as the settings of a repository have it. Reads them as text, starts no
// git; what other files include into them is not seen. Any thread; no errors.
#ifndef GUARD_SUPERVISOR_CHECK_GIT_REMOTE_H_
#define GUARD_SUPERVISOR_CHECK_GIT_REMOTE_H_

#include <string>
#include <string_view>

namespace guard::supervisor {

// Of the repository around FOLDER (absolute); empty: there is none, or no such remote.
[[nodiscard]] std::string remote_address(const std::string& folder, std::string_view remote);
// Of the text of its settings.
[[nodiscard]] std::string remote_in(std::string_view settings, std::string_view remote);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_CHECK_GIT_REMOTE_H_
