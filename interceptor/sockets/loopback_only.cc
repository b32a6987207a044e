// SPDX-License-Identifier: Apache-2.0
#include "interceptor/sockets/loopback_only.h"

#include <linux/filter.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>

#include "base/files/unique_fd.h"

namespace guard::interceptor {
namespace {

constexpr const char* kLoopback = "lo";
constexpr unsigned kLoopbackInterface = 1;  // in every network namespace: net/core/dev.c

// Load the interface that the packet came by; keep it whole, or nothing of it.
constexpr std::array kFilter = {
    sock_filter{BPF_LD | BPF_W | BPF_ABS, 0, 0,
                static_cast<std::uint32_t>(SKF_AD_OFF) + SKF_AD_IFINDEX},
    sock_filter{BPF_JMP | BPF_JEQ | BPF_K, 0, 1, kLoopbackInterface},
    sock_filter{BPF_RET | BPF_K, 0, 0, 0xffffffff}, sock_filter{BPF_RET | BPF_K, 0, 0, 0}};

bool same_step(const sock_filter& one, const sock_filter& other) {
  return one.code == other.code && one.jt == other.jt && one.jf == other.jf && one.k == other.k;
}

int option(int socket, int name) {
  int value = 0;
  socklen_t length = sizeof(value);
  return ::getsockopt(socket, SOL_SOCKET, name, &value, &length) == 0 ? value : -1;
}

// How many steps the socket's filter has; -1: it has one that cannot be read (SO_ATTACH_BPF).
int filter_length(int socket) {
  socklen_t length = 0;
  return ::getsockopt(socket, SOL_SOCKET, SO_GET_FILTER, nullptr, &length) == 0
             ? static_cast<int>(length)
             : -1;
}

bool has_the_filter(int socket) {
  std::array<sock_filter, kFilter.size()> found{};
  socklen_t steps = found.size();
  if (filter_length(socket) != static_cast<int>(kFilter.size())) return false;
  return ::getsockopt(socket, SOL_SOCKET, SO_GET_FILTER, found.data(), &steps) == 0 &&
         std::ranges::equal(found, kFilter, same_step);
}

bool is_locked_with_it(int socket) {
  return option(socket, SO_LOCK_FILTER) == 1 && has_the_filter(socket);
}

// Looked at once it is locked: by then nobody of the tree can have put another one in its place.
bool lock_the_filter(int socket) {
  if (is_locked_with_it(socket)) return true;
  auto steps = kFilter;
  const sock_fprog program{static_cast<unsigned short>(steps.size()), steps.data()};
  const int on = 1;
  return ::setsockopt(socket, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof(program)) == 0 &&
         ::setsockopt(socket, SOL_SOCKET, SO_LOCK_FILTER, &on, sizeof(on)) == 0 &&
         is_locked_with_it(socket);
}

// Empty: any.
Result<std::string> interface_of(int socket) {
  std::array<char, IFNAMSIZ> name{};
  socklen_t length = name.size();
  if (::getsockopt(socket, SOL_SOCKET, SO_BINDTODEVICE, name.data(), &length) != 0)
    return fail_errno("interface of a socket");
  return std::string(name.data(), ::strnlen(name.data(), name.size()));
}

int set_interface(int socket, const std::string& name) {
  return ::setsockopt(socket, SOL_SOCKET, SO_BINDTODEVICE, name.c_str(),
                      static_cast<socklen_t>(name.size() + 1));
}

// The tree has no capability that guard has not, but for networks that it made itself.
bool is_held_by_the_interface(int socket) {
  const auto before = interface_of(socket);
  return before && *before == kLoopback && in_own_network(socket) &&
         set_interface(socket, "") != 0 && errno == EPERM;
}

// Tries it on a probe: a kernel's stand-in (gVisor) may know neither.
bool can_make(int type) {
  const UniqueFd probe(::socket(AF_INET, type | SOCK_CLOEXEC, 0));
  const auto kind = kind_of(probe.get());
  return kind && make_loopback_only(probe.get(), *kind).has_value();
}

bool kernel_can(const SocketKind& kind) {
  static const bool streams = can_make(SOCK_STREAM);
  static const bool datagrams = can_make(SOCK_DGRAM);
  return is_datagram(kind) ? datagrams : streams;
}

bool is_every_address(const policy::Destination& address) {
  return address.address == "0.0.0.0" || address.address == "::";
}

// The ports of DHCP, SSDP, WS-Discovery, mDNS and LLMNR: on one machine they have nobody to talk
// to.
bool hears_the_local_network(int socket, std::uint16_t port) {
  constexpr std::array<std::uint16_t, 8> kPorts = {67, 68, 546, 547, 1900, 3702, 5353, 5355};
  return option(socket, SO_BROADCAST) != 0 || std::ranges::find(kPorts, port) != kPorts.end();
}

// As the program made it; what guard made of it before does not count.
bool is_plain(int socket) {
  const auto interface = interface_of(socket);
  return interface && (interface->empty() || *interface == kLoopback) &&
         filter_length(socket) == 0 && option(socket, SO_LOCK_FILTER) == 0;
}

}  // namespace

bool can_be_loopback_only(int socket, const SocketKind& kind, const policy::Destination& address) {
  const bool udp = is_datagram(kind) && kind.protocol == IPPROTO_UDP;
  const bool tcp = kind.type == SOCK_STREAM && kind.protocol == IPPROTO_TCP;
  if (!is_inet(kind) || (!udp && !tcp) || !is_every_address(address) || !kernel_can(kind))
    return false;
  if (is_locked_with_it(socket)) return true;
  return is_plain(socket) && (tcp || !hears_the_local_network(socket, address.port));
}

// A UDP socket keeps its interface: what it sends may go anywhere.
Result<void> make_loopback_only(int socket, const SocketKind& kind) {
  const bool tcp = !is_datagram(kind);
  if (tcp) (void)set_interface(socket, kLoopback);
  if (lock_the_filter(socket) || (tcp && is_held_by_the_interface(socket))) return {};
  return fail_with(EPERM, "what keeps a listener to this machine");
}

}  // namespace guard::interceptor
