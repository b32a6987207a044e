// SPDX-License-Identifier: Apache-2.0
// HeldCall: a decoded call with everything it names held by descriptors. The executor uses the very
// objects that were judged. Owned by one call; moves between threads with it.
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

class OpenWait;  // open_wait.h

struct HeldCall {
  RawCall raw;
  std::shared_ptr<const Tracee> tracee;
  HeldPath first;                          // the path, or the old name of rename and link
  HeldPath second;                         // the new name of rename and link
  std::unique_ptr<ExecImage> image;        // of an exec; most calls that wait have none
  std::shared_ptr<OpenWait> waiting_open;  // for the writer of a FIFO, or for a lease
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
  // The owner that its abstract name must have: the cookie of the socket that was judged; 0:
  // whoever's.
  std::uint64_t abstract_owner = 0;
  bool abstract_is_free = false;   // nobody has bound it
  bool abstract_is_trees = false;  // in a network namespace of the tree's
  // A netlink socket or message keeps the capabilities of the tracee: it was approved to set up the
  // network.
  bool keeps_netlink_power = false;
  // It waits for what the name of its host leads to.
  bool waits_for_name = false;
  // This machine alone shall reach the socket (sockets/loopback_only.h).
  bool loopback_only = false;
};

// After a wait: the names still lead to the very objects that were judged, else ESTALE. As the
// tracee (as_tracee.h).
Result<void> recheck(const HeldCall& call);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_RESOLVE_HELD_CALL_H_
