// SPDX-License-Identifier: Apache-2.0
#include "supervisor/git/ignore_rules.h"

#include <algorithm>
#include <utility>

#include "base/text/text.h"
#include "policy/text/glob.h"

namespace guard::supervisor {
namespace {

// Blanks at the end count only behind a backslash.
std::string_view without_blanks_behind(std::string_view line) {
  while (line.ends_with(' ') && !line.ends_with("\\ ")) line.remove_suffix(1);
  return line;
}

}  // namespace

IgnoreRules::IgnoreRules(std::string_view text) {
  while (!text.empty() && rules_.size() < kMostRules) {
    const std::size_t end = text.find('\n');
    add(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

void IgnoreRules::add(std::string_view line) {
  line = without_blanks_behind(line);
  if (line.empty() || line.front() == '#') return;
  Rule rule;
  if (line.front() == '!') {
    rule.ignores = false;
    line.remove_prefix(1);
  }
  if (line.ends_with('/')) {
    rule.folders_only = true;
    line.remove_suffix(1);
  }
  if (line.empty()) return;
  rule.anchored = line.find('/') != std::string_view::npos;
  rule.pattern = rule.anchored && line.front() != '/' ? "/" + std::string(line) : std::string(line);
  rules_.push_back(std::move(rule));
}

std::optional<bool> IgnoreRules::says(std::string_view name, EntryKind kind) const {
  const std::string path = "/" + std::string(name);
  const auto fits = [&](const Rule& rule) {
    if (rule.folders_only && kind != EntryKind::kFolder) return false;
    return rule.anchored ? policy::path_glob_matches(rule.pattern, path)
                         : policy::word_glob_matches(rule.pattern, base_name(name));
  };
  const auto last = std::find_if(rules_.rbegin(), rules_.rend(), fits);
  return last == rules_.rend() ? std::nullopt : std::optional<bool>(last->ignores);
}

}  // namespace guard::supervisor
