// SPDX-License-Identifier: Apache-2.0
#include "supervisor/git/git_pathspec.h"

#include <fnmatch.h>

#include <algorithm>
#include <utility>

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

// Below the top; "": the top itself.
std::optional<std::string> below_top(const std::string& word, const GitPlace& place) {
  fs::path from = place.cwd;
  std::string rest = word;
  if (word.starts_with(":/")) {
    from = place.top;
    rest = word.substr(2);
  } else if (word.starts_with(':')) {
    return std::nullopt;
  }
  std::string path = (from / rest).lexically_normal().lexically_relative(place.top).string();
  if (path.empty() || path == ".." || path.starts_with("../")) return std::nullopt;
  while (path.ends_with('/')) path.pop_back();
  return path == "." ? std::string() : path;
}

bool fits(const std::string& spec, std::string_view path) {
  if (spec.empty() || path == spec) return true;
  if (path.starts_with(spec) && path[spec.size()] == '/') return true;
  if (spec.find_first_of("*?[") == std::string::npos) return false;
  return ::fnmatch(spec.c_str(), std::string(path).c_str(), 0) == 0;
}

}  // namespace

std::optional<GitCovers> covers_of(const std::vector<std::string>& words, const GitPlace& place) {
  std::vector<std::string> specs;
  for (const std::string& word : words) {
    auto spec = below_top(word, place);
    if (!spec) return std::nullopt;
    specs.push_back(std::move(*spec));
  }
  return [specs = std::move(specs)](std::string_view path) {
    return specs.empty() ||
           std::ranges::any_of(specs, [path](const auto& spec) { return fits(spec, path); });
  };
}

}  // namespace guard::supervisor
