// SPDX-License-Identifier: Apache-2.0
// UndoRecord: what `guard undo` does, in the audit record: a chain of its own, under the undo's
// name, that begins with who undoes what, has a record for each change that was given back, and
// ends with a closing record (docs/audit_format.md, "Undo"). The session's own chain stays closed.
// One thread.
#ifndef GUARD_CONSOLE_UNDO_UNDO_RECORD_H_
#define GUARD_CONSOLE_UNDO_UNDO_RECORD_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "supervisor/audit/redaction/redactor.h"
#include "supervisor/audit/store/recorder.h"
#include "supervisor/undo/history/file_count.h"
#include "supervisor/undo/restore/restorer.h"

namespace guard::console {

struct UndoIntent {
  std::string name;     // of the undo
  std::string session;  // whose changes it gives back
  supervisor::FileCount files;
  std::vector<std::string> words;  // as typed
  std::string conflicts;           // skip, overwrite; empty: there was nothing to choose
  bool is_final = false;
};

// "guard undo", "guard review", "guard run --discard-on-fail": which of them WORDS started.
[[nodiscard]] std::string tool_of(const std::vector<std::string>& words);

class UndoRecord {
 public:
  // On the disk before it returns.
  static Result<UndoRecord> begin(const std::string& state_dir, const UndoIntent& intent);

  // Called again for a step that was taken again: its last end counts.
  void take(const supervisor::Step& step);
  // Takes what take() had put off, how it ended, and the end of the chain.
  Result<void> end(const std::vector<supervisor::Step>& steps, bool is_whole,
                   const std::string& summary);

 private:
  UndoRecord(std::unique_ptr<supervisor::Recorder> recorder, supervisor::Redactor redactor,
             const UndoIntent& intent);
  [[nodiscard]] supervisor::AuditRecord blank() const;
  void write(const supervisor::Step& step);

  std::unique_ptr<supervisor::Recorder> recorder_;
  supervisor::Redactor redactor_;
  std::string session_;
  std::string user_;
  std::string request_id_;  // of the first record
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::set<std::uint64_t> written_;  // entries
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_UNDO_UNDO_RECORD_H_
