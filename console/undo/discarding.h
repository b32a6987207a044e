// SPDX-License-Identifier: Apache-2.0
// guard run --discard-on-fail: what a session changed and made is taken back once CMD has failed,
// as by `guard undo --all`: saved, on record, and to be taken back itself. One thread.
#ifndef GUARD_CONSOLE_UNDO_DISCARDING_H_
#define GUARD_CONSOLE_UNDO_DISCARDING_H_

#include <cstddef>
#include <string>
#include <vector>

#include "supervisor/undo/history/file_count.h"

namespace guard::console {

// The outcome of a discard; every text is safe and redacted.
struct SessionDiscard {
  std::string why_not = {};  // nothing was discarded; empty: it was, or there was nothing
  std::string undo = {};     // the undo that takes it back again
  supervisor::FileCount given_back = {};
  std::size_t left = 0;                // of these not, or not wholly
  std::vector<std::string> whys = {};  // a sentence for each of these
};

// kLater: the summary at the end says how it went; only what goes wrong on the way is told.
enum class DiscardTelling { kNow, kLater };

// Takes back the newest session of that name. All it tells goes to standard error: standard output
// was CMD's. Where something of the session still runs, nothing is done, and that is said. An
// object that another session changed meanwhile stays.
[[nodiscard]] SessionDiscard discard_session(const std::string& state_dir,
                                             const std::string& session, DiscardTelling telling);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_UNDO_DISCARDING_H_
