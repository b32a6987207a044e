/* SPDX-License-Identifier: Apache-2.0
 * What guard_relay and guard say to each other over a seqpacket socket: one message, one fact. C,
 * since guard_relay is; both are of one build. What the relay says grants nothing: it comes from a
 * program of the tree. The keeper of the command (supervisor/rights) and the front speak the same
 * words where a password is asked for. */
#ifndef GUARD_BASE_PROCESS_RELAY_WIRE_H_
#define GUARD_BASE_PROCESS_RELAY_WIRE_H_

#include <stdint.h>
#include <sys/ioctl.h>
#include <termios.h>

enum RelayKind {
  kRelayGreeting = 0x67726479, /* guard, before the relay runs: this is the socket */
  kRelayHello = 1,             /* relay: it runs; value: umask, bits: signals that it ignores */
  kRelaySignal = 2,            /* relay: it was sent signal VALUE */
  kRelayStopped = 3,           /* guard: the command has stopped, by signal VALUE */
  kRelayExited = 4,            /* guard: it has ended with status VALUE */
  kRelayKilled = 5,            /* guard: it was ended by signal VALUE */
  kRelayTerminal = 6,          /* relay, behind hello: a RelayTerminal follows;
                                  bits: bit N: its stream N is its terminal */
  kRelayWindow = 7,            /* relay: its terminal has the size of the RelayTerminal behind */
  kRelayBytes = 8,             /* either: VALUE bytes follow, typed or written */
  kRelayTyped = 9,             /* guard: a typed key is signal VALUE, for the relay's job too */
  kRelayFailed = 10,           /* guard: the command could not be started */
  kRelaySecret = 11,           /* keeper, to the front: the command reads without an echo;
                                  VALUE bytes of its prompt follow */
  kRelayNoSecret = 12,         /* keeper, to the front: no more */
  kRelayUnasked = 13           /* guard: it reads a password, and nobody can be asked for it: its
                                  terminal was closed */
};

enum { kRelayMostBytes = 4096 };

struct RelayMessage {
  uint32_t kind;
  int32_t value;
  uint64_t bits;
};

struct RelayTerminal {
  struct termios settings;
  struct winsize size;
};

struct RelayPacket {
  struct RelayMessage head;
  union {
    char bytes[kRelayMostBytes];
    struct RelayTerminal terminal;
  } body;
};

#endif /* GUARD_BASE_PROCESS_RELAY_WIRE_H_ */
