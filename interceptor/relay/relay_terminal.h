/* SPDX-License-Identifier: Apache-2.0
 * The terminal that guard_relay was called on. While its job is in front there, it hands every key
 * to the command that it stands for and shows what that writes, as ssh does: the command has a
 * terminal of its own, which edits lines, echoes and makes signals of keys. Touches the terminal in
 * the foreground alone; a change from the background would stop the job. One thread. */
#ifndef GUARD_INTERCEPTOR_RELAY_RELAY_TERMINAL_H_
#define GUARD_INTERCEPTOR_RELAY_RELAY_TERMINAL_H_

#include <stddef.h>

#include "base/process/relay_wire.h"

struct OwnTerminal {
  int fd;                  /* -1: there is none, or no stream is it: no key is read */
  int is_raw;              /* by this program */
  int ended;               /* nothing is typed there any more */
  uint64_t streams;        /* bit N: stream N is it */
  struct termios settings; /* as they were */
};

/* FD by a number that is no stream's: one that the caller has closed stays closed, for what lies
 * there is the command's. */
int above_streams(int fd);
/* 1: there is a terminal, and *FACTS is filled. */
int terminal_open(struct OwnTerminal* terminal, struct RelayTerminal* facts);
struct winsize terminal_size(const struct OwnTerminal* terminal);
/* Raw when the job is in front. 1: keys can be read. */
int terminal_follow(struct OwnTerminal* terminal);
void terminal_give_back(struct OwnTerminal* terminal);
/* Shows all of it, or drops what a terminal that is gone takes no more. */
void terminal_show(const struct OwnTerminal* terminal, const char* bytes, size_t count);

#endif /* GUARD_INTERCEPTOR_RELAY_RELAY_TERMINAL_H_ */
