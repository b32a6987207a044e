// SPDX-License-Identifier: Apache-2.0
#include "policy/shell/fork_bomb.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/limits.h"

namespace guard::policy {
namespace {

constexpr std::size_t kMostLookedAt = size_limit("shell.bomb_scan");
constexpr std::size_t kBackground = 256;  // bytes: how far behind its calls the & may stand

bool calls(const SimpleCommand& command, std::string_view name) {
  return !command.words.empty() && command.words[0].literal && command.words[0].text == name;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::string without_blanks(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  std::copy_if(text.begin(), text.end(), std::back_inserter(out),
               [](char c) { return !is_blank(c); });
  return out;
}

bool ends_name(char c) {
  return std::string_view(";|&(){}'\"`$").find(c) != std::string_view::npos;
}

// The name that ends at END in blankless text; "function" may be glued to it.
std::string_view name_before(std::string_view text, std::size_t end) {
  std::size_t start = end;
  while (start > 0 && !ends_name(text[start - 1])) --start;
  auto name = text.substr(start, end - start);
  constexpr std::string_view kKeyword = "function";
  if (name.size() > kKeyword.size() && name.starts_with(kKeyword)) {
    name.remove_prefix(kKeyword.size());
  }
  return name;
}

}  // namespace

bool multiplies(std::string_view name, std::span<const SimpleCommand> body) {
  if (name.empty()) return false;
  std::vector<int> piped;
  int bare = 0;
  bool bare_in_background = false;
  for (const SimpleCommand& command : body) {
    if (!calls(command, name)) continue;
    if (command.pipeline >= 0) {
      if (command.background) return true;
      if (std::find(piped.begin(), piped.end(), command.pipeline) != piped.end()) return true;
      piped.push_back(command.pipeline);
    } else if (command.words.size() == 1) {
      ++bare;
      bare_in_background = bare_in_background || command.background;
    }
  }
  return bare >= 2 && bare_in_background;
}

bool looks_like_fork_bomb(std::string_view text) {
  const std::string tight = without_blanks(text);
  const std::string_view view = tight;
  std::size_t looked_at = 0;
  for (auto at = view.find("()"); at != std::string_view::npos; at = view.find("()", at + 2)) {
    const std::string name(name_before(view, at));
    if (name.empty() || at + 2 >= view.size()) continue;
    if (view[at + 2] != '{' && view[at + 2] != '(') continue;
    const auto body = view.substr(at + 3);
    const auto piped = body.find(name + "|" + name);
    looked_at += std::min(piped, body.size());
    if (looked_at > kMostLookedAt) return true;
    if (piped == std::string_view::npos) continue;
    const auto behind = body.substr(piped, 2 * name.size() + kBackground);
    if (behind.find('&') != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace guard::policy
