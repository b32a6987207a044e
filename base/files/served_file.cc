// SPDX-License-Identifier: Apache-2.0
#include "base/files/served_file.h"

#include <linux/magic.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>

namespace guard {

bool may_hang(int file) {
  constexpr std::array<unsigned long, 6> kServed = {FUSE_SUPER_MAGIC, NFS_SUPER_MAGIC,
                                                    CIFS_SUPER_MAGIC, SMB2_SUPER_MAGIC,
                                                    V9FS_MAGIC,       CEPH_SUPER_MAGIC};
  struct statfs system {};
  if (::fstatfs(file, &system) != 0) return true;
  return std::find(kServed.begin(), kServed.end(), static_cast<unsigned long>(system.f_type)) !=
         kServed.end();
}

}  // namespace guard
