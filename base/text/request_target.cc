// SPDX-License-Identifier: Apache-2.0
#include "base/text/request_target.h"

#include <charconv>

namespace guard {
namespace {

std::optional<char> decoded_byte(std::string_view digits) {
  unsigned value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, value, 16);
  if (digits.size() != 2 || error != std::errc() || rest != end) return std::nullopt;
  return static_cast<char>(value);
}

Result<std::string> decoded(std::string_view text, bool plus_is_blank) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += plus_is_blank && text[i] == '+' ? ' ' : text[i];
      continue;
    }
    const auto byte = decoded_byte(text.substr(i + 1, 2));
    if (!byte) return fail(Code::kInvalid, "broken %-escape in the target");
    out += *byte;
    i += 2;
  }
  return out;
}

// Takes the text up to `separator` off the front.
std::string_view take_part(std::string_view& rest, char separator) {
  const std::size_t end = rest.find(separator);
  const std::string_view part = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  return part;
}

Result<void> add_parameter(Target& target, std::string_view pair) {
  const std::string_view name_text = take_part(pair, '=');
  const auto name = decoded(name_text, true);
  if (!name) return forward(name.error());
  const auto value = decoded(pair, true);
  if (!value) return forward(value.error());
  if (!target.query.emplace(*name, *value).second)
    return fail(Code::kInvalid, "parameter '" + *name + "' is given twice");
  return {};
}

}  // namespace

Result<Target> parse_target(std::string_view text) {
  if (!text.starts_with('/')) return fail(Code::kInvalid, "the target is not a path");
  text = text.substr(0, text.find('#'));
  std::string_view path = take_part(text, '?');
  Target target;
  while (!path.empty()) {
    const auto part = decoded(take_part(path, '/'), false);
    if (!part) return forward(part.error());
    if (!part->empty()) target.path.push_back(*part);
  }
  while (!text.empty()) {
    const std::string_view pair = take_part(text, '&');
    if (pair.empty()) continue;
    if (auto added = add_parameter(target, pair); !added) return forward(added.error());
  }
  return target;
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || rest != end) return std::nullopt;
  return value;
}

}  // namespace guard
