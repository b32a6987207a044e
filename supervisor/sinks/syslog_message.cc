// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/syslog_message.h"

#include <algorithm>
#include <string_view>

namespace guard::supervisor {
namespace {

constexpr int kFacility = 13;  // log audit
constexpr std::size_t kLongestHost = 255;
constexpr std::size_t kLongestId = 32;

// Printable ASCII without blanks; "-" where nothing is left.
std::string header_field(std::string_view text, std::size_t longest) {
  std::string field;
  for (const char c : text)
    if (c > ' ' && c < 0x7f && field.size() < longest) field += c;
  return field.empty() ? "-" : field;
}

}  // namespace

int severity_of(const AuditRecord& record) {
  constexpr int kWarning = 4;
  constexpr int kNotice = 5;
  constexpr int kInformational = 6;
  if (record.outcome == "refused" || record.decision == "deny" || record.decision == "block")
    return kWarning;
  return record.risk_tier >= 3 ? kNotice : kInformational;
}

std::string syslog_message(const SinkRecord& sent, const std::string& host) {
  const AuditRecord& record = sent.stored.record;
  const int priority = kFacility * 8 + severity_of(record);
  const std::string pid = record.pid > 0 ? std::to_string(record.pid) : "-";
  return "<" + std::to_string(priority) + ">1 " + header_field(record.timestamp, kLongestId) + " " +
         header_field(host, kLongestHost) + " guard " + pid + " " +
         header_field(record.act, kLongestId) + " - " + sent.body;
}

std::string counted(const std::string& message) {
  return std::to_string(message.size()) + " " + message;
}

}  // namespace guard::supervisor
