// SPDX-License-Identifier: Apache-2.0
// A pattern and what it is held against, parted by NUL: paths, words, hosts. libFuzzer's time limit
// is part of the test: no pattern may take long.
#include <string>

#include "policy/network/host_pattern.h"
#include "policy/paths/path_class.h"
#include "policy/paths/path_names.h"
#include "policy/text/glob.h"
#include "tests/fuzz/input.h"

namespace guard::policy {
namespace {

using testing::expect;

// The kernel's form of a name: it stands in the judged action.
bool is_canonical(const std::string& path) {
  return path.starts_with('/') && !path.ends_with('/') && path.find("//") == std::string::npos;
}

void hold_paths(const std::string& pattern, const std::string& path) {
  const bool matches = path_glob_matches(pattern, path);
  expect(!matches || path_glob_covers(pattern, path), "what matches is covered");
  const bool plain = !has_wildcard(pattern) && pattern.find('\\') == std::string::npos;
  if (plain && is_canonical(pattern) && is_canonical(path))
    expect(matches == (pattern == path), "without wildcards a pattern is itself");
  (void)path_glob_below(pattern, path);
  (void)path_glob_defect(pattern);
  const std::string anchored = anchored_glob(pattern, "/w", "/home/user");
  if (!path_glob_defect(pattern) && !anchored.empty())
    expect(!path_glob_defect(anchored), "anchoring a sound pattern leaves it sound");
}

void hold_words(const std::string& pattern, const std::string& word) {
  const bool matches = word_glob_matches(pattern, word);
  if (!has_wildcard(pattern) && pattern.find('\\') == std::string::npos)
    expect(matches == (pattern == word), "without wildcards a word is itself");
  expect(word_glob_matches("*", word), "* is every word");
  (void)word_glob_defect(pattern);
}

void hold_hosts(const std::string& pattern, const std::string& name) {
  Destination destination;
  destination.name = name;
  destination.name_source = NameSource::kCommandLine;
  destination.port = 443;
  (void)host_matches(pattern, destination, HostUse::kAllows);
  destination.address = name;
  const bool allows = host_matches(pattern, destination, HostUse::kAllows);
  const bool restricts = host_matches(pattern, destination, HostUse::kRestricts);
  expect(restricts || !allows, "what a pattern allows it would restrict as well");
  (void)host_pattern_defect(pattern);
}

}  // namespace
}  // namespace guard::policy

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kLongest = 2048;
  if (size > kLongest) return 0;
  guard::testing::Input input(data, size);
  const std::string pattern = input.until('\0');
  const std::string text = input.rest();
  guard::policy::hold_paths(pattern, text);
  guard::policy::hold_words(pattern, text);
  guard::policy::hold_hosts(pattern, text);
  (void)guard::policy::vcs_class(text);
  (void)guard::policy::class_by_name(text);
  (void)guard::policy::class_in_home(text);
  (void)guard::policy::device_class(text);
  return 0;
}
