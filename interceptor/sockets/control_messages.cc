// SPDX-License-Identifier: Apache-2.0
#include "interceptor/sockets/control_messages.h"

#include <linux/capability.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <utility>

#include "base/limits.h"
#include "base/weaken.h"
#include "interceptor/process/proc_status.h"

namespace guard::interceptor {
namespace {

constexpr std::size_t kMostFiles = size_limit("message.files");  // SCM_MAX_FD

struct Kind {
  int level;
  int type;
};
// linux/in.h IP_RETOPTS; linux/in6.h IPV6_2292RTHDR, IPV6_RTHDR: by other hosts than the judged
// one.
constexpr std::array kSourceRoutes = {Kind{IPPROTO_IP, 7}, Kind{IPPROTO_IPV6, 5},
                                      Kind{IPPROTO_IPV6, 57}};

bool is_source_route(const cmsghdr& header) {
  return std::ranges::any_of(kSourceRoutes, [&](const Kind& kind) {
    return kind.level == header.cmsg_level && kind.type == header.cmsg_type;
  });
}

bool has_capability(const Credentials& credentials, unsigned capability) {
  return (credentials.capabilities >> capability & 1) != 0;
}

bool is_one_of(const Ids& ids, unsigned id) {
  return id == ids.real || id == ids.effective || id == ids.saved;
}

// net/core/scm.c, scm_check_creds.
bool may_claim(const ProcStatus& status, const ucred& claimed) {
  const Credentials& own = status.credentials;
  return (claimed.pid == status.tgid || has_capability(own, CAP_SYS_ADMIN)) &&
         (is_one_of(status.uids, claimed.uid) || has_capability(own, CAP_SETUID)) &&
         (is_one_of(status.gids, claimed.gid) || has_capability(own, CAP_SETGID));
}

}  // namespace

Result<ControlMessages> ControlMessages::translate(std::vector<char> bytes, const SocketKind& kind,
                                                   const Tracee& tracee, const Credentials& own,
                                                   CallerHelp* help) {
  ControlMessages messages(std::move(bytes));
  messages.as_root_ = own.uid == 0;
  const bool carries_rights = kind.domain == AF_UNIX || kind.domain == AF_NETLINK;
  bool identified = false;
  std::size_t at = 0;
  while (messages.bytes_.size() - at >= sizeof(cmsghdr)) {
    cmsghdr header{};
    std::memcpy(&header, messages.bytes_.data() + at, sizeof(header));
    if (header.cmsg_len < sizeof(header) || header.cmsg_len > messages.bytes_.size() - at)
      return fail_with(EINVAL, "control message");
    if (is_inet(kind) && is_source_route(header) && !weakened("source-route"))
      return fail_with(EPERM, "a source route");
    const std::size_t end = at + header.cmsg_len;
    Result<void> done;
    if (header.cmsg_level == SOL_SOCKET && carries_rights && header.cmsg_type == SCM_RIGHTS)
      done = messages.take_files(at + CMSG_LEN(0), end, tracee, help);
    if (header.cmsg_level == SOL_SOCKET && carries_rights && header.cmsg_type == SCM_CREDENTIALS) {
      identified = true;
      done = messages.check_identity(at + CMSG_LEN(0), end, tracee);
      if (tracee.realm) messages.forget(at);
    }
    if (!done) return forward(done.error());
    at = std::min(at + CMSG_ALIGN(header.cmsg_len), messages.bytes_.size());
  }
  if (kind.domain == AF_UNIX && messages.as_root_ && !identified && !tracee.realm)
    messages.add_identity(tracee);
  return messages;
}

Result<void> ControlMessages::take_files(std::size_t at, std::size_t end, const Tracee& tracee,
                                         CallerHelp* help) {
  const std::size_t count = (end - at) / sizeof(int);
  if (count + files_.size() > kMostFiles) return fail_with(EINVAL, "descriptors");
  for (std::size_t i = 0; i < count; ++i) {
    int number = -1;
    char* place = bytes_.data() + at + i * sizeof(int);
    std::memcpy(&number, place, sizeof(number));
    auto file = duplicate_descriptor(tracee, number, help);
    if (!file) return forward(file.error());
    files_.push_back(std::move(*file));
    number = files_.back().get();
    std::memcpy(place, &number, sizeof(number));
  }
  return {};
}

Result<void> ControlMessages::check_identity(std::size_t at, std::size_t end,
                                             const Tracee& tracee) {
  ucred claimed{};
  if (end - at != sizeof(claimed)) return fail_with(EINVAL, "credentials");
  std::memcpy(&claimed, bytes_.data() + at, sizeof(claimed));
  if (tracee.realm) return {};  // ids of a namespace inside: the kernel's word replaces them
  const auto status = read_proc_status_at(tracee.proc.get());
  if (!status) return forward(status.error());
  if (!may_claim(*status, claimed)) return fail_with(EPERM, "credentials of another");
  name_tracee_ = as_root_;
  if (as_root_) return {};
  claimed.pid = ::getpid();
  std::memcpy(bytes_.data() + at, &claimed, sizeof(claimed));
  return {};
}

std::vector<int> descriptors_in(const std::vector<char>& bytes) {
  std::vector<int> numbers;
  std::size_t at = 0;
  while (bytes.size() - at >= sizeof(cmsghdr)) {
    cmsghdr header{};
    std::memcpy(&header, bytes.data() + at, sizeof(header));
    if (header.cmsg_len < sizeof(header) || header.cmsg_len > bytes.size() - at) break;
    const bool rights = header.cmsg_level == SOL_SOCKET && header.cmsg_type == SCM_RIGHTS;
    const std::size_t count = rights ? (header.cmsg_len - CMSG_LEN(0)) / sizeof(int) : 0;
    const std::size_t before = numbers.size();
    numbers.resize(before + count);
    std::memcpy(numbers.data() + before, bytes.data() + at + CMSG_LEN(0), count * sizeof(int));
    at = std::min(at + CMSG_ALIGN(header.cmsg_len), bytes.size());
  }
  return numbers;
}

// Forgets one of a level that the kernel passes over.
void ControlMessages::forget(std::size_t at) {
  constexpr int kNobodys = -1;
  std::memcpy(bytes_.data() + at + offsetof(cmsghdr, cmsg_level), &kNobodys, sizeof(kNobodys));
}

// The kernel adds this by itself for a receiver that wants it (SO_PASSCRED): the sender's real ids.
void ControlMessages::add_identity(const Tracee& tracee) {
  const ucred identity{tracee.tgid, tracee.real_uid, tracee.real_gid};
  const std::size_t start = CMSG_ALIGN(bytes_.size());
  cmsghdr header{};
  header.cmsg_len = CMSG_LEN(sizeof(identity));
  header.cmsg_level = SOL_SOCKET;
  header.cmsg_type = SCM_CREDENTIALS;
  bytes_.resize(start + CMSG_SPACE(sizeof(identity)));
  std::memcpy(bytes_.data() + start, &header, sizeof(header));
  std::memcpy(bytes_.data() + start + CMSG_LEN(0), &identity, sizeof(identity));
  name_tracee_ = true;
}

}  // namespace guard::interceptor
