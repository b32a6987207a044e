// SPDX-License-Identifier: Apache-2.0
// Decides what becomes of a call that makes namespaces or changes mounts and roots: by its
// registers and by the caller's own namespaces, never by memory (docs/decisions/0011). Pure; any
// thread.
#ifndef GUARD_INTERCEPTOR_TRACEE_NAMESPACE_RULES_H_
#define GUARD_INTERCEPTOR_TRACEE_NAMESPACE_RULES_H_

#include "interceptor/calls/raw_call.h"
#include "interceptor/tracee/tracee.h"

namespace guard::interceptor {

// Landlock rules on paths (`--landlock`), under which the kernel refuses every mount.
enum class LandlockPaths { kInForce, kAbsent };

struct NamespaceVerdict {
  enum class Kind {
    kContinue,    // changes only what is the tree's own, whatever its memory says
    kCarryOut,    // a new mount: by guard, in the caller's namespaces
    kNotAllowed,  // the caller has not the right: EPERM, as the kernel says
    kRefuse,      // guard says no, and why
  };
  Kind kind = Kind::kRefuse;
  const char* reason = "";
  const char* instead = "";
};

[[nodiscard]] bool is_namespace_call(Operation operation);
// For kNewNamespace: clone is asked about too when two processes would share one descriptor table.
[[nodiscard]] bool makes_namespaces(const RawCall& call);
[[nodiscard]] bool shares_descriptors(const RawCall& call);
[[nodiscard]] bool shares_umask(const RawCall& call);

[[nodiscard]] NamespaceVerdict judge_namespace_call(const RawCall& call, const Tracee& tracee,
                                                    LandlockPaths landlock);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_TRACEE_NAMESPACE_RULES_H_
