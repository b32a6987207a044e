// SPDX-License-Identifier: Apache-2.0
// UndoRequest: the words of one `guard undo`, and how it complains. Main thread.
#ifndef GUARD_CONSOLE_COMMANDS_UNDO_UNDO_REQUEST_H_
#define GUARD_CONSOLE_COMMANDS_UNDO_UNDO_REQUEST_H_

#include <unistd.h>

#include <string>

#include "base/error.h"
#include "console/commands/commands.h"
#include "console/options/option_parser.h"
#include "console/places/locations.h"

namespace guard::console {

// The exit status where a person has to choose, and nothing was done.
inline constexpr int kNeedsAChoice = 3;

struct UndoRequest {
  ParsedOptions options;
  Words words;
  std::string state;
  Locations locations;
  bool json = false;

  // Somebody is there who can answer.
  [[nodiscard]] bool is_asking() const {
    return !json && !options.has("yes") && ::isatty(STDIN_FILENO) != 0;
  }
};

// Prints ERROR, and returns STATUS; kUsage where several were meant, which whoever typed it can
// tell apart.
int complain_of_undo(int status, const Error& error);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_COMMANDS_UNDO_UNDO_REQUEST_H_
