// SPDX-License-Identifier: Apache-2.0
// IgnoreRules: what one .gitignore says, as gitignore(5) reads it: the last pattern that fits
// counts. For people who are told what is lost, never for a verdict. A value; const: any thread.
#ifndef GUARD_SUPERVISOR_GIT_IGNORE_RULES_H_
#define GUARD_SUPERVISOR_GIT_IGNORE_RULES_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace guard::supervisor {

enum class EntryKind { kFile, kFolder };  // whatever is no folder counts as a file

class IgnoreRules {
 public:
  IgnoreRules() = default;
  explicit IgnoreRules(std::string_view text);
  // NAME: below the folder of the file, "a/b". Nothing: no pattern fits.
  [[nodiscard]] std::optional<bool> says(std::string_view name, EntryKind kind) const;

  static constexpr std::size_t kMostRules = 1000;

 private:
  struct Rule {
    std::string pattern;  // anchored: with a slash in front
    bool ignores = true;
    bool folders_only = false;
    bool anchored = false;
  };
  void add(std::string_view line);

  std::vector<Rule> rules_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_GIT_IGNORE_RULES_H_
