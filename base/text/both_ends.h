// SPDX-License-Identifier: Apache-2.0
// Long text for people, shortened in the middle: how a command ends matters as much as how it
// begins. Pure, any thread.
#ifndef GUARD_BASE_TEXT_BOTH_ENDS_H_
#define GUARD_BASE_TEXT_BOTH_ENDS_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace guard {

// "rm -rf ./a ./b... ./y ./z": at most that many columns of its beginning and about as many bytes
// of its end; whole where it is no longer. TEXT is safe (text.h).
[[nodiscard]] std::string both_ends(std::string_view text, std::size_t beginning, std::size_t end);

}  // namespace guard

#endif  // GUARD_BASE_TEXT_BOTH_ENDS_H_
