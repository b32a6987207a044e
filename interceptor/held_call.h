// SPDX-License-Identifier: Apache-2.0
// HeldCall: a decoded call with everything it names held by descriptors. What is judged is what the
// executor uses. Owned by one call; moves between threads with it.
#ifndef GUARD_INTERCEPTOR_HELD_CALL_H_
#define GUARD_INTERCEPTOR_HELD_CALL_H_

#include <memory>
#include <optional>

#include "base/error.h"
#include "base/unique_fd.h"
#include "interceptor/credentials.h"
#include "interceptor/exec_image.h"
#include "interceptor/path_resolver.h"
#include "interceptor/raw_call.h"
#include "interceptor/remote_address.h"
#include "interceptor/shared_object.h"
#include "interceptor/tracee.h"

namespace guard::interceptor {

struct HeldCall {
  RawCall raw;
  std::shared_ptr<const Tracee> tracee;
  HeldPath first;   // the path, or the old name of rename and link
  HeldPath second;  // the new name of rename and link
  std::optional<ExecImage> image;
  UniqueFd socket;      // a duplicate of the tracee's, for connect
  UniqueFd descriptor;  // a duplicate of the tracee's, during an act that needs the open file
  RemoteAddress address;
  SharedObject shared;  // of shmctl and kin
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
  // After a wait: what an exec names is still what was judged. A script is not verified at the exec,
  // its interpreter is.
  [[nodiscard]] bool names_same_image(const HeldCall& call) const;

 private:
  TraceeTable& tracees_;
  const Credentials& own_;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_HELD_CALL_H_
