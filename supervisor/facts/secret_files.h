// SPDX-License-Identifier: Apache-2.0
// Looks for the files that hold secrets, as the path classifier knows them: wherever the policy
// names some; in the home, the workspaces and the system's own places, nearest first, not through
// links, not in build folders, caches and version control data. Reads folders only. One thread at a
// time.
#ifndef GUARD_SUPERVISOR_FACTS_SECRET_FILES_H_
#define GUARD_SUPERVISOR_FACTS_SECRET_FILES_H_

#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/unique_fd.h"
#include "policy/paths/path_class.h"

namespace guard::supervisor {

// A regular file (O_PATH) and its name.
using OnSecretFile = std::function<void(int object, const std::string& path)>;

// False for what a search leaves out by its place: build folders, caches, version control data;
// nothing that the policy names.
[[nodiscard]] bool is_looked_for(const policy::PathClassifier& classifier, std::string_view path);
// A pattern of the policy, or of a profile, calls PATH a secret, whatever it holds.
[[nodiscard]] bool is_named_secret(const policy::PathClassifier& classifier, std::string_view path);
// True where a search comes by: not for what a pattern of the policy names anywhere ("**/x") and
// lies in no place that is searched.
[[nodiscard]] bool is_searched(const policy::PathClassifier& classifier, std::string_view path);

// A folder whose files may be secrets by their names alone, and no build folder, cache or scratch.
[[nodiscard]] bool is_searched_by_name(const policy::PathClassifier& classifier,
                                       std::string_view folder);

class SecretSearch {
 public:
  SecretSearch(const policy::PathClassifier& classifier, OnSecretFile on_found);

  // Where the policy's own patterns begin. For those that hold anywhere: the workspaces, scratch
  // folders, the system's configuration and the home.
  void begin_named();
  // Begins with those of these that may lie below a folder.
  void begin_named_below(const std::string& folder);
  // Each as a sentence for people: a pattern whose files are not looked for everywhere; after
  // begin_named().
  [[nodiscard]] const std::vector<std::string>& not_everywhere() const { return not_everywhere_; }
  // A pattern that names a folder, and so nothing in it.
  [[nodiscard]] const std::vector<std::string>& names_folders() const { return names_folders_; }
  // The usual places: the home's known folders, what lies in the home itself, the workspaces, the
  // system.
  void begin_usual();
  // Only where the policy names secrets by their place, and the usual places, but for what lies in
  // the folders of a workspace.
  void begin_places();
  // The whole home.
  void begin_home();
  void begin(const std::string& folder);
  // Looks at about so many names. False: nothing is left to look at.
  bool go_on(std::size_t names);
  // Any thread: go_on() returns after the folder that it is in.
  void stop() { stopped_ = true; }
  // Folders that were left out, because there were too many or they lie too deep.
  [[nodiscard]] std::size_t left_out() const { return left_out_; }
  // Folders that guard cannot list, and that the tree may read from: it can enter them, or owns
  // them and can open them.
  struct Closed {
    std::size_t folders = 0;
    std::string first;
    std::string place;  // one that the policy names, or where secrets usually are; or empty
  };
  [[nodiscard]] const Closed& closed() const { return closed_; }

 private:
  struct Folder {
    std::string path;
    unsigned depth = 0;
    bool flat = false;                   // what lies in its folders is not looked for
    bool by_name = false;                // a folder of secrets, also where its name is a link
    const std::string* named = nullptr;  // looked through for this pattern alone
  };
  void begin_named_places();
  void begin_usual_places();
  void begin_anywhere(const std::string& pattern);
  void begin_file(const std::string& path);
  [[nodiscard]] bool is_entered(const Folder& of, const char* name, const std::string& path) const;
  std::size_t look_at(const Folder& folder);
  std::size_t list(const UniqueFd& held, const Folder& folder);
  std::size_t look_at_closed(Folder folder);
  void note_closed(const Folder& folder);
  std::size_t try_usual_names(const UniqueFd& held, const Folder& folder);
  void look_at_entry(const UniqueFd& folder, const Folder& of, const char* name,
                     unsigned char type);
  void enter(std::string path, const Folder& from);

  const policy::PathClassifier& classifier_;
  OnSecretFile on_found_;
  std::deque<Folder> waiting_;
  std::vector<std::string> not_everywhere_;
  std::vector<std::string> names_folders_;
  std::size_t entered_ = 0;
  std::size_t left_out_ = 0;
  std::set<std::string> usual_names_;  // put together when first wanted
  std::set<std::string> closed_paths_;
  Closed closed_;
  std::atomic<bool> stopped_ = false;
};

// One sentence on the folders that cannot be searched; empty where there are none.
// The remedy that its person has if a folder cannot be listed: a command to paste, for their own
// folder alone. Begins with a blank; empty where nothing is to be said.
[[nodiscard]] std::string fix_of_closed(const std::string& folder);
[[nodiscard]] std::string closed_text(const SecretSearch::Closed& closed);
// A place of secrets that cannot be searched: nobody knows what is to be held there. Empty: none.
// Looks at what the policy names and at the usual places, not at the whole home.
[[nodiscard]] std::string closed_place_of_secrets(const policy::PathClassifier& classifier);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_SECRET_FILES_H_
