// SPDX-License-Identifier: Apache-2.0
// ForeignLinks: the names that files have in what other sessions keep. A guard that was killed
// between its link and the act leaves one, and it goes with that session: it is no name that an
// object lives on by. Reads the contents of a session again only when something came or went there.
// Not safe for several threads: its owner has a lock.
#ifndef GUARD_SUPERVISOR_UNDO_STORE_FOREIGN_LINKS_H_
#define GUARD_SUPERVISOR_UNDO_STORE_FOREIGN_LINKS_H_

#include <sys/types.h>

#include <cstdint>
#include <ctime>
#include <map>
#include <string>
#include <vector>

namespace guard::supervisor {

class ForeignLinks {
 public:
  // ROOT: STATE/undo; OWN: the session whose own links are not counted.
  ForeignLinks(std::string root, std::string own) : root_(std::move(root)), own_(std::move(own)) {}
  // For an object of the store's own file system.
  [[nodiscard]] std::uint64_t count(std::uint64_t inode);

 private:
  struct Contents {
    timespec changed{};
    std::vector<std::uint64_t> linked;  // inodes of those with further names, sorted
  };
  void read_again(const std::string& folder, Contents& contents) const;

  const std::string root_;
  const std::string own_;
  std::map<std::string, Contents> sessions_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_STORE_FOREIGN_LINKS_H_
