// SPDX-License-Identifier: Apache-2.0
// Assessment: what an act means (categories, tier, block) before rules, mode and session decide.
// Values only.
#ifndef GUARD_POLICY_VOCABULARY_ASSESSMENT_H_
#define GUARD_POLICY_VOCABULARY_ASSESSMENT_H_

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/vocabulary/action.h"

namespace guard::policy {

// Fixed names; nothing else is ever reported. The order is the one in which ties are led.
enum class Category {
  kSudo,
  kSystemImpact,
  kGitPublish,
  kFsConfigSecrets,
  kFsOutsideWorkspace,
  kFsDeleteOverwrite,
  kDepsInstallUpdate,
  kNetworkRisk,
  kExecArbitrary,
};
inline constexpr std::size_t kCategoryCount = 9;

[[nodiscard]] const char* name_of(Category category);       // "FS_DELETE_OVERWRITE"
[[nodiscard]] const char* risk_text_of(Category category);  // "Files or their history may be lost."
[[nodiscard]] std::optional<Category> category_named(std::string_view name);

// Acts that a spec lets its own program do without a further question ("git" in .git, a linker over
// its output).
struct ImpliedLease {
  std::vector<Act> acts;
  std::vector<PathClass> classes;
  int tier = 0;  // what such an act counts as
  bool operator==(const ImpliedLease&) const = default;
};

struct Assessment {
  // Sorted: the category with the highest tier first, ties in Category's order. Empty: nothing to
  // report.
  std::vector<Category> categories;
  int tier = 0;             // 0..3
  bool block = false;       // absurd: refused in every mode, no approval lifts it
  std::string rule;         // id of the spec row or table row, "rm.wildcard", "fs.delete"
  std::string reason;       // one sentence for people: "deletes 3 directories that existed before"
  std::string alternative;  // what to do instead, for the agent; may be empty
  std::vector<std::string> details;  // at most three, for "Change"
  std::optional<Effect> effect;
  bool wildcard = false;  // from a wildcard: only `once` and `command` may cover it
  bool raised = false;    // once approved it runs outside of supervision, with other rights
  // Raised, and it runs what this user can change: an answer covers what runs now, and no other.
  bool unbound = false;
  // Raised, and this user can change what a word of it names: no line of the policy and no
  // remembered answer covers it.
  bool rebindable = false;
  bool cannot_be_had =
      false;  // would need privileges that no_new_privs withholds: deny at once, never ask in vain
  bool changes_metadata = false;  // a command for it (chmod, chown): its approval covers rights too
  std::optional<ImpliedLease> implied;
  std::string pattern;  // what "remember" would mean: "git push origin *", a directory, a host
  bool operator==(const Assessment&) const = default;
};

// "low", "low", "medium", "high"; "blocked" for block.
[[nodiscard]] const char* risk_level_of(const Assessment& assessment);
[[nodiscard]] bool has_category(const Assessment& assessment, Category category);
// It touches a secret, or a file that steers programs: a yes to one such file says nothing of
// others, and a yes to one kind of act nothing of other kinds.
[[nodiscard]] bool is_delicate(const Assessment& assessment);

}  // namespace guard::policy

#endif  // GUARD_POLICY_VOCABULARY_ASSESSMENT_H_
