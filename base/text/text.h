// SPDX-License-Identifier: Apache-2.0
// Text for people. File names and arguments are bytes chosen by programs: nothing of them may reach
// a terminal raw (control characters, escape sequences, bidi marks). Pure, any thread.
#ifndef GUARD_BASE_TEXT_TEXT_H_
#define GUARD_BASE_TEXT_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace guard {

// Bytes as one safe line: C0/C1 controls, DEL, invalid UTF-8, bidi and zero-width marks become \xNN
// or \u{NNNN}.
[[nodiscard]] std::string safe_text(std::string_view bytes);
// An argument vector as a person would type it: safe, quoted where a shell would need it.
[[nodiscard]] std::string command_text(const std::vector<std::string>& argv);
// "1.2 MB", "37 files": decimal units, one digit.
[[nodiscard]] std::string size_text(std::uint64_t bytes);
[[nodiscard]] std::string count_text(std::uint64_t count, std::string_view singular,
                                     std::string_view plural);
// Cuts to at most `columns` columns, ending in "...".
[[nodiscard]] std::string shortened(std::string_view text, std::size_t columns);
// The last component: "/usr/bin/rm" -> "rm".
[[nodiscard]] std::string_view base_name(std::string_view path);

}  // namespace guard

#endif  // GUARD_BASE_TEXT_TEXT_H_
