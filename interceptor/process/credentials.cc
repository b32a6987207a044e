// SPDX-License-Identifier: Apache-2.0
#include "interceptor/process/credentials.h"

#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <utility>

#include "interceptor/process/proc_status.h"

namespace guard::interceptor {
namespace {

Result<void> set_groups(const std::vector<gid_t>& groups) {
  if (::syscall(SYS_setgroups, groups.size(), groups.data()) != 0) return fail_errno("setgroups");
  return {};
}

// setfsuid(2) reports nothing: asking again with an invalid id tells what is in force.
bool set_file_system_ids(uid_t uid, gid_t gid) {
  ::syscall(SYS_setfsgid, gid);
  ::syscall(SYS_setfsuid, uid);
  return static_cast<gid_t>(::syscall(SYS_setfsgid, -1)) == gid &&
         static_cast<uid_t>(::syscall(SYS_setfsuid, -1)) == uid;
}

// Capabilities first when gaining, last when losing: setgroups and setfsuid need them.
Result<void> become(const Credentials& wanted) {
  if (!set_file_system_ids(wanted.uid, wanted.gid)) return fail(Code::kSystem, "setfsuid");
  return set_effective_capabilities(wanted.capabilities);
}

bool restore(const Credentials& own, bool regroup) {
  return set_effective_capabilities(own.capabilities).has_value() &&
         set_file_system_ids(own.uid, own.gid) &&
         (!regroup || set_groups(own.groups).has_value()) &&
         set_effective_capabilities(own.capabilities).has_value();
}

}  // namespace

bool has_groups(const std::vector<gid_t>& groups) {
  std::vector<gid_t> present(groups.size());
  // EINVAL: there are more than fit.
  const auto count = ::syscall(SYS_getgroups, present.size(), present.data());
  if (count < 0 || static_cast<std::size_t>(count) != groups.size()) return false;
  // With size 0 the call says how many there are, and writes nothing.
  return present == groups;
}

std::optional<std::uint64_t> effective_capabilities(pid_t tid) {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, tid};
  __user_cap_data_struct data[2]{};
  if (::syscall(SYS_capget, &header, data) != 0) return std::nullopt;
  return (std::uint64_t{data[1].effective} << 32) | data[0].effective;
}

Result<void> set_effective_capabilities(std::uint64_t capabilities) {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2]{};
  if (::syscall(SYS_capget, &header, data) != 0) return fail_errno("capget");
  data[0].effective = static_cast<std::uint32_t>(capabilities) & data[0].permitted;
  data[1].effective = static_cast<std::uint32_t>(capabilities >> 32) & data[1].permitted;
  if (::syscall(SYS_capset, &header, data) != 0) return fail_errno("capset");
  return {};
}

Result<Credentials> own_credentials() {
  auto status = read_proc_status("/proc/thread-self");
  if (!status) return forward(status.error());
  return std::move(status->credentials);
}

Result<CredentialScope> CredentialScope::enter(const Credentials& own, const Credentials& wanted) {
  if (own == wanted) return CredentialScope(nullptr, false);
  if (own.uid != 0) {
    return forward(Error{Code::kUnsupported, EPERM, "the program runs with another user's rights"});
  }
  const bool regroup = own.groups != wanted.groups;
  if (regroup) {
    if (auto done = set_groups(wanted.groups); !done) return forward(done.error());
  }
  if (auto done = become(wanted); !done) {
    if (!restore(own, regroup)) std::abort();
    return forward(done.error());
  }
  return CredentialScope(&own, regroup);
}

CredentialScope::CredentialScope(CredentialScope&& other) noexcept
    : own_(std::exchange(other.own_, nullptr)), regrouped_(other.regrouped_) {}

CredentialScope::~CredentialScope() {
  if (own_ != nullptr && !restore(*own_, regrouped_)) std::abort();
}

}  // namespace guard::interceptor
