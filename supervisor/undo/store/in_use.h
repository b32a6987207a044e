// SPDX-License-Identifier: Apache-2.0
// Files that cannot be written now, because somebody holds a lease of them (fcntl(2), F_SETLEASE)
// or runs them, and who that is. Reads /proc/locks and /proc/PID/exe; any thread.
#ifndef GUARD_SUPERVISOR_UNDO_STORE_IN_USE_H_
#define GUARD_SUPERVISOR_UNDO_STORE_IN_USE_H_

#include <chrono>
#include <string>

#include "base/files/unique_fd.h"

namespace guard::supervisor {

// How long holders of leases are waited for: a moment each, and not much longer for all of them.
// Whoever means to let go does so at once; the others would take fs.lease-break-time (45 s).
class Patience {
 public:
  explicit Patience(std::chrono::milliseconds for_all = std::chrono::seconds(3)) : left_(for_all) {}
  // The time that may be spent on the next one.
  [[nodiscard]] std::chrono::milliseconds next() const;
  void spend(std::chrono::milliseconds time) { left_ -= time; }

 private:
  std::chrono::milliseconds left_;
};

// Opens what HELD (O_PATH) holds with FLAGS. In use: EWOULDBLOCK, ETXTBSY.
[[nodiscard]] UniqueFd open_in_use(int held, int flags, Patience& patience);

// ERROR of such an open says that it is in use.
[[nodiscard]] bool says_in_use(int error);
// "process 123 has a lease of it", "process 123 runs it": for people. Without a number where nobody
// can be seen who does. ERROR: as above.
[[nodiscard]] std::string who_uses(int held, int error);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_STORE_IN_USE_H_
