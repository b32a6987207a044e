// SPDX-License-Identifier: Apache-2.0
#include "console/output/yaml_words.h"

#include <cctype>
#include <string_view>

#include "base/text/text.h"

namespace guard::console {
namespace {

// In double quotes, where YAML knows escapes, what may not be shown as it is: safe_text() writes
// "\u{202E}" where YAML wants "\u202E".
std::string escaped_scalar(const std::string& text) {
  std::string source;
  for (const char c : text)
    source += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  const std::string safe = safe_text(source);
  std::string quoted = "\"";
  for (std::size_t i = 0; i < safe.size(); ++i) {
    const bool escape = safe[i] == '\\' && i + 1 < safe.size();
    const std::size_t close = escape && safe.compare(i, 3, "\\u{") == 0 ? safe.find('}', i) : 0;
    if (close != 0 && close != std::string::npos) {
      const std::string digits = safe.substr(i + 3, close - i - 3);
      const std::size_t width = digits.size() > 4 ? 8 : 4;
      quoted += width == 8 ? "\\U" : "\\u";
      quoted += std::string(width - digits.size(), '0') + digits;
      i = close;
      continue;
    }
    quoted += safe[i];
    if (escape) quoted += safe[++i];
  }
  return quoted + "\"";
}

}  // namespace

std::string yaml_scalar(const std::string& text) {
  if (safe_text(text) != text) return escaped_scalar(text);
  bool plain = !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0;
  for (const char c : text) {
    const bool safe = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                      std::string_view("._/-").find(c) != std::string_view::npos;
    plain = plain && safe;
  }
  if (plain) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("''") : std::string(1, c);
  return quoted + "'";
}

std::string yaml_list(const std::vector<std::string>& texts) {
  if (texts.size() == 1) return yaml_scalar(texts.front());
  std::string list;
  for (const auto& text : texts) list += (list.empty() ? "[" : ", ") + yaml_scalar(text);
  return list + "]";
}

}  // namespace guard::console
