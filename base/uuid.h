// SPDX-License-Identifier: Apache-2.0
// Random (version 4) UUIDs, lower case, from the kernel's generator: nobody can guess the id of a
// waiting question. Any thread.
#ifndef GUARD_BASE_UUID_H_
#define GUARD_BASE_UUID_H_

#include <string>
#include <string_view>

namespace guard {

// "9f0c3f2e-6a43-4f57-9d0a-5d9a1f3c2b11". Ends the process when the kernel has no randomness to
// give: an id that could repeat or be guessed would be worse.
[[nodiscard]] std::string make_uuid();

// True for 8-4-4-4-12 hex digits, either case.
[[nodiscard]] bool is_uuid(std::string_view text);

}  // namespace guard

#endif  // GUARD_BASE_UUID_H_
