// SPDX-License-Identifier: Apache-2.0
// FileHandOver: puts an open file of guard's into a tracee that stands before a call, under the
// lowest free number, as the call itself would have done. There is no ADDFD under ptrace, so the
// tracee is made to fetch it, by its registers: it maps a page, makes a pair of sockets, guard
// takes one end of the pair and sends the file, the tracee closes that end and receives. Nothing
// but registers decides which calls those are; the page holds the header of recvmsg(2), which
// another thread may spoil: then the tracee receives nothing, or into memory of its own. No
// credentials, namespaces or Landlock domains count, since the pair is the tracee's own.
//
// Not a duplicate that is closed again: that would drop the record locks of the process
// (fcntl(2)). Signals are blocked meanwhile (PTRACE_SETSIGMASK); one that stops the process is sent
// again at the end.
//
// For the thread that traces. begin(), then took_call_stop() at each stop for a call (resume with
// PTRACE_SYSCALL in between) until it is done; then restore(). A tracee that makes another call
// than it was told to is no longer guard's to answer: kAstray, it must be killed.
#ifndef GUARD_INTERCEPTOR_PTRACE_FD_INJECTION_H_
#define GUARD_INTERCEPTOR_PTRACE_FD_INJECTION_H_

#include <sys/types.h>

#include <cstdint>
#include <utility>

#include "base/files/unique_fd.h"
#include "interceptor/process/call_registers.h"

namespace guard::interceptor {

class FileHandOver {
 public:
  enum class OnExec { kStaysOpen, kCloses };
  enum class Progress { kGoesOn, kDone, kAstray };

  // FILE: a copy, closed as soon as it is on its way. REGISTERS: of the tracee before its call.
  FileHandOver(pid_t tid, const CallRegisters& registers, UniqueFd file, OnExec on_exec)
      : tid_(tid), registers_(registers), file_(std::move(file)), on_exec_(on_exec) {}

  [[nodiscard]] bool begin();  // false: it is gone
  [[nodiscard]] Progress took_call_stop();
  // A signal that stops the process came: not now.
  void stop_later() { stop_later_ = true; }

  // When it is done: the number, or why there is none.
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] int error() const { return error_; }

  // As if the call itself had come to RESULT.
  void restore(std::int64_t result) const;

 private:
  enum class Stage { kMap, kPair, kCloseOurs, kReceive, kCloseTheirs, kUnmap };
  [[nodiscard]] CallToMake call_of(Stage stage) const;
  [[nodiscard]] Stage after(Stage stage, std::int64_t result);
  [[nodiscard]] Stage paired(std::int64_t result);
  void received(std::int64_t result);
  void failed(int error);
  [[nodiscard]] int send_file();
  [[nodiscard]] bool write_header() const;

  const pid_t tid_;
  const CallRegisters registers_;
  UniqueFd file_;
  const OnExec on_exec_;
  std::uint64_t signal_mask_ = 0;
  Stage stage_ = Stage::kMap;
  bool inside_ = true;  // the kernel has taken the call: its stop behind it comes next
  std::uint64_t page_ = 0;
  int ours_ = -1;  // numbers in the tracee
  int theirs_ = -1;
  int number_ = -1;
  int error_ = 0;
  bool stop_later_ = false;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PTRACE_FD_INJECTION_H_
