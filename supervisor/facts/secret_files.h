// SPDX-License-Identifier: Apache-2.0
// Looks for the files that hold secrets, as the path classifier knows them: in the home, the
// workspaces and the system's own places, nearest first, not through links, not in build folders,
// caches and version control data. Reads folders only. One thread at a time.
#ifndef GUARD_SUPERVISOR_FACTS_SECRET_FILES_H_
#define GUARD_SUPERVISOR_FACTS_SECRET_FILES_H_

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

#include "base/files/unique_fd.h"
#include "policy/paths/path_class.h"

namespace guard::supervisor {

// A regular file (O_PATH) and its name.
using OnSecretFile = std::function<void(int object, const std::string& path)>;

// False for what a search leaves out by its place: build folders, caches, version control data.
[[nodiscard]] bool is_looked_for(const policy::PathClassifier& classifier, std::string_view path);

class SecretSearch {
 public:
  SecretSearch(const policy::PathClassifier& classifier, OnSecretFile on_found);

  // The usual places: the home's known folders, what lies in the home itself, the workspaces, the
  // system.
  void begin_usual();
  // The whole home.
  void begin_home();
  void begin(const std::string& folder);
  // Looks at about so many names. False: nothing is left to look at.
  bool go_on(std::size_t names);
  // Folders that were left out, because there were too many or they lie too deep.
  [[nodiscard]] std::size_t left_out() const { return left_out_; }

 private:
  struct Folder {
    std::string path;
    unsigned depth = 0;
    bool flat = false;     // what lies in its folders is not looked for
    bool by_name = false;  // a folder of secrets, also where its name is a link
  };
  std::size_t look_at(const Folder& folder);
  void look_at_entry(const UniqueFd& folder, const Folder& of, const char* name,
                     unsigned char type);
  void enter(std::string path, unsigned depth);

  const policy::PathClassifier& classifier_;
  OnSecretFile on_found_;
  std::deque<Folder> waiting_;
  std::size_t entered_ = 0;
  std::size_t left_out_ = 0;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_SECRET_FILES_H_
