// SPDX-License-Identifier: Apache-2.0
// The text that the redactor makes of another, without the tags that differ from key to key.
#ifndef GUARD_TESTS_SUPERVISOR_AUDIT_REDACTED_TEXT_H_
#define GUARD_TESTS_SUPERVISOR_AUDIT_REDACTED_TEXT_H_

#include <string>
#include <vector>

#include "supervisor/audit/redaction/redactor.h"

namespace guard::supervisor {

inline Redactor redactor() {
  return Redactor(std::string(32, 'k'));
}

// "ghp_[redacted 5f2c]" -> "ghp_[redacted]": what is left without the tag.
inline std::string without_tags(std::string text) {
  for (std::size_t at = text.find("[redacted "); at != std::string::npos;
       at = text.find("[redacted ", at + 1)) {
    text.erase(at + 9, 5);
  }
  return text;
}

inline std::string redacted(const std::string& text) {
  return without_tags(redactor().text(text));
}

inline std::vector<std::string> redacted(const std::vector<std::string>& argv) {
  std::vector<std::string> out;
  for (const std::string& word : redactor().argv(argv)) out.push_back(without_tags(word));
  return out;
}

}  // namespace guard::supervisor

#endif  // GUARD_TESTS_SUPERVISOR_AUDIT_REDACTED_TEXT_H_
