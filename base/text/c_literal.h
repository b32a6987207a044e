// SPDX-License-Identifier: Apache-2.0
// Bytes as a literal of C++, for the steps of the build that compile data in. Pure.
#ifndef GUARD_BASE_TEXT_C_LITERAL_H_
#define GUARD_BASE_TEXT_C_LITERAL_H_

#include <string>
#include <string_view>

namespace guard {

// Quoted, over several lines; the bytes are these whatever they are, and a NUL follows them.
[[nodiscard]] std::string c_literal(std::string_view bytes);

}  // namespace guard

#endif  // GUARD_BASE_TEXT_C_LITERAL_H_
