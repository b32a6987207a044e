// SPDX-License-Identifier: Apache-2.0
// Intent: what an exec that was judged needs in order to do what its words say, besides the objects
// that its effect walked. Found when it is judged, shown with its question, and leased to the
// process once it runs (lease.h). A value.
#ifndef GUARD_SUPERVISOR_APPROVAL_INTENT_H_
#define GUARD_SUPERVISOR_APPROVAL_INTENT_H_

#include <string>
#include <vector>

namespace guard::supervisor {

using CommandWords = std::vector<std::string>;

struct Intent {
  // Canonical: the repository that a push names. Acts of git itself there are part of the push.
  std::string repository = {};
  // Canonical folders of files that are edited in place: a temporary file is made beside each.
  std::vector<std::string> beside = {};
  // Canonical folders of names that ln replaces: it makes the link beside each by another name.
  std::vector<std::string> replaced_in = {};
  // The commands that the exec goes on to run, by its words: `timeout 5 git push` runs git push.
  std::vector<CommandWords> commands = {};
  // For git: the words of its question about refs, remotes and work, as it was looked at, beside
  // the commits that it means. Whoever answers answers to that (Judge::is_as_shown). Not for
  // people.
  std::vector<std::string> shown = {};
  std::string rule = {};  // that it was told for
  bool operator==(const Intent&) const = default;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_APPROVAL_INTENT_H_
