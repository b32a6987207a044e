// SPDX-License-Identifier: Apache-2.0
// LastLink: what a lookup of a path does with a symlink that its last component names. A value.
#ifndef GUARD_BASE_FILES_LAST_LINK_H_
#define GUARD_BASE_FILES_LAST_LINK_H_

namespace guard {

enum class LastLink {
  kKept,      // the link itself is meant
  kFollowed,  // what it leads to is
};
[[nodiscard]] constexpr LastLink followed_if(bool follows) {
  return follows ? LastLink::kFollowed : LastLink::kKept;
}

}  // namespace guard

#endif  // GUARD_BASE_FILES_LAST_LINK_H_
