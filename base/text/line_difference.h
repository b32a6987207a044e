// SPDX-License-Identifier: Apache-2.0
// The difference of two short texts, line by line, as `diff -u` shows it: for previews of very many
// small files, where a program for each would take seconds. Myers' greedy algorithm ("An O(ND)
// Difference Algorithm and Its Variations", 1986) with a bound on the number of differences, so
// that the texts cannot choose how long it takes. Pure, any thread.
#ifndef GUARD_BASE_TEXT_LINE_DIFFERENCE_H_
#define GUARD_BASE_TEXT_LINE_DIFFERENCE_H_

#include <optional>
#include <string>
#include <string_view>

namespace guard {

// Hunks with three lines around them, without the two lines that name the files. Empty: equal.
// nullopt: too many lines differ.
[[nodiscard]] std::optional<std::string> line_difference(std::string_view before,
                                                         std::string_view after);

}  // namespace guard

#endif  // GUARD_BASE_TEXT_LINE_DIFFERENCE_H_
