// SPDX-License-Identifier: Apache-2.0
#include "policy/decide/named_paths.h"

#include <algorithm>
#include <array>
#include <optional>

#include "policy/paths/path_names.h"
#include "policy/text/glob.h"

namespace guard::policy {
namespace {

using Words = std::vector<std::string>;

// The characters that may stand around a path in a word, and in the text of a shell.
constexpr std::string_view kInWords = "=:,";
constexpr std::string_view kInText = " \t\r\n=:,;|&<>(){}'\"`";
// Programs lie there, for whoever writes `/usr/bin/env`: no path of the matter at hand.
constexpr std::array<std::string_view, 5> kProgramFolders = {"/bin", "/sbin", "/usr", "/opt",
                                                             "/snap"};
constexpr std::array<std::string_view, 4> kOwnStreams = {"/dev/stdin", "/dev/stdout", "/dev/stderr",
                                                         "/dev/fd"};

bool is_in(const auto& folders, std::string_view path) {
  return std::ranges::any_of(folders,
                             [&](std::string_view f) { return below(path, f).has_value(); });
}

// curl and kin: "@file".
void add_path(std::string_view word, Words& paths) {
  if (word.starts_with('@')) word.remove_prefix(1);
  if (!word.empty()) paths.emplace_back(word);
}

void add_parts(std::string_view word, std::string_view separators, Words& paths) {
  for (std::size_t at = 0; at < word.size();) {
    const std::size_t end = std::min(word.find_first_of(separators, at), word.size());
    const std::string_view part = word.substr(at, end - at);
    // The part behind the colon of an address is no path of this machine.
    const bool address = at > 0 && word[at - 1] == ':' && part.starts_with("//");
    if (part.size() < word.size() && !address) add_path(part, paths);
    at = end + 1;
  }
}

// "--file=x" and "-Ix": the value. A flag's own name is no path.
std::string_view value_in(std::string_view word) {
  if (!word.starts_with('-')) return word;
  const std::size_t equals = word.find('=');
  if (equals != std::string_view::npos) return word.substr(equals + 1);
  return word.starts_with("--") || word.size() < 3 ? std::string_view() : word.substr(2);
}

// The words of the level itself, without those of the command that it runs: they are the next
// level's. That one's program is the last of them where it is written otherwise there.
struct OwnWords {
  std::size_t count = 0;
  bool program_last = false;
};
OwnWords own_words(const CommandLevels& chain, std::size_t i) {
  const Words& outer = chain.levels[i].argv;
  if (i + 1 == chain.levels.size()) return {outer.size(), false};
  const Words& inner = chain.levels[i + 1].argv;
  const auto [in_outer, in_inner] =
      std::mismatch(outer.rbegin(), outer.rend() - 1, inner.rbegin(), inner.rend());
  return {static_cast<std::size_t>(outer.rend() - in_outer), in_inner != inner.rend()};
}

bool is_of_subcommand(const CommandLine& line, std::string_view word) {
  const std::string all = ' ' + line.subcommand + ' ';
  return all.find(' ' + std::string(word) + ' ') != std::string::npos;
}

void add_words(const CommandLevels& chain, std::size_t i, Words& paths) {
  const CommandLevel& level = chain.levels[i];
  const std::string_view separators = level.shell_text ? kInText : kInWords;
  const OwnWords own = own_words(chain, i);
  bool only_operands = false;
  for (std::size_t at = 1; at < own.count; ++at) {
    const std::string& word = level.argv[at];
    const bool program = own.program_last && at + 1 == own.count;
    if (is_of_subcommand(level.line, word) || (program && is_in(kProgramFolders, word))) continue;
    const std::string_view value = only_operands ? std::string_view(word) : value_in(word);
    only_operands = only_operands || word == "--";
    add_path(value, paths);
    add_parts(value, separators, paths);
  }
}

bool climbs(std::string_view path) {
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t slash = std::min(path.find('/', at), path.size());
    const bool whole = path.substr(at, slash - at) == "..";
    if (whole) return true;
    at = slash + 1;
  }
  return false;
}

std::optional<std::string_view> in_workspace(std::string_view path, const Place& place) {
  for (const auto& root : place.workspace) {
    if (const auto rest = below(path, root)) return rest;
  }
  return std::nullopt;
}

// Programs of the system and of a folder on PATH are called by a name, not by a path. An image that
// the session made, or that a workspace holds, counts however it is called: argv[0] is the caller's
// to choose.
bool names_image(const Action& action) {
  if (action.exe.empty() || action.image_origin == ImageOrigin::kInstalled) return false;
  const bool by_path = !action.argv.empty() && action.argv[0].find('/') != std::string::npos;
  return by_path || action.image_origin != ImageOrigin::kOther;
}

std::string folded(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

}  // namespace

std::vector<std::string> named_paths(const Subject& subject) {
  const bool exec = subject.action.act == Act::kExec;
  Words paths;
  for (const auto& facet : subject.facets) {
    if (!facet.path.empty() && (!exec || facet.from_effect)) paths.emplace_back(facet.path);
  }
  if (!exec) return paths;
  if (names_image(subject.action)) paths.push_back(subject.action.exe);
  for (std::size_t i = 0; i < subject.chain.levels.size(); ++i) add_words(subject.chain, i, paths);
  return paths;
}

bool is_outside(std::string_view path, const Place& place) {
  if (climbs(path)) return true;
  if (path == "~" || path.starts_with("~/")) {
    if (place.home.empty()) return true;
    return !in_workspace(place.home + std::string(path.substr(1)), place);
  }
  if (!path.starts_with('/')) return false;
  const bool nowhere = device_class(path) == PathClass::kHarmlessDevice || is_in(kOwnStreams, path);
  return !nowhere && !in_workspace(path, place);
}

bool mentions(std::string_view path, std::string_view pattern, const Place& place) {
  return word_glob_matches(folded(pattern), folded(in_workspace(path, place).value_or(path)));
}

}  // namespace guard::policy
