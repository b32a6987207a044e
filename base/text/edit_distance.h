// SPDX-License-Identifier: Apache-2.0
// How far two words are apart, for hints at what a typing error meant. Pure, any thread; takes time
// and memory by the lengths of both, so callers bound what they compare.
#ifndef GUARD_BASE_TEXT_EDIT_DISTANCE_H_
#define GUARD_BASE_TEXT_EDIT_DISTANCE_H_

#include <cstddef>
#include <string_view>

namespace guard {

// How many letters were added, left out, mistaken or swapped with the next one (Damerau).
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);
// False: the lengths alone say that they are further apart than MOST.
[[nodiscard]] bool may_be_within(std::string_view a, std::string_view b, std::size_t most);

}  // namespace guard

#endif  // GUARD_BASE_TEXT_EDIT_DISTANCE_H_
