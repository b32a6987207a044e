// SPDX-License-Identifier: Apache-2.0
// The shared part of `audit prune` and `audit rotate`: which sessions are old, and their list.
#ifndef GUARD_CONSOLE_COMMANDS_AUDIT_OLD_SESSIONS_H_
#define GUARD_CONSOLE_COMMANDS_AUDIT_OLD_SESSIONS_H_

#include <chrono>
#include <string>
#include <vector>

#include "console/audit/audit_options.h"
#include "supervisor/audit/keep/pruner.h"

namespace guard::console {

// How long records are kept, unless somebody insists.
inline constexpr auto kKept = std::chrono::days(90);

inline constexpr OptionRow kOlderThanRow = {"older-than", 0, "TIME",
                                            "90d (unless told), 52w, or 2025-03-01"};
inline constexpr OptionRow kCompactRow = {
    "compact", 0, nullptr, "also make the file smaller; sessions that run have to wait for it"};

// The time of --older-than, in the form of a record's timestamp.
[[nodiscard]] Result<std::string> before_of(const ParsedOptions& options);
// Those of SESSIONS that every sink has got to which something was ever sent; says how many stay
// for which sink.
[[nodiscard]] Result<std::vector<supervisor::OldSession>> sent_to_sinks(
    const std::string& state, std::vector<supervisor::OldSession> sessions);
// $USER, for the record.
[[nodiscard]] std::string own_name();
// One line a session, then "VERB N links of M sessions" and AFTER.
[[nodiscard]] Result<void> print_leaving(const std::vector<supervisor::OldSession>& sessions,
                                         const std::string& verb, const std::string& after);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_COMMANDS_AUDIT_OLD_SESSIONS_H_
