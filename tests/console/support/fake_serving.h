// SPDX-License-Identifier: Apache-2.0
// The serving process without its supervision: starts a shell command in a terminal or in the
// front's process group, and reports its stops and its end over the link.
#ifndef GUARD_TESTS_CONSOLE_SUPPORT_FAKE_SERVING_H_
#define GUARD_TESTS_CONSOLE_SUPPORT_FAKE_SERVING_H_

#include <sys/types.h>

#include <string>

#include "base/files/unique_fd.h"
#include "supervisor/processes/front_link.h"

namespace guard::console {

[[noreturn]] void serve_fake(const supervisor::FrontLink& link, UniqueFd slave,
                             const std::string& command, pid_t front_group);

}  // namespace guard::console

#endif  // GUARD_TESTS_CONSOLE_SUPPORT_FAKE_SERVING_H_
