// SPDX-License-Identifier: Apache-2.0
// Numbers 0, 1 and 2 of a process that was started without some of them (`2>&-`). Without a
// stand-in the next file that guard opens gets such a number, and a line for standard error goes
// into it.
#ifndef GUARD_BASE_FILES_STANDARD_STREAMS_H_
#define GUARD_BASE_FILES_STANDARD_STREAMS_H_

namespace guard {

// Opens a stand-in on each of them that is closed. Reading and writing fail there with EBADF, as on
// a closed one, and a program that guard starts has it closed (FD_CLOEXEC). Called once, before
// anything else is opened, while the process has one thread. False: no stand-in could be opened.
[[nodiscard]] bool hold_closed_streams();

// STREAM, one of the three, is such a stand-in. The streams of a caller have no FD_CLOEXEC.
[[nodiscard]] bool is_stand_in(int stream);

}  // namespace guard

#endif  // GUARD_BASE_FILES_STANDARD_STREAMS_H_
