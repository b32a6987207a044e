// SPDX-License-Identifier: Apache-2.0
// The name that ssh has for a host: the `HostName` of an alias in a user's configuration
// (ssh_config(5)). The files that this file includes, and `Match`, are not followed. Pure, any
// thread.
#ifndef GUARD_SUPERVISOR_GIT_SSH_ALIASES_H_
#define GUARD_SUPERVISOR_GIT_SSH_ALIASES_H_

#include <optional>
#include <string>
#include <string_view>

namespace guard::supervisor {

struct SshName {
  std::string host;     // that ssh connects to
  bool certain = true;  // false: a part that is not followed may say otherwise
};

// SETTINGS: the text of ~/.ssh/config; nothing: it cannot be read. A name with a dot is no alias
// unless a line of the file says so.
[[nodiscard]] SshName ssh_name_of(const std::optional<std::string>& settings,
                                  std::string_view host);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_GIT_SSH_ALIASES_H_
