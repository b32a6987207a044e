// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/foreign_links.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

bool same_time(const timespec& a, const timespec& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

}  // namespace

void ForeignLinks::read_again(const std::string& folder, Contents& contents) const {
  struct stat status {};
  if (::lstat(folder.c_str(), &status) != 0 || same_time(status.st_mtim, contents.changed)) return;
  contents.changed = status.st_mtim;
  contents.linked.clear();
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    struct stat kept {};
    if (::lstat(at->path().c_str(), &kept) == 0 && kept.st_nlink > 1)
      contents.linked.push_back(kept.st_ino);
  }
  std::sort(contents.linked.begin(), contents.linked.end());
}

std::uint64_t ForeignLinks::count(std::uint64_t inode) {
  std::uint64_t found = 0;
  std::error_code error;
  for (fs::directory_iterator at(root_, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name == own_) continue;
    Contents& contents = sessions_[name];
    read_again(at->path().string() + "/content", contents);
    const auto [first, last] =
        std::equal_range(contents.linked.begin(), contents.linked.end(), inode);
    found += static_cast<std::uint64_t>(last - first);
  }
  return found;
}

}  // namespace guard::supervisor
