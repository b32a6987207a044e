// SPDX-License-Identifier: Apache-2.0
// Journal: a file of JSON lines that only grows. A line is written whole, by one write(2), before
// what it tells of happens: killed at any moment, a guard leaves whole lines and at most one torn
// one at the end, which readers leave out. Where the disk is full nothing of the line stays.
// One writer at a time: it holds a write lock on PATH.lock, given up with it. Taking one needs a
// descriptor that may write (fcntl(2), open file description locks), which no supervised program
// gets; looking at it overlooks locks to read, which need only a file that can be read. The mode
// of PATH.lock, 0200, lets none but root's tree have that. The file goes with its writer, so that
// whoever copies the folder later meets none that they cannot read. A mutex of its own, any thread.
#ifndef GUARD_SUPERVISOR_UNDO_STORE_JOURNAL_H_
#define GUARD_SUPERVISOR_UNDO_STORE_JOURNAL_H_

#include <atomic>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>

#include "base/error.h"
#include "base/files/unique_fd.h"

namespace guard::supervisor {

class Journal {
 public:
  // Makes the file (0600) or goes on with it. kBusy when somebody else writes it.
  static Result<Journal> open(const std::string& path);
  ~Journal();
  Journal(Journal&& other) noexcept
      : path_(std::move(other.path_)),
        file_(std::move(other.file_)),
        lock_(std::move(other.lock_)),
        synced_(other.synced_.load()) {}
  Journal& operator=(Journal&&) = delete;

  Result<void> append(const nlohmann::ordered_json& line);
  // To the disk itself: outlives a power cut. Nothing to do when nothing came since the last time.
  Result<void> sync();
  [[nodiscard]] bool is_synced() const { return synced_.load(); }

 private:
  Journal(std::string path, UniqueFd file, UniqueFd lock)
      : path_(std::move(path)), file_(std::move(file)), lock_(std::move(lock)) {}
  std::mutex mutex_;
  std::string path_;
  UniqueFd file_;
  UniqueFd lock_;
  std::atomic<bool> synced_ = true;
};

// Every whole line of PATH, in order; `damaged` counts those in its middle that are no JSON. A file
// that is not there has no lines.
struct JournalReading {
  std::uint64_t damaged = 0;
};
[[nodiscard]] Result<JournalReading> read_journal(
    const std::string& path, const std::function<void(const nlohmann::json&)>& each);
// True while a writer has it open.
[[nodiscard]] bool is_being_written(const std::string& path);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_STORE_JOURNAL_H_
