// SPDX-License-Identifier: Apache-2.0
// ReadGate: holds back whoever opens one of a few chosen files for reading, and costs nothing for
// any other file (docs/decisions/0016). An open by the tree is handed on, to be turned into a call
// that guard judges (open_turner.h); everybody else, guard's own threads among them, reads as
// always. Two kinds, both without a name of the file, so whatever it is opened by:
//   fanotify_gate.h  permission events; needs CAP_SYS_ADMIN; no file escapes, nor any moment
//   lease_gate.h     write leases (fcntl(2), F_SETLEASE); the file's owner; while somebody has the
//                    file open it cannot be held, and the tree reads it unasked
// arm(): any thread. A gate has threads of its own; no callback after its destructor.
#ifndef GUARD_INTERCEPTOR_READ_GATES_READ_GATE_H_
#define GUARD_INTERCEPTOR_READ_GATES_READ_GATE_H_

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

#include "base/error.h"
#include "interceptor/calls/notification.h"
#include "interceptor/ptrace/open_turner.h"

namespace guard::interceptor {

using FileId = std::pair<dev_t, ino_t>;

// Takes over an open that is held back; on a thread of the gate.
using OnHeldOpen = std::function<void(OpenToTurn)>;

class ReadGate {
 public:
  ReadGate() = default;
  virtual ~ReadGate() = default;
  ReadGate(const ReadGate&) = delete;
  ReadGate& operator=(const ReadGate&) = delete;

  [[nodiscard]] virtual const char* name() const = 0;
  // `object`: a descriptor (O_PATH will do) of a regular file. Once more for the same file: no
  // error. kSystem: this gate cannot hold that file; EAGAIN: somebody else's lease of it does.
  virtual Result<void> arm(int object) = 0;
  // While the result lives guard itself can open the file (one that waits for nobody). May be null.
  [[nodiscard]] virtual std::shared_ptr<void> lend(FileId) { return nullptr; }
  virtual void forget(FileId) {}  // it has been removed
  // The program of process STARTING is about to start: what somebody had open meanwhile is held
  // from now on, if nobody has by now, and an open that was refused until now was not one of it.
  virtual void hold_again(pid_t /*starting*/) {}
  // Every open is held, of files that were never armed too.
  [[nodiscard]] virtual bool holds_all() const { return false; }
  // An open that waits for nobody (O_NONBLOCK) fails at it, and nobody is told of it.
  [[nodiscard]] virtual bool refuses_hurried() const { return false; }
  // Blocks until every open that has failed by now is told of, or PATIENCE is over.
  virtual void settle(std::chrono::milliseconds) {}
  // Files that are not held now, because somebody has them open.
  [[nodiscard]] virtual std::size_t open_elsewhere() { return 0; }
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_READ_GATES_READ_GATE_H_
