// SPDX-License-Identifier: Apache-2.0
// WrittenName: the names that cp, install, ln, tee, dd and kin write, as their words have
// them: into a folder or to a name, over what a link leads to or in place of the link. Pure but for
// the Facts; any thread that may use them. A word too many is possible, and none is left out.
#ifndef GUARD_POLICY_EFFECTS_WRITTEN_NAMES_H_
#define GUARD_POLICY_EFFECTS_WRITTEN_NAMES_H_

#include <string>
#include <string_view>
#include <vector>

#include "policy/command/command_line.h"
#include "policy/vocabulary/facts.h"

namespace guard::policy {

struct WrittenName {
  std::string name;
  // kKept: what is written takes the place of a link, and nothing is written through it.
  LastLink last = LastLink::kFollowed;
  // The source of a recursive copy; if both are folders, the copy puts what is in one into the
  // other. Empty: no such copy.
  std::string source = {};
  bool folder = false;  // a folder is made
};

[[nodiscard]] std::vector<WrittenName> written_names(const CommandLine& line, Facts& facts);

// The entry of FOLDER that has OPERAND's last name.
[[nodiscard]] std::string name_within(const std::string& folder, std::string_view operand);
[[nodiscard]] bool is_folder(const std::string& operand, Facts& facts);

}  // namespace guard::policy

#endif  // GUARD_POLICY_EFFECTS_WRITTEN_NAMES_H_
