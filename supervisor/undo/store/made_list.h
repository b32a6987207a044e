// SPDX-License-Identifier: Apache-2.0
// MadeList: what a session made, and how names of that moved since: SESSION/made, lines of JSON in
// the order in which it happened. note() only puts a row into memory, as a session may make
// thousands of files a second; flush() writes them, once a second and at the end. A guard that is
// killed loses the rows of the last second: what they tell of is left, never taken away by mistake.
// Bounded: then one line says that there is more. A mutex of its own, any thread.
#ifndef GUARD_SUPERVISOR_UNDO_STORE_MADE_LIST_H_
#define GUARD_SUPERVISOR_UNDO_STORE_MADE_LIST_H_

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "supervisor/undo/store/object_record.h"

namespace guard::supervisor {

enum class MadeDeed {
  kMade,       // the object got `path`
  kMoved,      // what had the name `path`, with all below it, has the name `to`
  kExchanged,  // the two names changed places
};

struct MadeRow {
  MadeDeed deed = MadeDeed::kMade;
  std::string path;           // canonical, bytes
  std::string to;             // of a move and an exchange
  ObjectKey key;              // of what was made
  std::uint32_t mode = 0;     // its type
  std::string command = {};   // of the program that did it, redacted
  std::string question = {};  // the answer that let it happen
  bool is_further = false;    // the object had a name before; not on disk
};

class MadeList {
 public:
  explicit MadeList(std::string path) : path_(std::move(path)) {}
  void note(MadeRow row);
  // After an error all rows are kept for the next call, and nothing of them was written.
  Result<void> flush();
  [[nodiscard]] bool is_empty() const;  // nothing was noted yet
  [[nodiscard]] std::uint64_t count() const;

  static constexpr std::uint64_t kMost = 1'000'000;

 private:
  [[nodiscard]] Result<void> write(const std::string& text);

  const std::string path_;
  mutable std::mutex mutex_;
  std::mutex writing_;  // before mutex_
  std::vector<MadeRow> rows_;
  std::uint64_t count_ = 0;
  UniqueFd file_;             // under writing_, as what follows
  std::string last_command_;  // the rows that follow are of it
};

struct MadeRows {
  std::vector<MadeRow> rows;
  bool complete = true;  // false: there are more, or a line cannot be read
};
[[nodiscard]] MadeRows read_made_list(const std::string& path);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_STORE_MADE_LIST_H_
