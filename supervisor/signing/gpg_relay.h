// SPDX-License-Identifier: Apache-2.0
// GpgRelay: stands between a program and gpg-agent. Commands that show something, or prepare a
// signature, go through; each signature, each decryption and each change of keys once it is
// allowed; all else is answered as gpg-agent answers a command that it does not know. The agent's
// own questions to the program (a passphrase, what to decrypt) go through within a command. One
// thread.
#ifndef GUARD_SUPERVISOR_SIGNING_GPG_RELAY_H_
#define GUARD_SUPERVISOR_SIGNING_GPG_RELAY_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "supervisor/signing/assuan_line.h"
#include "supervisor/signing/key_link.h"

namespace guard::supervisor {

// Reads lines of one end.
class LineReader {
 public:
  explicit LineReader(int socket) : socket_(socket) {}
  // Waits. Without the line's end; nothing: no line comes, or it is longer than any may be.
  [[nodiscard]] std::optional<std::string> next();
  [[nodiscard]] bool has_line() const { return buffer_.find('\n') != std::string::npos; }

 private:
  const int socket_;
  std::string buffer_;
};

class GpgRelay {
 public:
  explicit GpgRelay(KeyLink link)
      : link_(std::move(link)), client_(link_.client), agent_(link_.agent) {}

  // Until one of the two ends, or says what is no line.
  void run();

 private:
  enum class Answered { kOk, kError, kOver };  // kOver: the connection ends

  [[nodiscard]] bool take(const std::string& line);
  [[nodiscard]] Answered hand_on(const std::string& line);
  [[nodiscard]] Answered hand_back_answer();
  [[nodiscard]] bool hand_on_data();
  [[nodiscard]] bool asked(const std::string& line, policy::KeyRequest request);
  [[nodiscard]] policy::KeyRequest request_of(const GpgCommand& command) const;
  void note(const GpgCommand& command);
  [[nodiscard]] bool tell_client(std::string_view line) const;

  const KeyLink link_;
  LineReader client_;
  LineReader agent_;
  // The words of the connection, as the agent took them.
  std::string grip_;         // the key's number with the agent
  std::string hash_;         // what is to be signed
  std::string description_;  // of the key, by the program
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SIGNING_GPG_RELAY_H_
