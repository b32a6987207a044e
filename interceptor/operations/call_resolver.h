// SPDX-License-Identifier: Apache-2.0
// CallResolver: RawCall -> HeldCall, by the row of its operation. An error's errno is what the
// tracee is answered (ENOENT, EACCES, EBADF, ...): nothing that does not exist is ever judged. Any
// thread.
#ifndef GUARD_INTERCEPTOR_OPERATIONS_CALL_RESOLVER_H_
#define GUARD_INTERCEPTOR_OPERATIONS_CALL_RESOLVER_H_

#include "base/error.h"
#include "interceptor/process/credentials.h"
#include "interceptor/resolve/held_call.h"
#include "interceptor/resolve/image_heads.h"
#include "interceptor/tracee/tracee.h"

namespace guard::interceptor {

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

#endif  // GUARD_INTERCEPTOR_OPERATIONS_CALL_RESOLVER_H_
