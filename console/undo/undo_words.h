// SPDX-License-Identifier: Apache-2.0
// The words of guard undo name a session, or parts of one. Reads the store; any thread.
#ifndef GUARD_CONSOLE_UNDO_UNDO_WORDS_H_
#define GUARD_CONSOLE_UNDO_UNDO_WORDS_H_

#include <string>
#include <vector>

namespace guard::console {

struct UndoWords {
  std::string session;  // of --session, or the first word; empty: the words name what they mean
  std::vector<std::string> operands;
};

// `SESSION PATH...` means these paths of that session, and never the whole session as well.
// IS_WHOLE: something is asked that is about one whole session (--to, --made, --all): then a single
// word may be that session. WORDS.session stands where it was given.
[[nodiscard]] UndoWords undo_words(const std::string& state_dir, UndoWords words, bool is_whole);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_UNDO_UNDO_WORDS_H_
