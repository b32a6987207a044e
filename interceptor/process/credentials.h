// SPDX-License-Identifier: Apache-2.0
// Credentials of a tracee, and CredentialScope: the calling thread acts with them until the scope
// ends. A root guard serves tracees of other users; what it does for them it does with their
// file-system identity, groups and capabilities, by raw per-thread system calls (glibc's wrappers
// change the whole process). An ordinary user's guard never switches: under no_new_privs every
// tracee is its own user. If switching back fails the process aborts: a guard with the wrong
// identity must not go on.
#ifndef GUARD_INTERCEPTOR_PROCESS_CREDENTIALS_H_
#define GUARD_INTERCEPTOR_PROCESS_CREDENTIALS_H_

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.h"

namespace guard::interceptor {

struct Credentials {
  uid_t uid = 0;  // file-system ids: what the kernel checks and what new files get
  gid_t gid = 0;
  std::vector<gid_t> groups;
  std::uint64_t capabilities = 0;  // effective
  bool operator==(const Credentials&) const = default;
};

// Whether the calling thread has just these groups already. In a user namespace setgroups(2) may be
// refused to everybody for good (user_namespaces(7)): what is so already need not be set.
bool has_groups(const std::vector<gid_t>& groups);

// For a thread, by capget(2); nullopt when it has ended.
std::optional<std::uint64_t> effective_capabilities(pid_t tid);
// For the calling thread, from /proc/thread-self/status.
Result<Credentials> own_credentials();
// For the calling thread; those that it is not permitted are left out.
Result<void> set_effective_capabilities(std::uint64_t capabilities);

class CredentialScope {
 public:
  // Switches when `wanted` differs from `own`; fails with kSystem when the kernel refuses (then
  // nothing was changed).
  static Result<CredentialScope> enter(const Credentials& own, const Credentials& wanted);
  CredentialScope(CredentialScope&& other) noexcept;
  CredentialScope& operator=(CredentialScope&&) = delete;
  CredentialScope(const CredentialScope&) = delete;
  CredentialScope& operator=(const CredentialScope&) = delete;
  ~CredentialScope();

 private:
  CredentialScope(const Credentials* own, bool regrouped) : own_(own), regrouped_(regrouped) {}
  const Credentials* own_;  // null: nothing to undo; outlives the scope
  bool regrouped_;          // the groups are to be set back too
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PROCESS_CREDENTIALS_H_
