// SPDX-License-Identifier: Apache-2.0
// Tells what an undo would do, before it does anything: each step, what it changes, and what
// somebody else has changed since. Prints; one thread.
#ifndef GUARD_CONSOLE_UNDO_UNDO_PREVIEW_H_
#define GUARD_CONSOLE_UNDO_UNDO_PREVIEW_H_

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "console/undo/undo_selection.h"
#include "supervisor/undo/restore/foresight.h"

namespace guard::console {

struct PreviewOrder {
  std::string state;
  bool json = false;
  bool is_terminal = false;        // a long plan is cut
  std::vector<std::string> words;  // the command
  // The content of a file of that name is never shown: a plan is pasted, and kept in logs.
  std::function<bool(const std::string& path)> is_secret;
};
// Git's own files in one line for each repository (undo_git.h); as JSON each by itself, marked.
// On a terminal a summary and the first lines of a long plan, with what needs a choice or cannot
// come back before all else.
void show_plan(const PreviewOrder& order, const UndoSelection& selection,
               const supervisor::Foresights& steps);

// How many files there are, and how many of them need a choice, or cannot come back.
struct PlanCounts {
  supervisor::FileCount files;
  std::size_t conflicts = 0;
  std::size_t obstacles = 0;
  bool all_blocked = false;  // no step can be taken
};
[[nodiscard]] PlanCounts count_plan(const UndoSelection& selection,
                                    const supervisor::Foresights& steps);
// "5 files, changed by somebody since: 1, that cannot be given back: 2"; empty when all is well.
[[nodiscard]] std::string summary_of(const PlanCounts& counts);

// Nothing but ASCII: marks that steer a terminal stand as \\uNNNN.
void print_json(const nlohmann::ordered_json& value);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_UNDO_UNDO_PREVIEW_H_
