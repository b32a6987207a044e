// SPDX-License-Identifier: Apache-2.0
// The names that ssh's own files have for a host by its key: for people. They say how the user, or
// a program of the tree, called it; the key is what counts. Reads files; any thread.
#ifndef GUARD_SUPERVISOR_SIGNING_KNOWN_HOSTS_H_
#define GUARD_SUPERVISOR_SIGNING_KNOWN_HOSTS_H_

#include <string>
#include <string_view>
#include <vector>

namespace guard::supervisor {

// The first name in TEXT, a known_hosts file, of the host with KEY; a hidden name if it is one of
// CANDIDATES. Empty: there is none.
[[nodiscard]] std::string host_name_in(std::string_view text, std::string_view key,
                                       const std::vector<std::string>& candidates);
// The same by the user's file and the machine's.
[[nodiscard]] std::string known_host_name(std::string_view key,
                                          const std::vector<std::string>& candidates);
// Words of ssh's command line that may name its host: "git@github.com" gives "github.com"; with the
// port behind -p also as "[github.com]:22".
[[nodiscard]] std::vector<std::string> hosts_said_to_ssh(const std::vector<std::string>& argv);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SIGNING_KNOWN_HOSTS_H_
