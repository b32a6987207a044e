// SPDX-License-Identifier: Apache-2.0
// GitObjects: reads objects of one repository's own store, by their id: the door to libgit2. Only
// its object database is used, on one held folder, so that no configuration, alternate store, hook,
// filter or helper of the repository has a say; what is read is checked against its id. The library
// is loaded at the first read: most sessions need none. An object that is not there, not whole, of
// another kind or larger than was asked for is none. One thread at a time.
#ifndef GUARD_SUPERVISOR_GIT_GIT_OBJECTS_H_
#define GUARD_SUPERVISOR_GIT_GIT_OBJECTS_H_

#include <sys/stat.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "base/files/unique_fd.h"

namespace guard::supervisor {

enum class GitKind { kCommit, kTree, kBlob, kTag };

class GitObjects {
 public:
  // FOLDER: .git/objects.
  explicit GitObjects(UniqueFd folder);
  ~GitObjects();
  GitObjects(const GitObjects&) = delete;
  GitObjects& operator=(const GitObjects&) = delete;

  // False: the library is not there, and nothing can be read.
  [[nodiscard]] static bool has_library();
  // ID: 40 hexadecimal digits.
  [[nodiscard]] std::optional<std::string> read(const std::string& id, GitKind kind,
                                                std::size_t most);
  [[nodiscard]] bool has(const std::string& id);
  // The only one that begins with so many digits, at least 4. Nothing: none, or several.
  [[nodiscard]] std::optional<std::string> id_beginning_with(const std::string& digits);
  // The id of a blob of these bytes. Nothing: no library.
  [[nodiscard]] static std::optional<std::string> id_of_blob(const std::string& content);
  // A blob of these very bytes.
  [[nodiscard]] bool has_blob(const std::string& content);

 private:
  struct Database;
  // Null when the store cannot be used: no library, or names in it that are no plain files.
  [[nodiscard]] Database* database();
  [[nodiscard]] bool is_plain(const std::string& id) const;

  UniqueFd folder_;
  struct timespec packs_changed_ {};
  std::unique_ptr<Database> database_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_GIT_GIT_OBJECTS_H_
