// SPDX-License-Identifier: Apache-2.0
// Globs over bytes: for canonical paths and for single words. Iterative: time is bounded by the
// product of the two lengths, whatever the pattern. Pure, any thread.
//   *     any bytes (in a path: within one component)      ?      one byte
//   [a-z] [!a-z]  one byte of a set                         \x     x itself
//   **    as a whole component: any number of components; "a/**" holds for "a" itself too, so that
//         a rule about a folder's content holds when the folder is moved away
#ifndef GUARD_POLICY_TEXT_GLOB_H_
#define GUARD_POLICY_TEXT_GLOB_H_

#include <optional>
#include <string>
#include <string_view>

namespace guard::policy {

[[nodiscard]] bool has_wildcard(std::string_view pattern);
[[nodiscard]] bool word_glob_matches(std::string_view pattern, std::string_view word);
// Both absolute. A pattern without wildcards matches itself only.
[[nodiscard]] bool path_glob_matches(std::string_view pattern, std::string_view path);
// True when `path` or one of the folders above it matches: path lies inside what pattern names.
[[nodiscard]] bool path_glob_covers(std::string_view pattern, std::string_view path);
// True when `folder` stands above everything the pattern can match ("/w" for "/w/db/**"): moving it
// away moves those too.
[[nodiscard]] bool path_glob_below(std::string_view pattern, std::string_view folder);

// True when something below `folder` may match: what a search for the pattern enters.
[[nodiscard]] bool path_glob_reaches(std::string_view pattern, std::string_view folder);
// The components of an absolute pattern before the first that has a wildcard, as the path that they
// stand for: "/srv/sec" of "/srv/sec/**"; "/" when there is none.
[[nodiscard]] std::string literal_beginning(std::string_view pattern);

// Makes a pattern of a policy file absolute: "./x" and "x" hang from `workspace`, "~/x" from
// `home`; "**/x" holds anywhere. Empty when the folder it hangs from is unknown (empty).
[[nodiscard]] std::string anchored_glob(std::string_view pattern, std::string_view workspace,
                                        std::string_view home);
// Why a path pattern could never be enforced; nothing when it is sound.
[[nodiscard]] std::optional<std::string> path_glob_defect(std::string_view pattern);
[[nodiscard]] std::optional<std::string> word_glob_defect(std::string_view pattern);

}  // namespace guard::policy

#endif  // GUARD_POLICY_TEXT_GLOB_H_
