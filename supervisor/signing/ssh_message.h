// SPDX-License-Identifier: Apache-2.0
// A message to ssh-agent (draft-ietf-sshm-ssh-agent), and what it would have signed, read as the
// agent reads them. Whatever is not exactly known is kUnknown, or unread. Pure; any thread.
#ifndef GUARD_SUPERVISOR_SIGNING_SSH_MESSAGE_H_
#define GUARD_SUPERVISOR_SIGNING_SSH_MESSAGE_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/limits.h"

namespace guard::supervisor {

inline constexpr std::size_t kMostOfSshMessage = size_limit("keys.ssh_message");
inline constexpr std::string_view kSshFailure("\x05", 1);

struct SshRequest {
  enum class Kind {
    kFree,  // lists keys, or asks what the agent can
    kBind,  // says for which host the next signatures are
    kSign,
    kKeys,     // adds, removes or locks keys
    kUnknown,  // refused
  };
  Kind kind = Kind::kUnknown;
  std::string words;  // of kKeys and kUnknown, for people
  // kSign
  std::string key;
  std::string data;
  // kBind
  std::string host_key;
  std::string session;
  bool forwards = false;
};

// MESSAGE: without its length in front.
[[nodiscard]] SshRequest read_ssh_request(std::string_view message);

// A login, by what the key signs (RFC 4252, 7; PROTOCOL of OpenSSH, publickey-hostbound).
struct SshLogin {
  std::string session;
  std::string user;
  std::string host_key;  // signed along; empty: it is not
};
[[nodiscard]] std::optional<SshLogin> read_ssh_login(std::string_view data, std::string_view key);

// A signature that says for what it is (PROTOCOL.sshsig).
struct SshSignature {
  std::string purpose;  // the namespace: "git", "file"
  std::string hash;     // "sha512"
  std::string digest;   // of what is signed
};
[[nodiscard]] std::optional<SshSignature> read_ssh_signature(std::string_view data);

// The answer to a list: key -> comment. Nothing where it cannot be read to its end.
[[nodiscard]] std::map<std::string, std::string> read_ssh_keys(std::string_view answer);
[[nodiscard]] bool says_success(std::string_view answer);
// A message that asks for the list.
[[nodiscard]] std::string ssh_list_request();

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SIGNING_SSH_MESSAGE_H_
