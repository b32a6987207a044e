// SPDX-License-Identifier: Apache-2.0
// Bytes of programs on their way to people and records: redacted, made safe for a terminal, written
// as JSON.
#include <string>
#include <vector>

#include "base/text/text.h"
#include "supervisor/audit/record/json_text.h"
#include "supervisor/audit/redaction/redactor.h"
#include "tests/fuzz/input.h"

namespace guard::supervisor {
namespace {

using testing::expect;

bool reaches_terminal_raw(const std::string& text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) return true;
  }
  return false;
}

void show(const std::string& bytes) {
  const std::string safe = safe_text(bytes);
  expect(!reaches_terminal_raw(safe), "safe text has no control characters");
  expect(is_utf8(safe), "safe text is UTF-8");
  expect(is_utf8(shortened(safe, 40)), "cutting leaves UTF-8");
  const std::string utf8 = utf8_text(bytes);
  expect(is_utf8(utf8), "what is stored is UTF-8");
  std::string json;
  append_json(json, utf8);
  const auto parsed = nlohmann::json::parse(json, nullptr, false);
  expect(parsed.is_string() && parsed.get<std::string>() == utf8, "JSON text reads back");
}

void redact(const Redactor& redactor, const std::string& bytes) {
  const std::string token = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
  const std::string redacted = redactor.text(bytes + "\n" + token + "\n");
  expect(redacted.find(token) == std::string::npos, "a token on a line of its own is hidden");
  const auto words =
      testing::Input(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()).words('\0');
  expect(redactor.argv(words).size() == words.size(), "redacting keeps the number of words");
}

}  // namespace
}  // namespace guard::supervisor

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const guard::supervisor::Redactor redactor(std::string(32, 'k'));
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  guard::supervisor::show(bytes);
  guard::supervisor::redact(redactor, bytes);
  return 0;
}
