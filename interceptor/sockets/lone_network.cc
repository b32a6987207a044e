// SPDX-License-Identifier: Apache-2.0
#include "interceptor/sockets/lone_network.h"

#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/older_kernel.h"

namespace guard::interceptor {
namespace {

// The child of a process with threads may use what is safe in a signal handler, and no more: no
// memory, no locks (signal-safety(7), fork(2)).

bool raise_loopback() {
  const int fd = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  ifreq request{};
  std::memcpy(request.ifr_name, "lo", sizeof("lo"));
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  const bool up = fd >= 0 && ::ioctl(fd, SIOCSIFFLAGS, &request) == 0;
  ::close(fd);
  return up;
}

struct RouteRequest {
  nlmsghdr header;
  rtmsg route;
  rtattr attribute;
  int interface;
};

RouteRequest every_address_is_local(unsigned char family) {
  constexpr int kLoopbackIndex = 1;  // the first interface of each namespace
  RouteRequest request{};
  request.header.nlmsg_len = sizeof(request);
  request.header.nlmsg_type = RTM_NEWROUTE;
  request.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_CREATE | NLM_F_ACK;
  request.route.rtm_family = family;
  request.route.rtm_table = RT_TABLE_LOCAL;
  request.route.rtm_protocol = RTPROT_STATIC;
  request.route.rtm_scope = family == AF_INET ? RT_SCOPE_HOST : RT_SCOPE_UNIVERSE;
  request.route.rtm_type = RTN_LOCAL;
  request.attribute.rta_type = RTA_OIF;
  request.attribute.rta_len = RTA_LENGTH(sizeof(request.interface));
  request.interface = kLoopbackIndex;
  return request;
}

bool add_route(unsigned char family) {
  const int fd = ::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  const RouteRequest request = every_address_is_local(family);
  struct {
    nlmsghdr header;
    nlmsgerr error;
    char rest[128];
  } reply{};
  const bool added = fd >= 0 && ::send(fd, &request, sizeof(request), 0) == sizeof(request) &&
                     ::recv(fd, &reply, sizeof(reply), 0) >=
                         static_cast<ssize_t>(NLMSG_LENGTH(sizeof(reply.error.error))) &&
                     reply.header.nlmsg_type == NLMSG_ERROR && reply.error.error == 0;
  ::close(fd);
  return added;
}

// A machine may have no IPv6: then no name server has such an address either.
// 0, or why not.
int enter_lone_network() {
  if (::unshare(CLONE_NEWNET) != 0 && ::unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) return errno;
  if (!raise_loopback() || !add_route(AF_INET)) return EPERM;
  (void)add_route(AF_INET6);
  return 0;
}

// Namespaces are off on this machine (namespaces(7)), not merely used up.
bool allows_none(const char* setting) {
  std::ifstream file(setting);
  long most = -1;
  return file >> most && most == 0;
}

// An error that the tree can bring about is no reason to do without a network: it would choose that
// lookups go out.
bool is_for_good(int error) {
  constexpr std::array kRefusals = {EPERM, EACCES, EINVAL, ENOSYS};
  if (std::ranges::find(kRefusals, error) != kRefusals.end()) return true;
  return allows_none("/proc/sys/user/max_user_namespaces") ||
         allows_none("/proc/sys/user/max_net_namespaces");
}

union FileMessage {
  cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int))];
};

// ERROR goes with the file; no file, an error alone.
void hand_over(int line, int error, int file) {
  FileMessage control{};
  iovec word{&error, sizeof(error)};
  msghdr message{};
  message.msg_iov = &word;
  message.msg_iovlen = 1;
  if (file >= 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof(control.bytes);
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(&control.header), &file, sizeof(file));
  }
  (void)::sendmsg(line, &message, MSG_NOSIGNAL);
}

void make_sockets(int line) {
  SocketKind kind;
  while (::recv(line, &kind, sizeof(kind), 0) == static_cast<ssize_t>(sizeof(kind))) {
    const int file = ::socket(kind.domain, kind.type | SOCK_CLOEXEC, kind.protocol);
    hand_over(line, file < 0 ? errno : 0, file);
    if (file >= 0) ::close(file);
  }
}

[[noreturn]] void be_the_child(int line) {
  ::prctl(PR_SET_NAME, "guard-names");
  const auto number = static_cast<unsigned>(line);
  if (number > 0) ::syscall(SYS_close_range, 0U, number - 1, 0U);
  ::syscall(SYS_close_range, number + 1, ~0U, 0U);
  const int error = enter_lone_network();
  hand_over(line, error, -1);
  if (error == 0) make_sockets(line);
  ::_exit(0);
}

struct Handed {
  int error = EPIPE;
  UniqueFd file;
};

Handed receive_from(int line) {
  Handed handed;
  FileMessage control{};
  iovec word{&handed.error, sizeof(handed.error)};
  msghdr message{};
  message.msg_iov = &word;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes;
  message.msg_controllen = sizeof(control.bytes);
  ssize_t size = 0;
  do size = ::recvmsg(line, &message, MSG_CMSG_CLOEXEC);
  while (size < 0 && errno == EINTR);
  if (size != static_cast<ssize_t>(sizeof(handed.error))) {
    handed.error = EPIPE;
    return handed;
  }
  if (const cmsghdr* header = CMSG_FIRSTHDR(&message);
      header != nullptr && header->cmsg_type == SCM_RIGHTS) {
    int file = -1;
    std::memcpy(&file, CMSG_DATA(header), sizeof(file));
    handed.file.reset(file);
  }
  return handed;
}

}  // namespace

Result<std::unique_ptr<LoneNetwork>> LoneNetwork::make() {
  if (kernel_lacks(KernelPart::kUnshare))
    return fail(Code::kUnsupported, "lone network: unshare is refused");
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return fail_errno("lone network: socketpair");
  UniqueFd ours(ends[0]);
  UniqueFd theirs(ends[1]);
  const pid_t child = ::fork();
  if (child < 0) return fail_errno("lone network: fork");
  if (child == 0) be_the_child(theirs.get());
  theirs.reset();
  std::unique_ptr<LoneNetwork> network(new LoneNetwork(std::move(ours), child));
  if (const int error = receive_from(network->line_.get()).error; error != 0)
    return is_for_good(error)
               ? fail(Code::kUnsupported, "this machine lets guard make no network of its own")
               : fail_with(error, "lone network");
  const auto first = network->socket({AF_INET, SOCK_DGRAM, 0});
  if (!first) return forward(first.error());
  network->cookie_ = network_cookie_of(first->get());
  return network;
}

bool LoneNetwork::holds(int fd) {
  return cookie_ != 0 && network_cookie_of(fd) == cookie_;
}

LoneNetwork::~LoneNetwork() {
  line_.reset();
  while (::waitpid(child_, nullptr, __WALL) < 0 && errno == EINTR) {
  }
}

Result<UniqueFd> LoneNetwork::socket(const SocketKind& kind) {
  const std::lock_guard lock(mutex_);
  if (::send(line_.get(), &kind, sizeof(kind), MSG_NOSIGNAL) < 0)
    return fail_errno("lone network: ask for a socket");
  Handed handed = receive_from(line_.get());
  if (handed.error != 0) return fail_with(handed.error, "lone network: socket");
  if (!handed.file.valid()) return fail_with(EMFILE, "lone network: socket");
  return std::move(handed.file);
}

}  // namespace guard::interceptor
