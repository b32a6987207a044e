// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/restore/tree_search.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files/directory.h"
#include "base/files/unique_fd.h"
#include "supervisor/undo/store/held_place.h"
#include "supervisor/undo/store/lent_rights.h"

namespace guard::supervisor {
namespace {

// A folder on the way, and what of it is still to be looked at.
struct Level {
  UniqueFd folder;
  std::string path;
  std::vector<std::string> names;
};

std::vector<std::string> names_in(int folder) {
  std::vector<std::string> names;
  const int file = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return names;
  const Directory open(::fdopendir(file));
  if (!open) return ::close(file), names;
  while (const dirent* entry = ::readdir(open.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  return names;
}

class Walk {
 public:
  explicit Walk(const Visit& visit) : visit_(visit) {}

  void run(const std::string& top) {
    UniqueFd held = hold_object(top);
    struct stat status {};
    if (!held.valid() || ::fstat(held.get(), &status) != 0) return;
    device_ = status.st_dev;
    look(std::move(held), top);
    while (!levels_.empty()) {
      Level& level = levels_.back();
      if (level.names.empty()) {
        levels_.pop_back();
        continue;
      }
      const std::string name = std::move(level.names.back());
      level.names.pop_back();
      UniqueFd next = open_in(level.folder.get(), name);
      if (next.valid()) look(std::move(next), level.path + "/" + name);
    }
  }

 private:
  static UniqueFd open_in(int folder, const std::string& name) {
    constexpr int kFlags = O_PATH | O_NOFOLLOW | O_CLOEXEC;
    UniqueFd held(::openat(folder, name.c_str(), kFlags));
    if (held.valid() || errno != EACCES) return held;
    const LentRights lent(folder, X_OK);
    held.reset(::openat(folder, name.c_str(), kFlags));
    return held;
  }

  void look(UniqueFd held, std::string path) {
    struct stat status {};
    if (::fstat(held.get(), &status) != 0 || status.st_dev != device_) return;
    if (!visit_(path, held.get(), status) || !S_ISDIR(status.st_mode)) return;
    const LentRights lent(held.get(), R_OK | X_OK);
    std::vector<std::string> names = names_in(held.get());
    if (!names.empty()) levels_.push_back({std::move(held), std::move(path), std::move(names)});
  }

  const Visit& visit_;
  dev_t device_ = 0;
  std::vector<Level> levels_;
};

}  // namespace

void walk_tree(const std::string& folder, const Visit& visit) {
  Walk(visit).run(folder);
}

}  // namespace guard::supervisor
