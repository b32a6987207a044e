// SPDX-License-Identifier: Apache-2.0
#include "interceptor/kernel/landlock.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>

namespace guard::interceptor {
namespace {

using Rights = std::uint64_t;

// linux/landlock.h of 6.12: Debian 12's header ends at ABI 2.
struct RulesetAttributes {
  Rights handled_access_fs = 0;
  Rights handled_access_net = 0;
  std::uint64_t scoped = 0;
};
struct __attribute__((packed)) PathBeneath {
  Rights allowed_access = 0;
  std::int32_t parent_fd = -1;
};
constexpr std::uint64_t kScopeAbstractUnixSocket = 1U << 0;
constexpr std::uint64_t kScopeSignal = 1U << 1;
constexpr long kRulePathBeneath = 1;

struct RightRow {
  Rights right;
  int since;       // ABI
  bool in_folder;  // given below a root folder
  bool on_device;  // given on what exists below a device folder
};

// Device nodes are made by nobody in the tree: guard makes an approved one. MAKE_SOCK is left out:
// the file of a Unix socket takes the place of nothing, and its bind is guard's to judge.
constexpr std::array<RightRow, 12> kRights = {{
    {1U << 1, 1, true, true},     // WRITE_FILE
    {1U << 4, 1, true, false},    // REMOVE_DIR
    {1U << 5, 1, true, false},    // REMOVE_FILE
    {1U << 6, 1, false, false},   // MAKE_CHAR
    {1U << 7, 1, true, false},    // MAKE_DIR
    {1U << 8, 1, true, false},    // MAKE_REG
    {1U << 10, 1, true, false},   // MAKE_FIFO
    {1U << 11, 1, false, false},  // MAKE_BLOCK
    {1U << 12, 1, true, false},   // MAKE_SYM
    {1U << 13, 2, true, false},   // REFER
    {1U << 14, 3, true, true},    // TRUNCATE
    {1U << 15, 5, true, true},    // IOCTL_DEV
}};

template <class Wanted>
Rights rights(int abi, Wanted wanted) {
  Rights sum = 0;
  for (const RightRow& row : kRights) {
    if (row.since <= abi && wanted(row)) sum |= row.right;
  }
  return sum;
}

Result<void> allow_below(int ruleset, const std::string& folder, Rights allowed) {
  const UniqueFd fd(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!fd.valid()) return {};  // the stricter
  const PathBeneath rule{allowed, fd.get()};
  if (::syscall(SYS_landlock_add_rule, ruleset, kRulePathBeneath, &rule, 0) != 0)
    return fail_errno("landlock_add_rule");
  return {};
}

Result<void> allow_roots(int ruleset, int abi, const LandlockRoots& roots) {
  const Rights in_folder = rights(abi, [](const RightRow& row) { return row.in_folder; });
  const Rights on_device = rights(abi, [](const RightRow& row) { return row.on_device; });
  for (const std::string& folder : roots.folders) {
    if (auto done = allow_below(ruleset, folder, in_folder); !done) return done;
  }
  for (const std::string& folder : roots.devices) {
    if (auto done = allow_below(ruleset, folder, on_device); !done) return done;
  }
  return {};
}

}  // namespace

Result<UniqueFd> make_ruleset(int landlock_abi, const std::optional<LandlockRoots>& roots) {
  if (roots && landlock_abi < kLandlockWithRoots)
    return fail(Code::kUnsupported, "this kernel has no Landlock that bounds truncation");
  RulesetAttributes attributes;
  if (landlock_abi >= kLandlockWithScopes)
    attributes.scoped = kScopeAbstractUnixSocket | kScopeSignal;
  if (roots) attributes.handled_access_fs = rights(landlock_abi, [](const auto&) { return true; });
  if (attributes.scoped == 0 && attributes.handled_access_fs == 0)
    return fail(Code::kUnsupported, "this kernel has no Landlock scopes (Linux 6.12)");
  UniqueFd ruleset(
      static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, sizeof(attributes), 0)));
  if (!ruleset.valid()) return fail_errno("landlock_create_ruleset");
  if (roots) {
    if (auto done = allow_roots(ruleset.get(), landlock_abi, *roots); !done)
      return forward(done.error());
  }
  return ruleset;
}

int enforce(int ruleset_fd) {
  return syscall(SYS_landlock_restrict_self, ruleset_fd, 0) == 0 ? 0 : errno;
}

}  // namespace guard::interceptor
