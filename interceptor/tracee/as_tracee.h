// SPDX-License-Identifier: Apache-2.0
// as_tracee: does something with a tracee's rights: in its realm when it has one of its own, else
// on this thread under its credentials. The one way to touch the world for a tracee; any thread.
#ifndef GUARD_INTERCEPTOR_TRACEE_AS_TRACEE_H_
#define GUARD_INTERCEPTOR_TRACEE_AS_TRACEE_H_

#include <functional>

#include "base/error.h"
#include "base/weaken.h"
#include "interceptor/process/credentials.h"
#include "interceptor/tracee/realm.h"
#include "interceptor/tracee/tracee.h"

namespace guard::interceptor {

// An error: the work was not begun, or (in a realm) cut short.
template <class Work>
Result<void> as_tracee(const Credentials& own, const Tracee& tracee, Work&& work) {
  if (tracee.realm && !weakened("realm-rights"))
    return tracee.realm->run(tracee.credentials, std::ref(work));
  const auto scope = CredentialScope::enter(own, tracee.credentials);
  if (!scope) return forward(scope.error());
  work();
  return {};
}

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_TRACEE_AS_TRACEE_H_
