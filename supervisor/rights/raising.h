// SPDX-License-Identifier: Apache-2.0
// How programs get rights that their caller lacks (sudo, set-user-ID) on this machine, by this
// policy. Looks at this very process and at what is installed beside it; any thread.
#ifndef GUARD_SUPERVISOR_RIGHTS_RAISING_H_
#define GUARD_SUPERVISOR_RIGHTS_RAISING_H_

#include <string>

#include "base/error.h"
#include "policy/model/policy.h"
#include "policy/vocabulary/facts.h"

namespace guard::supervisor {

[[nodiscard]] policy::Raising raising_of(const policy::Policy& policy);
// Empty: approved programs can be raised here; else why not, for people. By this policy; without
// one, as it is by default.
[[nodiscard]] std::string why_not_raised(const policy::Policy* policy = nullptr);
// The guard that root may run: this very program, by a path on which nobody but root can put
// another. kRefused: somebody can, and who.
Result<std::string> guard_for_root();
// The program that stands for them in the tree: beside guard, or in the folder that it is
// installed to. kUnsupported: it is not there.
Result<std::string> find_relay();

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RIGHTS_RAISING_H_
