// SPDX-License-Identifier: Apache-2.0
// MetadataArguments: what a call that changes mode, owner, times, attributes or flags says besides
// the object and the mode. Part of a RawCall. Values only.
#ifndef GUARD_INTERCEPTOR_CALLS_METADATA_ARGUMENTS_H_
#define GUARD_INTERCEPTOR_CALLS_METADATA_ARGUMENTS_H_

#include <array>
#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

namespace guard::interceptor {

inline constexpr std::uint32_t kSameId = 0xFFFFFFFF;  // chown(2): -1 leaves it

struct MetadataArguments {
  bool by_descriptor = false;  // the object is what the descriptor `fd` of the call names
  std::uint32_t uid = kSameId;
  std::uint32_t gid = kSameId;
  std::optional<std::array<timespec, 2>> times;  // none: both become the present
  bool changes_nothing = false;  // utimensat(2) with two UTIME_OMIT looks at nothing else

  std::string attribute;
  std::vector<char> value;
  std::uint64_t value_address = 0;
  std::uint64_t value_size = 0;
  int attribute_flags = 0;

  std::vector<char> file_attributes;  // a struct file_attr, as long as the caller's

  std::uint32_t request = 0;  // of an ioctl, else 0
  bool request_argument_read =
      false;  // else the request fails with EFAULT, if nothing stops it before
  std::array<char, 32> request_argument{};
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_CALLS_METADATA_ARGUMENTS_H_
