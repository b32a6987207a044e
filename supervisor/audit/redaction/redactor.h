// SPDX-License-Identifier: Apache-2.0
// Redactor: takes secrets out of arguments before they are stored, shown or sent. Keeps a vendor's
// prefix and a keyed tag ("ghp_[redacted 5f2c]"), so that people can correlate; never a plain hash.
// Works in one pass without regular expressions: time grows with the text only. Redacting twice
// changes nothing more. Commit ids, UUIDs, $VARIABLES, templates and paths stay. The same text
// always gives the same: texts without a secret are remembered, so that a program's name is looked
// through once. Copies share what they remember. Any thread; one mutex.
#ifndef GUARD_SUPERVISOR_AUDIT_REDACTION_REDACTOR_H_
#define GUARD_SUPERVISOR_AUDIT_REDACTION_REDACTOR_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "supervisor/audit/redaction/clean_texts.h"

namespace guard::supervisor {

class Redactor {
 public:
  explicit Redactor(std::string key);  // for the tags; random per installation: redaction_key.h
  [[nodiscard]] std::string text(std::string_view text) const;
  // Knows flags whose value is secret ("--password x", "-u user:pass", "-H 'Authorization: ...'"),
  // inside the text of `bash -c TEXT` too.
  [[nodiscard]] std::vector<std::string> argv(const std::vector<std::string>& argv) const;
  // HMAC-SHA-256 over the words as they were: tells equal arguments apart from others, but nobody
  // without the key can try out passwords on it.
  [[nodiscard]] std::string args_hash(const std::vector<std::string>& argv) const;

 private:
  std::string key_;
  std::shared_ptr<CleanTexts> clean_ = std::make_shared<CleanTexts>();
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_REDACTION_REDACTOR_H_
