// SPDX-License-Identifier: Apache-2.0
// BornSet: the objects that the tree made in this session. An inode number comes back after a
// delete, so an object is (device, inode, birth time), or what stands in for the last
// (base/files/birth.h); where a file system tells neither, the two numbers must do, and forget() at
// the last unlink keeps them true. ReplacedNames: which of their names had a saved file of before.
// In memory only; one mutex each, any thread.
#ifndef GUARD_SUPERVISOR_FACTS_BORN_SET_H_
#define GUARD_SUPERVISOR_FACTS_BORN_SET_H_

#include <sys/stat.h>

#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace guard::supervisor {

struct BirthId {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t born_ns = 0;  // 0: the file system does not tell
  bool operator==(const BirthId&) const = default;
};

// The fields that statx must be asked for to make a BirthId; then complete_birth().
inline constexpr unsigned kBirthMask = STATX_INO | STATX_BTIME;
[[nodiscard]] BirthId birth_id_of(const struct statx& status);
// The same of the object that FD holds (O_PATH will do). nullopt: it cannot be told, and errno says
// why.
[[nodiscard]] std::optional<BirthId> birth_id_held(int fd);

class BornSet {
 public:
  // An object that was just made, held by FD (O_PATH will do). False when it cannot be told.
  bool add(int fd);
  void add(const BirthId& id);
  void forget(std::uint64_t device, std::uint64_t inode);
  [[nodiscard]] bool contains(const BirthId& id) const;
  // The object held by FD; false when it cannot be told.
  [[nodiscard]] bool contains(int fd) const;
  [[nodiscard]] std::size_t size() const;

 private:
  struct Numbers {
    std::uint64_t device;
    std::uint64_t inode;
    bool operator==(const Numbers&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Numbers& id) const {
      return static_cast<std::size_t>((id.inode * 0x9E3779B97F4A7C15ULL) ^ id.device);
    }
  };
  mutable std::mutex mutex_;
  std::unordered_map<Numbers, std::int64_t, Hash> born_;
};

// No file of a person's has such a name. A file that a compiler puts in the place of an old one is
// then deleted (`make clean`) like anything else that this session made.
[[nodiscard]] bool is_compiled(std::string_view name);

// Where a file or folder of this session stands in the place of one of before that guard has saved:
// `sed -i` and editors write a new file and rename it over the old one, and git makes anew what it
// deleted (stash, switch), or what anybody did (`rm f; git restore f`). Undo gives back the old
// one, so whoever deletes the new one deletes one of before. Holds canonical paths alone, and asks
// no file system. One mutex, any thread.
class ReplacedNames {
 public:
  // A file that was saved lost its name PATH to another one.
  void replaced(const std::string& path);
  // The object that had the name FROM, with all below it, has the name TO.
  void moved(const std::string& from, const std::string& to);
  void exchanged(const std::string& one, const std::string& other);
  void deleted(const std::string& path);
  // The object that was saved there, or stood for such a one, is gone; and git made it anew, if it
  // was.
  void deleted_of_before(const std::string& path);
  void made_by_git(const std::string& path);
  [[nodiscard]] bool holds(const std::string& path) const;

 private:
  void move(const std::string& from, const std::string& to);  // under mutex_

  mutable std::mutex mutex_;
  std::set<std::string> names_;
  // Deleted, and not made anew by git: hashes alone, as there may be millions. Two names that share
  // one make a question more, never one less.
  std::unordered_set<std::size_t> gone_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_BORN_SET_H_
