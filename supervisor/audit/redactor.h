// SPDX-License-Identifier: Apache-2.0
// Redactor: takes secrets out of arguments before they are stored, shown or sent. Keeps a vendor's
// prefix and a keyed tag
// ("ghp_[redacted 5f2c]") so that people can correlate. Immutable, any thread.
#ifndef GUARD_SUPERVISOR_AUDIT_REDACTOR_H_
#define GUARD_SUPERVISOR_AUDIT_REDACTOR_H_

#include <string>
#include <string_view>
#include <vector>

namespace guard::supervisor {

class Redactor {
 public:
  explicit Redactor(std::string key);  // for the tags; random per installation
  [[nodiscard]] std::string text(std::string_view text) const;
  // Knows flags whose value is secret ("--password x", "-u user:pass", "-H 'Authorization: ...'").
  [[nodiscard]] std::vector<std::string> argv(const std::vector<std::string>& argv) const;

 private:
  std::string key_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_REDACTOR_H_
