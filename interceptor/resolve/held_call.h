// SPDX-License-Identifier: Apache-2.0
// HeldCall: a decoded call with everything it names held by descriptors. What is judged is what the
// executor uses. Owned by one call; moves between threads with it.
#ifndef GUARD_INTERCEPTOR_RESOLVE_HELD_CALL_H_
#define GUARD_INTERCEPTOR_RESOLVE_HELD_CALL_H_

#include <memory>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "interceptor/calls/raw_call.h"
#include "interceptor/process/credentials.h"
#include "interceptor/resolve/exec_image.h"
#include "interceptor/resolve/path_resolver.h"
#include "interceptor/resolve/shared_object.h"
#include "interceptor/sockets/outgoing_message.h"
#include "interceptor/sockets/remote_address.h"
#include "interceptor/sockets/socket_kind.h"
#include "interceptor/tracee/tracee.h"

namespace guard::interceptor {

class FifoWait;  // fifo_wait.h

struct HeldCall {
  RawCall raw;
  std::shared_ptr<const Tracee> tracee;
  HeldPath first;                    // the path, or the old name of rename and link
  HeldPath second;                   // the new name of rename and link
  std::unique_ptr<ExecImage> image;  // of an exec; most calls that wait have none
  std::shared_ptr<FifoWait> fifo;    // an open for reading that waits for a writer
  UniqueFd descriptor;  // a duplicate of the tracee's, during an act that needs the open file
  SharedObject shared;  // of shmctl and kin

  // calls on sockets
  UniqueFd socket;  // a duplicate of the tracee's
  SocketKind kind;
  RemoteAddress address;  // to connect, bind or send to; of listen: what it is bound to
  UniqueFd bind_folder;   // where a relative path to bind to starts
  std::vector<OutgoingMessage> messages;  // of one address, or of none
  SendProgress progress;
  // No address of this call decides anything: the peer was judged when it was connected.
  bool to_its_peer = false;
  // Whose abstract name it must be: the cookie of the socket that was judged; 0: whoever's.
  std::uint64_t abstract_owner = 0;
  bool abstract_is_free = false;   // nobody has bound it
  bool abstract_is_trees = false;  // in a network namespace of the tree's
  // A netlink socket or message keeps the capabilities of the tracee: it was approved to set up the
  // network.
  bool keeps_netlink_power = false;
};

// What open(2) answers for an object that is there, before it is opened; 0 when it may be opened.
[[nodiscard]] int existing_open_error(const HeldCall& call);

// After a wait: the names still lead to the very objects that were judged, else ESTALE. As the
// tracee (as_tracee.h).
Result<void> recheck(const HeldCall& call);

// resolve: RawCall -> HeldCall. An error's errno is what the tracee is answered (ENOENT, EACCES,
// EBADF, ...): nothing that does not exist is ever judged.
class CallResolver {
 public:
  CallResolver(TraceeTable& tracees, const Credentials& own) : tracees_(tracees), own_(own) {}
  Result<HeldCall> resolve(RawCall raw) const;
  // After a wait: what an exec names is still what was judged. A script is not verified at the
  // exec, its interpreter is.
  [[nodiscard]] bool names_same_image(const HeldCall& call) const;

 private:
  TraceeTable& tracees_;
  const Credentials& own_;
  mutable ImageHeads heads_;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_RESOLVE_HELD_CALL_H_
