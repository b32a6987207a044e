// SPDX-License-Identifier: Apache-2.0
// SshRelay: stands between a program and ssh-agent. Lists go through; each signature, and each
// change of the keys, once it is allowed; all else is answered as ssh-agent answers what it cannot
// do. One thread.
#ifndef GUARD_SUPERVISOR_SIGNING_SSH_RELAY_H_
#define GUARD_SUPERVISOR_SIGNING_SSH_RELAY_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "supervisor/signing/key_link.h"
#include "supervisor/signing/ssh_message.h"

namespace guard::supervisor {

class SshRelay {
 public:
  explicit SshRelay(KeyLink link) : link_(std::move(link)) {}

  // Until one of the two ends, or says what is no message.
  void run();

 private:
  // The agent took the host's word for it: it has checked the host's signature.
  struct BoundHost {
    std::string host_key;
    std::string session;
    bool forwards = false;
  };

  // The answer to the program; nothing: the connection ends.
  [[nodiscard]] std::optional<std::string> answer_to(const std::string& message);
  [[nodiscard]] std::optional<std::string> asked(const std::string& message,
                                                 policy::KeyRequest request);
  [[nodiscard]] std::optional<std::string> bind(const std::string& message,
                                                const SshRequest& request);
  [[nodiscard]] std::optional<std::string> told_by_agent(std::string_view message);
  [[nodiscard]] policy::KeyRequest to_sign(const SshRequest& request);
  void describe_login(const SshLogin& login, const std::string& key, policy::KeyRequest& out) const;
  [[nodiscard]] std::string proven_host(const SshLogin& login) const;
  [[nodiscard]] std::string comment_of(const std::string& key);

  const KeyLink link_;
  std::vector<BoundHost> bound_;
  std::map<std::string, std::string> comments_;  // of keys
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SIGNING_SSH_RELAY_H_
