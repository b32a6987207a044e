// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/cef_line.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text/text.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kLongestField = 1000;  // collectors take 1023 of most fields

// Behind `\` what would end a field: '|' of the header, '=' of the extension.
std::string escaped(std::string_view text, char ending) {
  std::string out;
  for (const char c : shortened(safe_text(text), kLongestField)) {
    if (c == '\\' || c == ending) out += '\\';
    out += c;
  }
  return out;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

// Key after key; what is empty has none.
class Extension {
 public:
  void add(const char* key, std::string_view value) {
    if (value.empty()) return;
    text_ += text_.empty() ? "" : " ";
    text_ += std::string(key) + "=" + escaped(value, '=');
  }
  // One of the six texts of a device's own.
  void add_own(const char* key, const char* label, std::string_view value) {
    if (value.empty()) return;
    add((std::string(key) + "Label").c_str(), label);
    add(key, value);
  }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

std::string extension_of(const StoredRecord& stored) {
  const AuditRecord& record = stored.record;
  Extension fields;
  fields.add("rt", record.timestamp);
  fields.add("externalId", record.request_id);
  fields.add("suser", record.user_id);
  fields.add("act", record.decision);
  fields.add("outcome", record.outcome);
  fields.add("cat", record.category);
  fields.add("reason", record.reason);
  fields.add("filePath", joined(record.objects));
  fields.add("sproc", record.exe);
  if (record.pid > 0) fields.add("spid", std::to_string(record.pid));
  fields.add("msg", record.argv.empty() ? record.result_summary : command_text(record.argv));
  fields.add_own("cs1", "session", record.session_id);
  fields.add_own("cs2", "rule", record.rule);
  fields.add_own("cs3", "hash", record.hash);
  fields.add_own("cs4", "prevHash", record.prev_hash);
  fields.add_own("cn1", "seq", std::to_string(record.seq));
  if (!stored.ending) return fields.take();
  fields.add_own("cs5", "outcomeHash", stored.ending->hash);
  fields.add_own("cs6", "outcomePrevHash", stored.ending->prev_hash);
  fields.add_own("cn2", "outcomeSeq", std::to_string(stored.ending->seq));
  return fields.take();
}

}  // namespace

std::string cef_line(const StoredRecord& stored) {
  constexpr std::array kSeverities = {1, 3, 6, 9};  // of 0 to 10, by tier
  const AuditRecord& record = stored.record;
  const auto tier = static_cast<std::size_t>(std::clamp(record.risk_tier, 0, 3));
  return "CEF:0|guard|guard|" + std::string(GUARD_VERSION) + "|" + escaped(record.act, '|') + "|" +
         escaped(record.result_summary, '|') + "|" + std::to_string(kSeverities[tier]) + "|" +
         extension_of(stored);
}

}  // namespace guard::supervisor
