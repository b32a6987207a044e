/* SPDX-License-Identifier: Apache-2.0
 * What guard_relay and guard say to each other over a seqpacket socket: one message, one fact. C,
 * since guard_relay is; both are of one build. What the relay says grants nothing: it comes from a
 * program of the tree. */
#ifndef GUARD_INTERCEPTOR_RELAY_RELAY_WIRE_H_
#define GUARD_INTERCEPTOR_RELAY_RELAY_WIRE_H_

#include <stdint.h>

enum RelayKind {
  kRelayGreeting = 0x67726479, /* guard, before the relay runs: this is the socket */
  kRelayHello = 1,             /* relay: it runs; value: umask, bits: signals that it ignores */
  kRelaySignal = 2,            /* relay: it was sent signal VALUE */
  kRelayStopped = 3,           /* guard: the command has stopped, by signal VALUE */
  kRelayExited = 4,            /* guard: it has ended with status VALUE */
  kRelayKilled = 5             /* guard: it was ended by signal VALUE */
};

struct RelayMessage {
  uint32_t kind;
  int32_t value;
  uint64_t bits;
};

#endif /* GUARD_INTERCEPTOR_RELAY_RELAY_WIRE_H_ */
