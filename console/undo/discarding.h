// SPDX-License-Identifier: Apache-2.0
// guard run --discard-on-fail: what a session changed and made is taken back once CMD has failed,
// as by `guard undo --all`: saved, on record, and to be taken back itself. One thread.
#ifndef GUARD_CONSOLE_UNDO_DISCARDING_H_
#define GUARD_CONSOLE_UNDO_DISCARDING_H_

#include <string>

namespace guard::console {

// Takes back the newest session of that name. All it tells goes to standard error: standard output
// was CMD's. Where something of the session still runs, nothing is done, and that is said. What
// another session changed meanwhile stays.
void discard_session(const std::string& state_dir, const std::string& session);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_UNDO_DISCARDING_H_
