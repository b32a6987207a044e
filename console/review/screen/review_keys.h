// SPDX-License-Identifier: Apache-2.0
// The keys of `guard review` on a full screen: one table, from which what a key does, the line at
// the foot and the help follow.
#ifndef GUARD_CONSOLE_REVIEW_SCREEN_REVIEW_KEYS_H_
#define GUARD_CONSOLE_REVIEW_SCREEN_REVIEW_KEYS_H_

#include <array>
#include <cstdint>

namespace guard::console {

enum class ReviewCommand : std::uint8_t {
  kNone,
  kUp,
  kDown,
  kOpen,
  kOtherPane,
  kMark,
  kMarkHunk,
  kDiscard,
  kDiscardAll,
  kByCommand,
  kFilter,
  kReload,
  kHelp,
  kQuit,
};

struct ReviewKey {
  char key;
  const char* label;
  ReviewCommand command;
  const char* foot;  // nullptr: only in the help
  const char* help;
};

inline constexpr std::array kReviewKeys = {
    ReviewKey{'d', "d", ReviewCommand::kDiscard, "discard",
              "discard what is marked, else this line; asks first, and guard undo takes it back"},
    ReviewKey{' ', "space", ReviewCommand::kMark, "mark", "mark a file, a folder, a command"},
    ReviewKey{'h', "h", ReviewCommand::kMarkHunk, "hunk",
              "mark a hunk in the difference: d then discards the marked hunks alone"},
    ReviewKey{'\t', "Tab", ReviewCommand::kOtherPane, "pane", "to the difference, and back"},
    ReviewKey{'\n', "Enter", ReviewCommand::kOpen, nullptr, "open or close a folder"},
    ReviewKey{'a', "a", ReviewCommand::kDiscardAll, "all", "discard all of it; asks first"},
    ReviewKey{'c', "c", ReviewCommand::kByCommand, "by command", "by command, or by file"},
    ReviewKey{'/', "/", ReviewCommand::kFilter, "filter",
              "show only what has a text in its name; an empty one shows all"},
    ReviewKey{'r', "r", ReviewCommand::kReload, "read anew", "read anew what is there now"},
    ReviewKey{'j', "j", ReviewCommand::kDown, nullptr, "down, as the arrow"},
    ReviewKey{'k', "k", ReviewCommand::kUp, nullptr, "up, as the arrow"},
    ReviewKey{'?', "?", ReviewCommand::kHelp, "help", "this page"},
    ReviewKey{'q', "q", ReviewCommand::kQuit, "keep, leave",
              "leave: what was not discarded stays as it is"},
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_SCREEN_REVIEW_KEYS_H_
