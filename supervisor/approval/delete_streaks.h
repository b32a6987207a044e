// SPDX-License-Identifier: Apache-2.0
// DeleteStreaks: how many files of before a command of the agent has deleted one by one lately, and
// in which folder. One such file goes unasked, as it is saved; a folder that goes file by file
// (`shutil.rmtree`) is what `rm -r` asks about. The same name is one file, however often it goes;
// one that another file has taken the place of was saved anew and does not count. Time comes in as
// a value. One mutex, any thread.
#ifndef GUARD_SUPERVISOR_APPROVAL_DELETE_STREAKS_H_
#define GUARD_SUPERVISOR_APPROVAL_DELETE_STREAKS_H_

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
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
  // Another file has taken the place of the one of this name.
  using IsReplaced = std::function<bool(const std::string& path)>;
  explicit DeleteStreaks(StreakLimits limits = {}) : limits_(limits) {}

  // Counts a deletion of `path` by this command. Past a limit: what to ask about. `remover`: the
  // process of a program that deletes what its words name, one run whatever number they are; 0:
  // another. IS_REPLACED is called past a limit alone, under the mutex, for the earlier ones.
  [[nodiscard]] std::optional<DeleteStreak> count(int command, const std::string& path, Time now,
                                                  int remover = 0,
                                                  const IsReplaced& is_replaced = {});
  // It did not go: it was refused.
  void forget(int command, const std::string& path);
  // How many files below FOLDER this command has deleted lately; of the last `files` of them.
  [[nodiscard]] std::size_t below(int command, const std::string& folder, Time now);

 private:
  struct File {
    Time at;
    std::string path;
    int run = 0;         // those of one run have the same number
    bool asked = false;  // whether it went is not known
  };
  struct Deleted {
    std::deque<File> files;  // none older than `within`; the last `files` of them
    DeleteStreak streak;
    int remover = 0;  // the one that was counted last
    int run = 0;      // its number
  };
  void forget_old(Time now);
  void drop_old_files(Deleted& deleted, Time now) const;
  [[nodiscard]] bool is_past(const Deleted& deleted) const;
  static void drop_replaced(Deleted& deleted, const IsReplaced& is_replaced);

  StreakLimits limits_;
  std::mutex mutex_;
  std::map<int, Deleted> deleted_;  // by command
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_APPROVAL_DELETE_STREAKS_H_
