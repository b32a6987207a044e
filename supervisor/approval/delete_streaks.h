// SPDX-License-Identifier: Apache-2.0
// DeleteStreaks: how many files of before a command of the agent has deleted one by one lately, and
// in which folder. One such file goes unasked, as it is saved; a folder that goes file by file
// (`shutil.rmtree`) is what `rm -r` asks about. Time comes in as a value. One mutex, any thread.
#ifndef GUARD_SUPERVISOR_APPROVAL_DELETE_STREAKS_H_
#define GUARD_SUPERVISOR_APPROVAL_DELETE_STREAKS_H_

#include <chrono>
#include <cstddef>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "base/limits.h"

namespace guard::supervisor {

inline constexpr std::size_t kStreakUnasked = size_limit("streak.unasked");
inline constexpr std::size_t kStreakNamed = size_limit("streak.named");
inline constexpr std::size_t kStreakOfSession = size_limit("streak.of_session");

struct StreakLimits {
  // Programs that name what they delete, and files of others. Five names are a wildcard's list as
  // well (wildcard_origin.h).
  std::size_t unasked = kStreakUnasked;
  std::size_t files = kStreakNamed;  // whoever deletes them
  std::chrono::seconds within{60};
};

struct DeleteStreak {
  std::size_t files = 0;  // with this one
  std::string folder;     // canonical: all of them lie in or below it
};

class DeleteStreaks {
 public:
  using Time = std::chrono::steady_clock::time_point;
  explicit DeleteStreaks(StreakLimits limits = {}) : limits_(limits) {}

  // Counts a deletion of `path` by this command. Past a limit: what to ask about. `remover`: the
  // process of a program that deletes what its words name, one run whatever number they are; 0:
  // another.
  [[nodiscard]] std::optional<DeleteStreak> count(int command, const std::string& path, Time now,
                                                  int remover = 0);
  // How many files below FOLDER this command has deleted lately; of the last `files` of them.
  [[nodiscard]] std::size_t below(int command, const std::string& folder, Time now);

 private:
  struct File {
    Time at;
    std::string path;
  };
  struct Deleted {
    std::deque<Time> runs;   // none older than `within`; the last `unasked` of them
    std::deque<File> files;  // the same; the last `files` of them
    DeleteStreak streak;
    int remover = 0;         // the one that was counted last
    bool past_runs = false;  // all that the last remover goes on with
  };
  void forget_old(Time now);
  void drop_old_files(Deleted& deleted, Time now) const;
  [[nodiscard]] bool runs_are_past(Deleted& deleted, Time now) const;
  [[nodiscard]] bool files_are_past(Deleted& deleted, const std::string& path, Time now) const;

  StreakLimits limits_;
  std::mutex mutex_;
  std::map<int, Deleted> deleted_;  // by command
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_APPROVAL_DELETE_STREAKS_H_
