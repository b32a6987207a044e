// SPDX-License-Identifier: Apache-2.0
// ControlMessages: the control messages of a send, as guard must give them to the kernel to mean
// what they meant to the tracee: descriptors by duplicates of the tracee's, credentials as the
// kernel would have checked and sent them for the tracee (net/core/scm.c). A message that would
// send packets by another way than the judged address (source routes) is refused: EPERM. Owns the
// duplicates. Make it with guard's own credentials; any thread. HELP: as duplicate_descriptor() has
// it.
//
// A guard without root cannot send another process' number: then the credentials name guard's. If
// the tracee has namespaces of its own, the kernel tells who sends: the child that acts there.
#ifndef GUARD_INTERCEPTOR_SOCKETS_CONTROL_MESSAGES_H_
#define GUARD_INTERCEPTOR_SOCKETS_CONTROL_MESSAGES_H_

#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "interceptor/process/credentials.h"
#include "interceptor/sockets/socket_kind.h"
#include "interceptor/tracee/tracee.h"

namespace guard::interceptor {

class ControlMessages {
 public:
  static Result<ControlMessages> translate(std::vector<char> bytes, const SocketKind& kind,
                                           const Tracee& tracee, const Credentials& own,
                                           CallerHelp* help = nullptr);
  [[nodiscard]] const std::vector<char>& bytes() const { return bytes_; }
  // They name the tracee: sending them needs capabilities that the tracee need not have.
  [[nodiscard]] bool name_tracee() const { return name_tracee_; }

 private:
  explicit ControlMessages(std::vector<char> bytes) : bytes_(std::move(bytes)) {}
  Result<void> take_files(std::size_t at, std::size_t end, const Tracee& tracee, CallerHelp* help);
  Result<void> check_identity(std::size_t at, std::size_t end, const Tracee& tracee);
  void add_identity(const Tracee& tracee);
  void forget(std::size_t at);

  std::vector<char> bytes_;
  std::vector<UniqueFd> files_;
  bool as_root_ = false;
  bool name_tracee_ = false;
};

// The numbers of the descriptors that such bytes name.
[[nodiscard]] std::vector<int> descriptors_in(const std::vector<char>& bytes);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SOCKETS_CONTROL_MESSAGES_H_
