// SPDX-License-Identifier: Apache-2.0
#include "interceptor/acts/parking.h"

#include "interceptor/acts/socket_waiting.h"
#include "interceptor/sockets/socket_kind.h"

namespace guard::interceptor {

bool reads_the_caller(const HeldCall& call) {
  return call.raw.operation == Operation::kSend;
}

Until waits_until(const HeldCall& call) {
  if (call.waits_for_name) return Until::kSoon;
  switch (call.raw.operation) {
    case Operation::kConnect:
      return is_inet(call.kind) ? Until::kWritable : Until::kLater;
    case Operation::kSend:
      // A Unix socket that sends to a peer that it is not connected to is writable all the time
      // while that peer has no room.
      return call.to_its_peer || call.progress.connecting ? Until::kWritable : Until::kSoon;
    default:
      return call.waiting_open ? Until::kSoon : Until::kLater;
  }
}

bool has_time_limit(const HeldCall& call) {
  return call.socket.valid() && send_timeout_milliseconds(call.socket.get()) > 0;
}

void park(HeldCall& call, TraceeTable& tracees) {
  // The object is opened, or connected to, through its own descriptor, under whatever name it is by
  // then.
  if (call.first.exists()) call.first.parent.reset();
  if (!call.tracee || call.tracee->realm) return;
  call.tracee = without_descriptors(*call.tracee);
  tracees.forget(call.tracee->tid);
}

// Credentials and umask of a thread that waits in a call do not change.
Result<void> unpark(HeldCall& call, TraceeTable& tracees) {
  if (call.tracee->proc.valid()) return {};
  auto tracee = tracees.find(call.tracee->tid);
  if (!tracee) return forward(tracee.error());
  call.tracee = std::move(*tracee);
  return {};
}

std::size_t descriptors_kept(const HeldCall& call) {
  std::size_t kept = 0;
  for (const UniqueFd* fd :
       {&call.first.parent, &call.first.object, &call.second.parent, &call.second.object,
        &call.descriptor, &call.socket, &call.bind_folder})
    kept += fd->valid() ? 1 : 0;
  if (!call.tracee) return kept;
  constexpr std::size_t kOfRealm = 6;
  return kept + (call.tracee->proc.valid() ? 1 : 0) + (call.tracee->handle.valid() ? 1 : 0) +
         (call.tracee->realm ? kOfRealm : 0);
}

}  // namespace guard::interceptor
