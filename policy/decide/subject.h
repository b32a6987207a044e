// SPDX-License-Identifier: Apache-2.0
// Subject: an act as rules see it. Its command line at every wrapper level (for a file act: that of
// the acting program), and its facets: which objects it touches, and what that amounts to for each
// of them. A rename, for one, removes the old name and creates or overwrites the new one. Refers to
// the action and the assessment, which must outlive it. Pure, any thread.
#ifndef GUARD_POLICY_DECIDE_SUBJECT_H_
#define GUARD_POLICY_DECIDE_SUBJECT_H_

#include <bitset>
#include <string_view>
#include <vector>

#include "policy/command/command_levels.h"
#include "policy/model/spec_table.h"
#include "policy/vocabulary/action.h"
#include "policy/vocabulary/assessment.h"

namespace guard::policy {

using ActSet = std::bitset<16>;
[[nodiscard]] ActSet act_set(const std::vector<Act>& acts);

struct Facet {
  ActSet acts;
  std::string_view path;     // empty: the act has none
  bool from_effect = false;  // of what an exec would do, not of the exec itself
  bool certain = true;       // false: `acts` are several readings of which one will happen
  bool is_folder = false;    // what lies in it is touched too
  // The descriptor that changes it reads it, too; or it gets a name under which a rule about reads
  // no longer holds.
  bool also_reads = false;
  bool reaches_below = false;  // it changes what lies in the folder, each by itself (chmod -R)
};

struct Subject {
  const Action& action;
  const Assessment& assessment;
  CommandLevels chain;  // of a file act: only the acting program itself
  CommandLevels known;  // the same as what copies of programs are; empty: there are none
  std::vector<Facet> facets;
};

[[nodiscard]] Subject make_subject(const Action& action, const Assessment& assessment,
                                   const SpecTable& specs);
// The image that the kernel starts, or that runs in the actor; empty when unknown.
[[nodiscard]] std::string_view image_of(const Subject& subject);
// argv[0] is the caller's to choose. True when the image is an installed one of that name (or of
// that name with its version: python3 runs as /usr/bin/python3.11).
[[nodiscard]] bool runs_what_it_says(const Subject& subject);
[[nodiscard]] bool image_installed(const Subject& subject);
// A wrapper that means nothing by itself: timeout, nice, env.
[[nodiscard]] bool is_plain_wrapper(const CommandLevel& level);

}  // namespace guard::policy

#endif  // GUARD_POLICY_DECIDE_SUBJECT_H_
