// SPDX-License-Identifier: Apache-2.0
#include "policy/text/glob.h"

#include <algorithm>

namespace guard::policy {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

// The index behind the "]" that closes the set opened at `at`; kNone when nothing closes it. A "]"
// right after "[" or "[!" belongs to the set.
std::size_t set_end(std::string_view pattern, std::size_t at) {
  std::size_t i = at + 1;
  if (i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^')) ++i;
  for (bool first = true; i < pattern.size(); ++i, first = false) {
    if (pattern[i] == ']' && !first) return i + 1;
  }
  return kNone;
}

bool set_holds(std::string_view set, unsigned char byte) {  // set: without its brackets
  const bool negated = !set.empty() && (set[0] == '!' || set[0] == '^');
  if (negated) set.remove_prefix(1);
  bool found = false;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const auto low = static_cast<unsigned char>(set[i]);
    const bool range = i + 2 < set.size() && set[i + 1] == '-';
    const auto high = range ? static_cast<unsigned char>(set[i + 2]) : low;
    if (range) i += 2;
    found = found || (low <= byte && byte <= high);
  }
  return found != negated;
}

// Matches one byte against the pattern element at `at`; gives the index behind the element, or
// kNone.
std::size_t match_one(std::string_view pattern, std::size_t at, char byte) {
  const char element = pattern[at];
  if (element == '?') return at + 1;
  if (element == '\\' && at + 1 < pattern.size()) {
    return pattern[at + 1] == byte ? at + 2 : kNone;
  }
  const std::size_t end = element == '[' ? set_end(pattern, at) : kNone;
  if (end == kNone) return element == byte ? at + 1 : kNone;
  const bool held =
      set_holds(pattern.substr(at + 1, end - at - 2), static_cast<unsigned char>(byte));
  return held ? end : kNone;
}

// The components of a path, one after the other. Nothing is copied: most paths match no pattern,
// and thousands are compared when a home is searched.
class Components {
 public:
  explicit Components(std::string_view path) : rest_(path) { find(); }
  [[nodiscard]] bool at_end() const { return now_.empty(); }
  [[nodiscard]] std::string_view operator*() const { return now_; }
  Components& operator++() {
    find();
    return *this;
  }

 private:
  void find() {
    while (!rest_.empty() && rest_.front() == '/') rest_.remove_prefix(1);
    now_ = rest_.substr(0, std::min(rest_.find('/'), rest_.size()));
    rest_.remove_prefix(now_.size());
  }
  std::string_view rest_;
  std::string_view now_;  // empty: no component is left
};

// The same two-pointer walk as for a word, one level up: "**" is the star, a component the byte.
// Going back to the last star only is enough, since an earlier star can take no better part.
// `covers`: the pattern is meant with "/**" behind it.
bool components_match(Components pattern, Components path, bool covers) {
  std::optional<Components> behind_star;
  Components star_taken = path;
  while (!path.at_end()) {
    if (!pattern.at_end() && *pattern == "**") {
      behind_star = ++pattern;
      star_taken = path;
    } else if (!pattern.at_end() && word_glob_matches(*pattern, *path)) {
      ++pattern;
      ++path;
    } else if (pattern.at_end() && covers) {
      return true;
    } else if (behind_star) {
      pattern = *behind_star;
      path = ++star_taken;
    } else {
      return false;
    }
  }
  while (!pattern.at_end() && *pattern == "**") ++pattern;
  return pattern.at_end();
}

constexpr bool is_special(char byte) {
  return byte == '*' || byte == '?' || byte == '[' || byte == ']' || byte == '\\';
}

// Most of what is compared ends or begins with another letter than the pattern: told at once.
bool ends_otherwise(std::string_view pattern, std::string_view word) {
  if (pattern.empty() || word.empty()) return false;
  return !is_special(pattern.back()) && pattern.back() != word.back();
}
// As far as the first wildcard. A slash decides nothing: it may stand twice.
bool begins_otherwise(std::string_view pattern, std::string_view path) {
  const std::size_t both = std::min(pattern.size(), path.size());
  for (std::size_t i = 0; i < both; ++i) {
    const bool opens = is_special(pattern[i]);
    if (pattern[i] != path[i]) return !opens && pattern[i] != '/' && path[i] != '/';
    if (opens) return false;
  }
  return false;
}

std::string joined(std::string_view folder, std::string_view rest) {
  if (folder.empty()) return {};
  while (folder.size() > 1 && folder.back() == '/') folder.remove_suffix(1);
  if (rest.empty() || rest == ".") return std::string(folder);
  std::string path(folder);
  if (path.back() != '/') path += '/';
  return path.append(rest);
}

// The folder itself may hold wildcard characters, which must stay what they are.
std::string escaped(std::string_view folder) {
  std::string text;
  for (const char byte : folder) {
    if (std::string_view("*?[\\").find(byte) != kNone) text += '\\';
    text += byte;
  }
  return text;
}

// "./x" and ".//x" are "x".
std::string_view without_dot(std::string_view pattern) {
  while (pattern.starts_with("./"))
    pattern.remove_prefix(std::min(pattern.find_first_not_of('/', 1), pattern.size()));
  return pattern;
}

}  // namespace

bool has_wildcard(std::string_view pattern) {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      ++i;
    } else if (pattern[i] == '*' || pattern[i] == '?' ||
               (pattern[i] == '[' && set_end(pattern, i) != kNone)) {
      return true;
    }
  }
  return false;
}

bool word_glob_matches(std::string_view pattern, std::string_view word) {
  if (ends_otherwise(pattern, word)) return false;
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = kNone;
  std::size_t star_taken = 0;
  while (t < word.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_taken = t;
      continue;
    }
    const std::size_t next = p < pattern.size() ? match_one(pattern, p, word[t]) : kNone;
    if (next != kNone) {
      p = next;
      ++t;
    } else if (star != kNone) {
      p = star + 1;
      t = ++star_taken;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

bool path_glob_matches(std::string_view pattern, std::string_view path) {
  if (pattern.empty() || path.empty() || begins_otherwise(pattern, path)) return false;
  if (pattern.back() != '/' && path.back() != '/' && ends_otherwise(pattern, path)) return false;
  return components_match(Components(pattern), Components(path), false);
}

bool path_glob_covers(std::string_view pattern, std::string_view path) {
  if (pattern.empty() || path.empty()) return false;
  return components_match(Components(pattern), Components(path), true);
}

bool path_glob_below(std::string_view pattern, std::string_view folder) {
  Components wanted(pattern);
  for (Components above(folder); !above.at_end(); ++above, ++wanted) {
    if (wanted.at_end() || *wanted == "**" || !word_glob_matches(*wanted, *above)) return false;
  }
  return !wanted.at_end();
}

bool path_glob_reaches(std::string_view pattern, std::string_view folder) {
  Components wanted(pattern);
  for (Components above(folder); !above.at_end(); ++above, ++wanted) {
    if (wanted.at_end()) return false;
    if (*wanted == "**") return true;
    if (!word_glob_matches(*wanted, *above)) return false;
  }
  return !wanted.at_end();
}

std::string literal_beginning(std::string_view pattern) {
  std::string path;
  for (Components each(pattern); !each.at_end() && !has_wildcard(*each); ++each) {
    path += '/';
    for (std::size_t i = 0; i < (*each).size(); ++i) {
      if ((*each)[i] == '\\' && i + 1 < (*each).size()) ++i;
      path += (*each)[i];
    }
  }
  return path.empty() ? "/" : path;
}

std::string anchored_glob(std::string_view pattern, std::string_view workspace,
                          std::string_view home) {
  if (pattern.starts_with("/")) return std::string(pattern);
  if (pattern == "**" || pattern.starts_with("**/")) return "/" + std::string(pattern);
  if (pattern == "~") return escaped(home);
  if (pattern.starts_with("~/")) return joined(escaped(home), pattern.substr(2));
  pattern = without_dot(pattern);
  return joined(escaped(workspace), pattern);
}

std::optional<std::string> word_glob_defect(std::string_view pattern) {
  if (pattern.empty()) return "an empty pattern matches nothing";
  if (pattern.find('\0') != kNone) return "a pattern cannot hold a NUL byte";
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      if (++i == pattern.size()) return "the pattern ends in a lone backslash";
    } else if (pattern[i] == '[') {
      const std::size_t end = set_end(pattern, i);
      if (end == kNone) return "nothing closes the '['";
      if (pattern.substr(i, end - i).find("[:") != kNone) return "sets like [:alpha:] are unknown";
      i = end - 1;
    }
  }
  return std::nullopt;
}

std::optional<std::string> path_glob_defect(std::string_view pattern) {
  pattern = without_dot(pattern);
  if (pattern.empty()) return "an empty pattern matches nothing";
  for (Components components(pattern); !components.at_end(); ++components) {
    const std::string_view component = *components;
    if (component == "..") return "'..' never stands in a resolved path";
    if (component == "." && pattern != ".") return "'.' never stands in a resolved path";
    if (component != "**" && component.find("**") != kNone) {
      return "'**' must stand alone between slashes";
    }
    if (auto defect = word_glob_defect(component)) return defect;
  }
  if (pattern.size() > 1 && pattern.back() == '/') {
    return "a path never ends in '/': write '" + std::string(pattern) + "**'";
  }
  if (pattern.starts_with("~") && pattern.size() > 1 && pattern[1] != '/') {
    return "other people's home folders are not known: write the whole path";
  }
  return std::nullopt;
}

}  // namespace guard::policy
