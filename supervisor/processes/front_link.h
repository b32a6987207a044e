// SPDX-License-Identifier: Apache-2.0
// FrontLink: the wire between the thin front process (what the user started: job control, terminal,
// exit status) and the serving process (listener, mediator, API). A SOCK_SEQPACKET pair; one
// fixed-size message a packet. Either end closing without its last word means that the other
// process died: the serving process then ends the tree, the front returns 125.
//   serving -> front: kStarted{pid}, kStopped{signal}, kExited{status}, kSignalled{signal},
//   kFailed{exit status, text}, kRecorded (the last one, after CMD's end),
//   kReadsSecrets{text, file}
//   front -> serving: kSignal{signal}, kContinue, kHungUp, kGoodbye
//   (the front got CMD's end and leaves)
#ifndef GUARD_SUPERVISOR_PROCESSES_FRONT_LINK_H_
#define GUARD_SUPERVISOR_PROCESSES_FRONT_LINK_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/files/unique_fd.h"

namespace guard::supervisor {

enum class FrontMessageKind : std::uint32_t {
  kStarted = 1,  // value: CMD's pid; from here on the session's socket answers
  kStopped,      // value: the signal that stopped CMD's process group
  kExited,       // value: exit status; text: words of the three below
  kSignalled,    // value: signal; text: the last two of these
  kFailed,       // value: guard's own exit status (125, 126, 127); text: one line
  kSignal,       // value: signal for CMD
  kContinue,     // the job was continued: SIGCONT to CMD's process group
  kGoodbye,
  kNotice,    // text: one line for the front's standard error; value: kToldWhenQuiet, or 0
  kLater,     // the same, once CMD has ended and its screen is gone
  kPaused,    // text: one line, who paused the session
  kResumed,   // text: one line, who let it go on; empty: it is being ended
  kRecorded,  // the record of the session is closed, and readers see it
  kHungUp,    // the front's terminal has gone; value: the process group that was told (SIGHUP)
  // text: a command that runs outside of supervision; file: a socket at which its keeper says when
  // it reads a password (base/process/relay_wire.h)
  kReadsSecrets,
};

// Guard protects less here than the policy says: told with --quiet too.
inline constexpr int kToldWhenQuiet = 1;
inline constexpr std::string_view kRefusalsFail = "refused";  // the status is of that; CMD's is 0
inline constexpr std::string_view kNotAllOnRecord = "unrecorded";  // the record lacks acts
inline constexpr std::string_view kGoesOn = "still-running";       // processes outlived CMD

struct FrontMessage {
  FrontMessageKind kind = FrontMessageKind::kFailed;
  std::int32_t value = 0;
  std::array<char, 1024> text{};
};

struct ReceivedMessage : FrontMessage {
  UniqueFd file;  // invalid: none came with it
};

class FrontLink {
 public:
  explicit FrontLink(UniqueFd fd) : fd_(std::move(fd)) {}
  static Result<std::pair<FrontLink, FrontLink>> pair();
  [[nodiscard]] int fd() const { return fd_.get(); }
  Result<void> send(FrontMessageKind kind, int value = 0, const std::string& text = "") const;
  // FILE goes with it, and stays the caller's.
  Result<void> send_file(FrontMessageKind kind, const std::string& text, int file) const;
  // Guard itself has failed: says why, and gives the exit status for it.
  [[nodiscard]] int give_up(const std::string& why) const;
  // Blocks; nullopt: the other end has gone.
  [[nodiscard]] Result<std::optional<ReceivedMessage>> receive() const;

 private:
  UniqueFd fd_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_PROCESSES_FRONT_LINK_H_
