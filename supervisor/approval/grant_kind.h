// SPDX-License-Identifier: Apache-2.0
// The kind of act that a remembered answer is about, and what it covers in words: a yes to changes
// in a folder is none to deletes there. Pure; any thread.
#ifndef GUARD_SUPERVISOR_APPROVAL_GRANT_KIND_H_
#define GUARD_SUPERVISOR_APPROVAL_GRANT_KIND_H_

#include <string>
#include <vector>

#include "policy/vocabulary/action.h"
#include "policy/vocabulary/assessment.h"
#include "supervisor/approval/grant.h"

namespace guard::supervisor {

// "changes", "deletes", "connections"; of a command whose files are known, what it does to them.
// Empty: what is remembered of it are words (a command's beginning, "listen ...").
[[nodiscard]] std::string kind_of_act(const policy::Action& action,
                                      const policy::Assessment& assessment);
// The kind of an answer that remembers PATTERN. A command that is remembered by its words has none.
[[nodiscard]] std::string kind_of_grant(const policy::Action& action,
                                        const policy::Assessment& assessment,
                                        const std::string& pattern);

// "deletes in /w/photos and below", "changes of /w/.env" (`delicate`: one file),
// "connections to example.org:443/tcp"; without a kind PATTERN itself.
[[nodiscard]] std::string extent_text(const std::string& kind, const std::string& pattern,
                                      bool delicate);
// For a search, for which grant_place() is PLACE: "grep * in /w, to read .env and no other secret".
// For all else: PATTERN.
[[nodiscard]] std::string search_text(const std::string& pattern, const std::string& place);
// A No holds for acts of every kind; without a pattern all of the categories are covered.
[[nodiscard]] std::string extent_text(const Grant& grant);
// "all of GIT_PUBLISH, SUDO".
[[nodiscard]] std::string extent_text(const std::vector<policy::Category>& categories);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_APPROVAL_GRANT_KIND_H_
