// SPDX-License-Identifier: Apache-2.0
// TrustedFiles: which project files their user trusts to loosen, each bound to its content: CONFIG/
// trusted, a line "SHA-256  PATH" each. Another content is another file, and trusted no more.
// CONFIG is guard's own: nothing in a supervised tree can write there. One thread.
#ifndef GUARD_CONSOLE_POLICY_TRUSTED_FILES_H_
#define GUARD_CONSOLE_POLICY_TRUSTED_FILES_H_

#include <map>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/files/own_file.h"

namespace guard::console {

enum class Trust { kNever, kChanged, kTrusted };

class TrustedFiles {
 public:
  // No such file: trusts nothing. One that others may write, or that is damaged: an error.
  static Result<TrustedFiles> read(const std::string& config_folder);

  [[nodiscard]] Trust trust_of(const std::string& path, std::string_view content) const;
  [[nodiscard]] const std::map<std::string, std::string>& hashes() const { return hashes_; }

  Result<void> trust(const std::string& path, std::string_view content);
  Result<void> withdraw(const std::string& path);  // kNotFound: it was not trusted

 private:
  using Hashes = std::map<std::string, std::string>;  // by canonical path
  explicit TrustedFiles(const std::string& folder) : file_(folder + "/trusted") {}
  [[nodiscard]] static Result<Hashes> parse(const std::string& text, const std::string& name);
  Result<void> change(const std::function<Result<void>(Hashes&)>& change);

  OwnFile file_;
  Hashes hashes_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_POLICY_TRUSTED_FILES_H_
