// SPDX-License-Identifier: Apache-2.0
// OtherWork: what other sessions of this state folder wrote in the workspace and nobody committed:
// those that live, and those that ended not longer ago than the policy says. From their undo
// journals, so sessions of other users, and those without undo, are not seen; what a session made
// is seen a second later. Without other sessions a question costs one fstat(2), else two stat(2)
// for each. Any thread; a mutex of its own, held over the reading.
#ifndef GUARD_SUPERVISOR_COLLISIONS_OTHER_WORK_H_
#define GUARD_SUPERVISOR_COLLISIONS_OTHER_WORK_H_

#include <sys/stat.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/files/folder_status.h"
#include "supervisor/collisions/written_paths.h"
#include "supervisor/facts/born_set.h"
#include "supervisor/git/git_place.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::supervisor {

struct OtherWrite {
  std::string session;  // its id
  std::string command;  // what it runs, redacted
  std::string path;
  std::string time;  // ISO 8601; empty: not known
  bool lives = false;
};

// Uncommitted files that this session and another one both wrote.
struct Overlap {
  std::string session;
  std::string command;
  std::size_t files = 0;
  std::vector<std::string> names;  // paths of the first few
  bool lives = false;
};

class OtherWork {
 public:
  // OWN: the name of this session's folder in the store. COUNTS: what is of interest of the paths
  // that others wrote, by the path alone.
  // OWN_BORN: what this session made, as a repository that tells of no commit of others; null:
  // none.
  OtherWork(std::string state_dir, std::string own, std::chrono::seconds ended,
            std::function<bool(const std::string&)> counts, const BornSet* own_born = nullptr);

  // Nobody answered for PATH yet, something is there, and git does not have it. OBJECT: what is
  // there, where it may be known by another name. If a session's list lacks something, every file
  // counts that was changed since that session began.
  [[nodiscard]] std::optional<OtherWrite> at(const std::string& path,
                                             const std::optional<ObjectKey>& object = {});
  // The same of FOLDER and all below it, the first MOST in the order of their paths. COVERS: only
  // of these.
  [[nodiscard]] std::vector<OtherWrite> below(
      const std::string& folder, std::size_t most,
      const std::function<bool(const std::string&)>& covers = {});
  // By session, as far as kMostLooks files go. Answers change nothing here.
  [[nodiscard]] std::vector<Overlap> overlaps();
  // Somebody answered for the act on PATH, or it is done: this session is not asked about it again.
  void settle(const std::string& path);
  // This session wrote PATH. Where git had what was there, as at() saw, what others had written
  // there is no more: they committed it, or took it back.
  void wrote(const std::string& path);

  static constexpr std::size_t kMostLooks = 2000;  // at files of one folder; the rest counts

 private:
  struct Other {
    StoredSession session;
    std::unique_ptr<WrittenPaths> written;
  };
  void refresh();
  void list_sessions();
  [[nodiscard]] Overlap overlap_with(const Other& other) const;
  [[nodiscard]] std::optional<std::string> time_of(const Other& other, const std::string& path,
                                                   const std::optional<ObjectKey>& object) const;
  [[nodiscard]] bool lives(const Other& other) const;
  [[nodiscard]] bool counts_now(const Other& other) const;
  // Not settled, there, not committed. TIME: of the write; empty: not known.
  [[nodiscard]] bool is_open(const std::string& path, const std::string& time) const;
  [[nodiscard]] bool is_own_since(const std::string& path, const std::string& time) const;
  [[nodiscard]] bool is_uncommitted(const std::string& path, const std::string& time) const;
  [[nodiscard]] bool is_own_repository(const GitPlace& place, const std::string& time) const;
  void add(const Other& other, const std::pair<const std::string, std::string>& write,
           std::map<std::string, OtherWrite>& found) const;
  [[nodiscard]] OtherWrite write_of(const Other& other, const std::string& path,
                                    const std::string& time) const;

  const std::string state_dir_;
  const std::string own_;
  const std::chrono::seconds ended_;
  const std::function<bool(const std::string&)> counts_;
  const BornSet* const own_born_;
  std::mutex mutex_;
  FolderStatus root_;
  std::map<std::string, Other> others_;  // by the name of the folder
  WrittenPaths own_written_;             // read for overlaps() alone
  bool is_listed_ = true;                // false: the sessions could not be listed
  std::vector<Overlap> overlaps_;        // as last looked at
  std::size_t overlaps_read_ = 0;
  std::chrono::system_clock::time_point overlaps_looked_;
  std::set<std::string> settled_;
  std::set<std::string> committed_;  // what others wrote there was, when at() looked last
  std::map<std::string, std::string> own_since_;  // of these, when this session wrote there
  struct timespec root_changed_ {};
  std::chrono::system_clock::time_point listed_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_COLLISIONS_OTHER_WORK_H_
