// SPDX-License-Identifier: Apache-2.0
// SocketEntry: that a session's socket lies elsewhere, for who looks for sessions in guard's own
// folder: a symbolic link there to the socket, gone when the session ends. One that was left by a
// killed session leads nowhere, or to where nobody listens, and is ignored; the next session with a
// socket elsewhere takes it away. Any thread.
#ifndef GUARD_BASE_FILES_SOCKET_ENTRY_H_
#define GUARD_BASE_FILES_SOCKET_ENTRY_H_

#include <sys/types.h>

#include <optional>
#include <string>
#include <utility>

#include "base/error.h"

namespace guard {

class SocketEntry {
 public:
  // FOLDER exists, and only this user writes in it. SOCKET: absolute.
  [[nodiscard]] static Result<SocketEntry> make(const std::string& folder,
                                                const std::string& session,
                                                const std::string& socket);
  ~SocketEntry();  // takes it away, in the process that made it
  SocketEntry(SocketEntry&& other) noexcept;
  SocketEntry& operator=(SocketEntry&&) = delete;

 private:
  explicit SocketEntry(std::string path);
  std::string path_;  // empty: moved from
  pid_t owner_;       // a forked child must not take its parent's entry away
};

struct SocketElsewhere {
  std::string session;
  std::string socket;
};
// The session that PATH, a name in guard's folder, tells of. Nothing: it is no such entry, or
// somebody else owns it or the socket that it leads to.
[[nodiscard]] std::optional<SocketElsewhere> socket_entry_at(const std::string& path);

}  // namespace guard

#endif  // GUARD_BASE_FILES_SOCKET_ENTRY_H_
