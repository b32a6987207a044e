// SPDX-License-Identifier: Apache-2.0
// PrivateKey: what signs policies, in the file format of OpenSSH without a passphrase, so that
// ssh-keygen takes it too. Its seed is never printed. Any thread; loads OpenSSL.
#ifndef GUARD_SUPERVISOR_SOURCE_PRIVATE_KEY_H_
#define GUARD_SUPERVISOR_SOURCE_PRIVATE_KEY_H_

#include <string>
#include <string_view>

#include "base/error.h"

namespace guard::supervisor {

class PrivateKey {
 public:
  static Result<PrivateKey> make();
  // TEXT: of the file. kUnsupported: it has a passphrase, or is of another algorithm.
  static Result<PrivateKey> read(std::string_view text);

  [[nodiscard]] std::string file_text(const std::string& comment) const;
  // "ssh-ed25519 AAAA... COMMENT": for the list of keys.
  [[nodiscard]] std::string public_line(const std::string& comment) const;
  // The text of the file that lies beside TEXT.
  [[nodiscard]] Result<std::string> sign(std::string_view text) const;

 private:
  PrivateKey(std::string seed, std::string key) : seed_(std::move(seed)), key_(std::move(key)) {}

  std::string seed_;
  std::string key_;  // the public one, raw
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SOURCE_PRIVATE_KEY_H_
