// SPDX-License-Identifier: Apache-2.0
#include "interceptor/landlock.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace guard::interceptor {
namespace {

constexpr int kAbiWithScopes = 6;

// struct landlock_ruleset_attr and LANDLOCK_SCOPE_* of linux/landlock.h, 6.12: Debian 12's header
// ends at ABI 2.
struct RulesetAttributes {
  std::uint64_t handled_access_fs = 0;
  std::uint64_t handled_access_net = 0;
  std::uint64_t scoped = 0;
};
constexpr std::uint64_t kScopeAbstractUnixSocket = 1U << 0;
constexpr std::uint64_t kScopeSignal = 1U << 1;

}  // namespace

Result<UniqueFd> make_scope_ruleset(int landlock_abi) {
  if (landlock_abi < kAbiWithScopes)
    return fail(Code::kUnsupported, "this kernel has no Landlock scopes (Linux 6.12)");
  const RulesetAttributes attributes{.scoped = kScopeAbstractUnixSocket | kScopeSignal};
  UniqueFd ruleset(
      static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, sizeof(attributes), 0)));
  if (!ruleset.valid()) return fail_errno("landlock_create_ruleset");
  return ruleset;
}

int enforce(int ruleset_fd) {
  return syscall(SYS_landlock_restrict_self, ruleset_fd, 0) == 0 ? 0 : errno;
}

}  // namespace guard::interceptor
