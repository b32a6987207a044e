// SPDX-License-Identifier: Apache-2.0
// A descriptor of this process as a path, for calls that take nothing else: openat(p.folder,
// p.name). A process that asks often opens /proc/self/fd once: walking to it from the root each
// time is half the cost of a readlink (Linux 6.18). Any thread.
#ifndef GUARD_BASE_FILES_OWN_DESCRIPTOR_H_
#define GUARD_BASE_FILES_OWN_DESCRIPTOR_H_

#include <array>

namespace guard {

struct DescriptorPath {
  int folder;                 // a dirfd that stays open, or AT_FDCWD
  std::array<char, 32> name;  // "37", or "/proc/self/fd/37"
};

// From here on the calling process has its folder at hand. Its children, those that share its
// memory included, walk from the root, as does a process that never called this or found no
// descriptor for it.
void keep_own_descriptors_at_hand();

[[nodiscard]] DescriptorPath path_of_descriptor(int fd);

}  // namespace guard

#endif  // GUARD_BASE_FILES_OWN_DESCRIPTOR_H_
