// SPDX-License-Identifier: Apache-2.0
// A trial of `guard doctor` (trials.h): a program under the real filter connects a socket, and
// guard has the very one, in whichever way a run here gets it. Forks; for a process of its own.
#ifndef GUARD_INTERCEPTOR_LAUNCH_SOCKET_TRIAL_H_
#define GUARD_INTERCEPTOR_LAUNCH_SOCKET_TRIAL_H_

#include "interceptor/kernel/kernel_features.h"

namespace guard::interceptor {

[[nodiscard]] bool has_the_very_socket(const KernelFeatures& features);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_LAUNCH_SOCKET_TRIAL_H_
