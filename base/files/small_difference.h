// SPDX-License-Identifier: Apache-2.0
// The difference of two small files, as `diff -u` says it, without a program: a preview of very
// many files would take seconds to start one for each. Reads at most 128 KiB of each, and nothing
// where another process or machine serves the file and may never answer. Any thread.
#ifndef GUARD_BASE_FILES_SMALL_DIFFERENCE_H_
#define GUARD_BASE_FILES_SMALL_DIFFERENCE_H_

#include <optional>
#include <string>

namespace guard {

// BEFORE and AFTER: open for reading; FROM and TO stand for them in what is said. Not safe to print
// yet. Empty: equal. nullopt: too large, too different, or not to be read here.
[[nodiscard]] std::optional<std::string> small_difference(int before, int after,
                                                          const std::string& from,
                                                          const std::string& to);

}  // namespace guard

#endif  // GUARD_BASE_FILES_SMALL_DIFFERENCE_H_
