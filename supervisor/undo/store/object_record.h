// SPDX-License-Identifier: Apache-2.0
// ObjectRecord: what an object was before it changed, but for a file's content: identity, owner,
// mode, times, extended attributes (access lists are among them), the text of a link, the numbers
// of a device. Read from a held descriptor (O_PATH will do) and given back through one, never by a
// path. Any thread. Errors carry the errno.
#ifndef GUARD_SUPERVISOR_UNDO_STORE_OBJECT_RECORD_H_
#define GUARD_SUPERVISOR_UNDO_STORE_OBJECT_RECORD_H_

#include <sys/stat.h>
#include <sys/types.h>

#include <cstdint>
#include <ctime>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace guard::supervisor {

// An inode number comes back after a delete, so an object is told by its time of birth too, or what
// stands in for that (base/files/birth.h); 0 where the file system has neither.
struct ObjectKey {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t born_ns = 0;
  bool operator==(const ObjectKey&) const = default;
  auto operator<=>(const ObjectKey&) const = default;
};
struct ObjectKeyHash {
  std::size_t operator()(const ObjectKey& key) const {
    return static_cast<std::size_t>((key.inode * 0x9E3779B97F4A7C15ULL) ^ key.device ^
                                    static_cast<std::uint64_t>(key.born_ns));
  }
};

struct ObjectRecord {
  ObjectKey key;
  std::uint32_t mode = 0;  // type and permissions
  std::uint32_t uid = 0;
  std::uint32_t gid = 0;
  std::uint64_t links = 0;
  std::uint64_t size = 0;
  std::uint64_t stored = 0;  // bytes on disk: less than the size where there are holes
  std::uint64_t number = 0;  // of a device
  timespec accessed{};
  timespec modified{};
  timespec changed{};
  std::vector<std::pair<std::string, std::string>> attributes;
  std::string link_text;

  [[nodiscard]] bool is_file() const { return S_ISREG(mode); }
  // Behind such a name is the object itself, not bytes: a new one is a dead one.
  [[nodiscard]] bool is_endpoint() const { return S_ISFIFO(mode) || S_ISSOCK(mode); }
  [[nodiscard]] bool is_folder() const { return S_ISDIR(mode); }
};

[[nodiscard]] Result<ObjectKey> key_of(int fd);
[[nodiscard]] Result<ObjectRecord> record_of(int fd);

// "/proc/self/fd/N": the held object itself, a held link included.
[[nodiscard]] std::string held_path(int fd);

// Owner, attributes, mode and times as recorded, in an order in which none undoes another. A
// property that could not be given back (another's file, a label that only root sets) is listed in
// `lost`.
void give_back(int fd, const ObjectRecord& record, std::vector<std::string>& lost);
[[nodiscard]] Result<void> give_back_times(int fd, const ObjectRecord& record);
// Mode, owner, attributes and, when asked, times are as recorded.
[[nodiscard]] bool same_metadata(const ObjectRecord& a, const ObjectRecord& b);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_STORE_OBJECT_RECORD_H_
