// SPDX-License-Identifier: Apache-2.0
// KnownPrograms: of a file that is no installed program, which installed one it is a copy of: by
// its build id, and where it has none by all of its bytes. Only programs that a command spec knows
// count. Installed programs are looked through at the first question about them, and again when one
// of the folders has changed; a session that starts no copies pays nothing. The image itself is
// read anew each time (some microseconds): a file in memory can change without a trace in its
// status.
// Any thread; what is looked through is shared, under a mutex.
#ifndef GUARD_SUPERVISOR_FACTS_KNOWN_PROGRAMS_H_
#define GUARD_SUPERVISOR_FACTS_KNOWN_PROGRAMS_H_

#include <sys/stat.h>

#include <cstdint>
#include <ctime>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/files/unique_fd.h"
#include "policy/command/known_words.h"
#include "policy/model/spec_table.h"
#include "policy/vocabulary/action.h"

namespace guard::supervisor {

// Where the system keeps its programs.
[[nodiscard]] std::vector<std::string> program_folders();
// A program that lies there is read by its own name.
[[nodiscard]] bool is_program_place(std::string_view path);

// "npm" of "/usr/bin/npm", a link to IMAGE that only root can give; empty: it is no such link, or
// has the image's own name. A relative path trusts nobody.
[[nodiscard]] std::string link_name_of(const std::string& path, std::string_view image);

// O_PATH of what a word names from a folder; invalid: nothing, or the folder is and it is no whole
// path.
[[nodiscard]] UniqueFd open_program_in(int folder, const std::string& word);

class KnownPrograms {
 public:
  // SPECS must outlive this.
  // NAMED: programs that rules name by their paths (rules_here.h).
  explicit KnownPrograms(const policy::SpecTable& specs,
                         std::vector<std::string> folders = program_folders(),
                         std::vector<std::string> named = {})
      : specs_(specs), folders_(std::move(folders)), named_(std::move(named)) {}

  struct Found {
    std::string path;     // of the installed program; empty: it is none of them
    bool unread = false;  // nobody can say: a limit, or an error
    bool operator==(const Found&) const = default;
  };
  // FD: of a regular file; O_PATH will do.
  [[nodiscard]] Found find(int fd) const;

  // A start, as the kernel makes it. Descriptors by O_PATH will do.
  struct Start {
    int file = -1;         // what the call names
    bool trusted = false;  // installed: where only root puts programs it is read by its name
    int interpreter = -1;  // of a script
    std::vector<std::string> interpreted_argv = {};  // what the kernel starts for it
    policy::InnerPrograms inner = policy::InnerPrograms::kBehindLoader;
    // O_PATH of the file that a word of the command line names; invalid: of none.
    std::function<UniqueFd(const std::string& word)> open_program;
    std::function<UniqueFd()> open_input = {};  // O_PATH of the standard input; empty: not known
  };
  // Fills in known_argv and image_unread of ACTION, which has its argv.
  void settle(policy::Action& action, const Start& start) const;

 private:
  struct Index {
    std::vector<timespec> changed;  // of the folders, when they were read
    std::unordered_map<std::string, std::string> by_id;
    std::unordered_multimap<off_t, std::string> by_size;  // of those without an id
    bool complete = true;
  };
  using Content = std::pair<std::pair<dev_t, ino_t>, std::pair<std::int64_t, off_t>>;

  [[nodiscard]] std::string named(int fd) const;
  [[nodiscard]] std::vector<std::string> as_named(const policy::Action& action,
                                                  const Start& start) const;
  void settle_copies(policy::Action& action, const Start& start) const;
  [[nodiscard]] std::string name_of(policy::Action& action, int fd, bool trusted) const;
  [[nodiscard]] bool acts_on_scripts(std::string_view interpreter) const;
  [[nodiscard]] std::vector<std::string> settled_first(policy::Action& action,
                                                       const Start& start) const;
  [[nodiscard]] Found find_by_content(int fd, const struct stat& status) const;
  [[nodiscard]] Index look_through() const;
  void look_through(const std::string& folder, std::vector<std::string>& paths,
                    bool& complete) const;
  void refresh() const;  // under mutex_
  [[nodiscard]] std::vector<timespec> changes() const;

  const policy::SpecTable& specs_;
  const std::vector<std::string> folders_;
  const std::vector<std::string> named_;
  mutable std::mutex mutex_;
  mutable Index index_;
  mutable std::map<Content, std::string> same_;  // compared before: the program that it is
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_KNOWN_PROGRAMS_H_
