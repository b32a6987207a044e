// SPDX-License-Identifier: Apache-2.0
// The names of sessions and records. The sessions of one name apart: NAME~1 is the first that was
// called so, NAME~2 the second, as in `guard undo`. NAME alone is all of them, where that makes
// sense. Reads the record; any thread.
#ifndef GUARD_CONSOLE_SESSION_RUN_NAMES_H_
#define GUARD_CONSOLE_SESSION_RUN_NAMES_H_

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "supervisor/audit/read/query.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {

// The name of a session in lists.
[[nodiscard]] std::string run_name(const supervisor::RecordedSession& session);

struct NamedRun {
  std::string session;  // the name that they share
  supervisor::SessionRun range;
  std::string after;  // when the one before ended; empty: there was none
  bool is_newest = true;
  std::size_t number = 0;  // 0: the only one
};
// All records of a name, or of NAME~N; kNotFound when there are none.
[[nodiscard]] Result<void> choose_run(supervisor::AuditReader& reader, const std::string& name,
                                      supervisor::AuditFilter& filter);
// One session. Where several have the name: kInvalid, and the error lists them.
[[nodiscard]] Result<NamedRun> run_named(supervisor::AuditReader& reader, const std::string& name);

// That session of the undo store is of this run: it was made while it ran.
[[nodiscard]] bool is_of_run(const supervisor::StoredSession& stored, const NamedRun& run);
// The word that `guard undo` takes for it.
[[nodiscard]] std::string undo_word(const supervisor::StoredSession& stored);

// "fshz5bq5#12": its session and its number in there, as `guard audit show` takes it.
[[nodiscard]] std::string record_name(const supervisor::AuditRecord& record);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_SESSION_RUN_NAMES_H_
