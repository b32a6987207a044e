// SPDX-License-Identifier: Apache-2.0
// The life of `guard watch`: looks for sessions that come and go, carries news to the model and
// requests to the feeds, draws. One thread; the feeds have their own.
#ifndef GUARD_CONSOLE_WATCH_WATCH_LOOP_H_
#define GUARD_CONSOLE_WATCH_WATCH_LOOP_H_

#include "base/error.h"
#include "console/watch/session_feeds.h"

namespace guard::console {

// kUntilAnswered: leaves once nothing waits any more, or the session has gone.
enum class WatchEnd { kByPerson, kUntilAnswered };
// Until the person leaves or the terminal goes.
[[nodiscard]] Result<void> run_watch(const FindSockets& find_sockets,
                                     WatchEnd end = WatchEnd::kByPerson);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WATCH_WATCH_LOOP_H_
