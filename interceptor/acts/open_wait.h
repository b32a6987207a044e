// SPDX-License-Identifier: Apache-2.0
// OpenWait: an open that waits in the kernel, in a thread of its own, with the credentials of the
// thread that began it: of a FIFO for reading, until somebody opens it for writing; of a file of
// which somebody else has a lease. Neither can be done by trying again: whether a FIFO has a writer
// cannot be asked of the kernel (an open with O_NONBLOCK succeeds at once, and a reader that polls
// hears of data only), and a lease is let go of only for an open that waits. Owned by one call
// (held_call.h); any one thread at a time.
#ifndef GUARD_INTERCEPTOR_ACTS_OPEN_WAIT_H_
#define GUARD_INTERCEPTOR_ACTS_OPEN_WAIT_H_

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/files/unique_fd.h"

namespace guard::interceptor {

class OpenWait {
 public:
  // PATH: of a held object (/proc/self/fd/N), which is held on until it is open. FLAGS without
  // O_NONBLOCK. kSystem with EAGAIN or ENFILE: no thread more, or no descriptor.
  static Result<std::shared_ptr<OpenWait>> begin(int object, int flags);
  ~OpenWait();
  OpenWait(const OpenWait&) = delete;
  OpenWait& operator=(const OpenWait&) = delete;

  // The open file, or open(2)'s error; nothing: it still waits, after PATIENCE.
  [[nodiscard]] std::optional<Result<UniqueFd>> take(std::chrono::milliseconds patience);
  // Ends the wait. The open file, where somebody came before that: who opened the other end has
  // found a reader, and may have written and gone. Else invalid.
  [[nodiscard]] UniqueFd end();
  [[nodiscard]] std::chrono::steady_clock::duration waited() const {
    return std::chrono::steady_clock::now() - began_;
  }

 private:
  struct State;
  explicit OpenWait(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_ACTS_OPEN_WAIT_H_
