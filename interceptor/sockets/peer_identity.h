// SPDX-License-Identifier: Apache-2.0
// PeerIdentity: inside the tracee's CredentialScope, while it lives, this thread's effective ids
// are the tracee's too. The other end of a Unix socket is told the effective ids of who connects or
// listens (SO_PEERCRED; net/unix/af_unix.c takes current_cred), and it must never be told root's
// for another. By raw system calls, so that only this thread changes; the real id stays and brings
// the old ones back. A guard that cannot go back aborts.
#ifndef GUARD_INTERCEPTOR_SOCKETS_PEER_IDENTITY_H_
#define GUARD_INTERCEPTOR_SOCKETS_PEER_IDENTITY_H_

#include <sys/types.h>

#include "interceptor/process/credentials.h"
#include "interceptor/tracee/tracee.h"

namespace guard::interceptor {

class PeerIdentity {
 public:
  explicit PeerIdentity(const Tracee& tracee);
  ~PeerIdentity();
  PeerIdentity(const PeerIdentity&) = delete;
  PeerIdentity& operator=(const PeerIdentity&) = delete;
  [[nodiscard]] bool valid() const { return valid_; }

 private:
  const Credentials& wanted_;
  uid_t own_uid_;
  gid_t own_gid_;
  bool switched_ = false;
  bool valid_ = true;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SOCKETS_PEER_IDENTITY_H_
