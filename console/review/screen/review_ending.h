// SPDX-License-Identifier: Apache-2.0
// guard run --review: what a session changed is shown once CMD has ended, to be kept or discarded:
// on a full screen, or as a list on standard error where nobody is there. One thread.
#ifndef GUARD_CONSOLE_REVIEW_SCREEN_REVIEW_ENDING_H_
#define GUARD_CONSOLE_REVIEW_SCREEN_REVIEW_ENDING_H_

#include <functional>
#include <string>

namespace guard::console {

struct EndedSession {
  std::string state_dir;
  std::string session;  // its id: the newest of that name is meant
  std::function<bool(const std::string& path)> is_secret;
};
// Says on standard error what cannot be shown. Standard output stays CMD's.
void review_at_end(const EndedSession& ended);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_SCREEN_REVIEW_ENDING_H_
