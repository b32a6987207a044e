// SPDX-License-Identifier: Apache-2.0
// The rules of a policy, as they hold on this machine. A path is judged where it really lies, so a
// pattern also counts for where its beginning, before the first wildcard, leads through symbolic
// links; and a host's name for what the hosts file says of it. Reads the file system; called when a
// run or a check starts, so what is changed later is not seen.
#ifndef GUARD_SUPERVISOR_FACTS_RULES_HERE_H_
#define GUARD_SUPERVISOR_FACTS_RULES_HERE_H_

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "policy/model/rule.h"
#include "policy/paths/path_class.h"

namespace guard::supervisor {

// Canonical as far as it exists, the rest as it is written; empty: an error.
[[nodiscard]] std::string canonical_text(const std::filesystem::path& path);

// PATTERN is absolute. Nothing: no link lies on its way.
[[nodiscard]] std::optional<std::string> pattern_behind_links(const std::string& pattern);

// Each rule of RULES that denies or asks, and that names a path through a link or a host that
// HOSTS_FILE leads to a loopback address, once more: it holds for what that comes to as well, and
// can only tighten. A rule that allows follows nothing: whoever may change the link could choose
// what is allowed.
[[nodiscard]] std::vector<policy::Rule> rules_here(const std::vector<policy::Rule>& rules,
                                                   const policy::PathRoots& roots,
                                                   const char* hosts_file = "/etc/hosts");

// The programs that RULES deny or ask about by their paths, as they are written out and where links
// lead; none with a wildcard, and no more than 64.
[[nodiscard]] std::vector<std::string> programs_named_by(const std::vector<policy::Rule>& rules,
                                                         const policy::PathRoots& roots);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_RULES_HERE_H_
