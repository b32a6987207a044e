// SPDX-License-Identifier: Apache-2.0
// The undo store for people and for programs: lines, JSON. Everything that programs
// chose passes through safe_text. Any thread.
#ifndef GUARD_CONSOLE_UNDO_UNDO_VIEW_H_
#define GUARD_CONSOLE_UNDO_UNDO_VIEW_H_

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "console/output/shown_times.h"
#include "console/undo/undo_selection.h"
#include "supervisor/undo/restore/foresight.h"
#include "supervisor/undo/restore/restorer.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {

[[nodiscard]] std::string session_line(const supervisor::StoredSession& session,
                                       const ShownTimes& times = ShownTimes());
[[nodiscard]] nlohmann::ordered_json session_json(const supervisor::StoredSession& session);

// The head of a table of entry_line()s, with its line break.
[[nodiscard]] std::string entry_head(const ShownTimes& times);
// "12  2025-03-01 09:05:07  delete  a/b.txt  (1.2 kB, rm -rf a)"
[[nodiscard]] std::string entry_line(const supervisor::UndoEntry& entry, const ShownTimes& times);
// "bring back /w/a.txt (1.2 kB)"
[[nodiscard]] std::string step_text(const supervisor::UndoEntry& entry);
// By the names that things have when the step comes.
[[nodiscard]] std::string step_text(const supervisor::UndoEntry& entry,
                                    const supervisor::Foresight& step);
[[nodiscard]] nlohmann::ordered_json entry_json(const supervisor::UndoEntry& entry);
// {"built": 1681, "unsaved": 0, "complete": true, "objects": [{"kind", "path"}]}
[[nodiscard]] nlohmann::ordered_json lost_json(const supervisor::LostObjects& lost);
[[nodiscard]] nlohmann::ordered_json result_json(const supervisor::Step& step);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_UNDO_UNDO_VIEW_H_
