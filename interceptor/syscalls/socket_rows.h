// SPDX-License-Identifier: Apache-2.0
// The decisions about sockets that registers allow: kinds that may be made, options and requests
// that are judged or refused. Included by the rows of the syscall table only. Constant data.
//
// Numbers: linux/socket.h, linux/in.h, linux/in6.h, linux/sockios.h, linux/netfilter_*/.
#ifndef GUARD_INTERCEPTOR_SYSCALLS_SOCKET_ROWS_H_
#define GUARD_INTERCEPTOR_SYSCALLS_SOCKET_ROWS_H_

#include "interceptor/syscalls/syscall_rows.h"

namespace guard::interceptor::rows {

inline constexpr std::uint32_t kInetBits = kAllBits & ~8U;  // AF_INET 2 and AF_INET6 10
inline constexpr std::uint32_t kTypeBits = 0xF;  // the rest is SOCK_CLOEXEC, SOCK_NONBLOCK

constexpr RegisterTest domain(std::uint32_t number) {
  return {0, Relation::kEquals, kAllBits, number};
}
constexpr RegisterTest inet() {
  return {0, Relation::kEquals, kInetBits, 2};
}
constexpr RegisterTest protocol(std::uint32_t number) {
  return {2, Relation::kEquals, kAllBits, number};
}

inline constexpr RegisterTest kUnix[] = {domain(1)};
inline constexpr RegisterTest kRaw[] = {inet(), {1, Relation::kEquals, kTypeBits, 3}};
// SOCK_PACKET of AF_INET is AF_PACKET (net/socket.c, __sock_create).
inline constexpr RegisterTest kOldPacket[] = {inet(), {1, Relation::kEquals, kTypeBits, 10}};
// SOCK_SEQPACKET, SOCK_DCCP and what may come: with protocol 0 they are SCTP and kin.
inline constexpr RegisterTest kOtherTypes[] = {inet(), {1, Relation::kAnyBit, 0xC, 0}};
inline constexpr RegisterTest kAnyInetProtocol[] = {inet(), protocol(0)};
inline constexpr RegisterTest kPing[] = {inet(), protocol(1)};
inline constexpr RegisterTest kTcp[] = {inet(), protocol(6)};
inline constexpr RegisterTest kUdp[] = {inet(), protocol(17)};
inline constexpr RegisterTest kPing6[] = {inet(), protocol(58)};
inline constexpr RegisterTest kUdpLite[] = {inet(), protocol(136)};
inline constexpr RegisterTest kMultipathTcp[] = {inet(), protocol(262)};
inline constexpr RegisterTest kInet[] = {inet()};
inline constexpr RegisterTest kNetlink[] = {domain(16)};
inline constexpr RegisterTest kPacket[] = {domain(17)};
inline constexpr RegisterTest kCrypto[] = {domain(38)};

// A family or protocol that is not here has ways to name a peer that guard does not read (SCTP
// connects by setsockopt and by sending).
inline constexpr SpecialCase kSocketCases[] = {
    {ForGuard::kAny, kUnix, Treatment::kAllow, 0},
    {ForGuard::kAny, kRaw, Treatment::kNotify, 0},
    {ForGuard::kAny, kOldPacket, Treatment::kNotify, 0},
    {ForGuard::kAny, kOtherTypes, Treatment::kRefuse, ESOCKTNOSUPPORT},
    {ForGuard::kAny, kAnyInetProtocol, Treatment::kAllow, 0},
    {ForGuard::kAny, kPing, Treatment::kAllow, 0},
    {ForGuard::kAny, kTcp, Treatment::kAllow, 0},
    {ForGuard::kAny, kUdp, Treatment::kAllow, 0},
    {ForGuard::kAny, kPing6, Treatment::kAllow, 0},
    {ForGuard::kAny, kUdpLite, Treatment::kAllow, 0},
    {ForGuard::kAny, kMultipathTcp, Treatment::kAllow, 0},
    {ForGuard::kAny, kInet, Treatment::kRefuse, EPROTONOSUPPORT},
    {ForGuard::kRoot, kNetlink, Treatment::kNotify, 0},
    {ForGuard::kUser, kNetlink, Treatment::kAllow, 0},
    {ForGuard::kAny, kPacket, Treatment::kNotify, 0},
    {ForGuard::kAny, kCrypto, Treatment::kAllow, 0},
    {ForGuard::kAny, {}, Treatment::kRefuse, EAFNOSUPPORT}};

// socketpair(2): other families have none, but for TIPC's.
inline constexpr SpecialCase kPairCases[] = {{ForGuard::kAny, kUnix, Treatment::kAllow, 0},
                                             {ForGuard::kAny, {}, Treatment::kRefuse, EOPNOTSUPP}};

constexpr RegisterTest level(std::uint32_t number) {
  return {1, Relation::kEquals, kAllBits, number};
}
constexpr RegisterTest option(std::uint32_t number, std::uint32_t mask = kAllBits) {
  return {2, Relation::kEquals, mask, number};
}
inline constexpr RegisterTest kIpOptions[] = {level(0), option(4)};
inline constexpr RegisterTest kRoutingHeader[] = {level(41), option(57)};
inline constexpr RegisterTest kOldRoutingHeader[] = {level(41), option(5)};
inline constexpr RegisterTest kOldPacketOptions[] = {level(41), option(6)};
// A flow label can carry a routing header.
inline constexpr RegisterTest kFlowLabels[] = {level(41), option(32)};
// From 64 on the options of IPPROTO_IP are netfilter's: iptables, arptables, ebtables, ipvs.
inline constexpr RegisterTest kTables[] = {level(0), {2, Relation::kAnyBit, 0xFFFFFFC0, 0}};
inline constexpr RegisterTest kTables6[] = {level(41), option(64, kAllBits & ~1U)};

inline constexpr SpecialCase kOptionCases[] = {
    {ForGuard::kAny, kIpOptions, Treatment::kRefuse, EPERM},
    {ForGuard::kAny, kRoutingHeader, Treatment::kRefuse, EPERM},
    {ForGuard::kAny, kOldRoutingHeader, Treatment::kRefuse, EPERM},
    {ForGuard::kAny, kOldPacketOptions, Treatment::kRefuse, EPERM},
    {ForGuard::kAny, kFlowLabels, Treatment::kRefuse, EPERM},
    {ForGuard::kRoot, kTables, Treatment::kNotify, 0},
    {ForGuard::kRoot, kTables6, Treatment::kNotify, 0}};

}  // namespace guard::interceptor::rows

#endif  // GUARD_INTERCEPTOR_SYSCALLS_SOCKET_ROWS_H_
