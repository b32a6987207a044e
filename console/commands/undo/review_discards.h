// SPDX-License-Identifier: Apache-2.0
// `guard review` discards at a word of the command line: all of a session, files, one command or
// hunks. Each is an undo, which a person confirms by `--yes`, at a terminal, or by naming the part.
// One thread.
#ifndef GUARD_CONSOLE_COMMANDS_UNDO_REVIEW_DISCARDS_H_
#define GUARD_CONSOLE_COMMANDS_UNDO_REVIEW_DISCARDS_H_

#include "base/error.h"
#include "console/commands/commands.h"
#include "console/options/option_parser.h"
#include "console/review/review_source.h"

namespace guard::console {

struct DiscardRequest {
  const ParsedOptions& options;
  const Words& words;  // as typed, for the record
  Review& review;      // read anew before anything else is done with it
};

// kInvalid: an option stands there without the one that it belongs to, or has no such value.
[[nodiscard]] Result<void> discard_words_fit(const ParsedOptions& options);

// The exit status: 0 all was discarded, 1 some was not, 2 wrong words, 3 somebody has to choose.
[[nodiscard]] int discard_items_of(const DiscardRequest& request);
[[nodiscard]] int discard_hunks_of(const DiscardRequest& request);
[[nodiscard]] int discard_command_of(const DiscardRequest& request);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_COMMANDS_UNDO_REVIEW_DISCARDS_H_
