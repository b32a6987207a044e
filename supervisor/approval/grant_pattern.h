// SPDX-License-Identifier: Apache-2.0
// The acts that the pattern of a grant covers: a command prefix for programs, a directory for
// files, a host for connections. Pure. An act that cannot be told for sure is not covered: it is
// asked again.
#ifndef GUARD_SUPERVISOR_APPROVAL_GRANT_PATTERN_H_
#define GUARD_SUPERVISOR_APPROVAL_GRANT_PATTERN_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "policy/vocabulary/action.h"
#include "policy/vocabulary/assessment.h"

namespace guard::supervisor {

// "/home/ana/p" (also with "/", "/*" or "/**" behind it) covers itself and all below it.
[[nodiscard]] bool covers_path(std::string_view pattern, std::string_view path);
// "api.example.org:443/tcp"; "api.example.org:443" by any protocol, "192.0.2.7" at any port. A name
// counts only where it comes from a lookup of guard's own, never where the program merely says it.
// "*.example.org:443/tcp": each name below it.
[[nodiscard]] bool covers_host(const std::string& pattern, const policy::Destination& destination);
// "example.org:443/tcp", where DESTINATION has a name of guard's own lookup, as covers_host() has
// it; else empty: guard knows of no other address of that host.
[[nodiscard]] std::string host_pattern(const policy::Destination& destination);
[[nodiscard]] bool covers_action(const std::string& pattern, const policy::Action& action);
[[nodiscard]] bool has_flags(const std::string& pattern);
// A command that deletes or overwrites and has flags that PATTERN has not: `git clean -fd *` does
// not mean `git clean -fd -x`.
[[nodiscard]] bool adds_flags(const std::string& pattern, const policy::Action& action,
                              const policy::Assessment& assessment);
// The place of what an answer covers once only: what it would mean the next time cannot be told.
inline constexpr const char* kNowhere = "nowhere";

// On what the words of an act depend besides, for people: the repository of a push; the folder of a
// command that deletes or touches secrets or what steers programs, and the repository that its
// environment names; of a file act on such a file, whether it reads or changes. Empty: nothing.
[[nodiscard]] std::string grant_place(const policy::Action& action,
                                      const policy::Assessment& assessment);
// The file itself, where an answer is about that one: folders that change their names would else
// bring another one to its path. 0: nothing lies there yet, or the path is what counts.
[[nodiscard]] std::uint64_t granted_inode(const policy::Action& action,
                                          const policy::Assessment& assessment);
// `rm -r`, `mv`, `cp` by the folder that their question offered: all that they would touch lies in
// it, was counted to the end, and loses content at most. Never a wildcard's list.
[[nodiscard]] bool covers_effect(const std::string& pattern, const policy::Action& action,
                                 const policy::Assessment& assessment);
// The same for a No: it only refuses more, so the delicate and what was not counted to the end are
// covered too.
[[nodiscard]] bool denies_effect(const std::string& pattern, const policy::Action& action,
                                 const policy::Assessment& assessment);

// For a No to deletes: one of several places that a command would take lies in it.
[[nodiscard]] bool denies_a_part(const std::string& pattern, const policy::Action& action,
                                 const policy::Assessment& assessment);

// The part that one `rm` of a loop shares with the next, if a wildcard of the text around names
// what it deletes: program, options, and the one folder in which the files lie. No folder goes with
// it,
// and nothing delicate. Empty: it is no such run.
[[nodiscard]] std::string loop_run(const policy::Action& action,
                                   const policy::Assessment& assessment);
// The folder of the files that such a run deletes.
[[nodiscard]] std::string loop_folder(const policy::Assessment& assessment);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_APPROVAL_GRANT_PATTERN_H_
