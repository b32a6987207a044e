// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/rules_here.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "base/files/hosts_file.h"
#include "policy/network/host_pattern.h"
#include "policy/network/internal_address.h"
#include "policy/text/excepted.h"
#include "policy/text/glob.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

// PATTERN without as many components as PATH has: "/**" of "/srv/sec/**" and "/srv/sec".
std::string_view rest_behind(std::string_view pattern, std::string_view path) {
  auto left = path == "/" ? 0 : std::ranges::count(path, '/');
  std::size_t at = 0;
  for (; left > 0 && at < pattern.size(); --left) {
    at = std::min(pattern.find_first_not_of('/', at), pattern.size());
    at = std::min(pattern.find('/', at), pattern.size());
  }
  return pattern.substr(at);
}

void add_behind_links(std::vector<std::string>& patterns, const policy::PathRoots& roots,
                      bool (*is_meant)(std::string_view)) {
  std::vector<std::string> found;  // in the order of the list: a later one may be an exception
  std::vector<std::string> folders = roots.workspace;
  if (folders.empty()) folders.emplace_back();
  for (const std::string& pattern : patterns) {
    found.push_back(pattern);
    // An exception follows no link: whoever may change that could choose what is excepted.
    if (!is_meant(pattern) || policy::is_exception(pattern)) continue;
    for (const std::string& folder : folders) {
      const std::string absolute = policy::anchored_glob(pattern, folder, roots.home);
      auto real = pattern_behind_links(absolute);
      if (real && std::ranges::find(patterns, *real) == patterns.end())
        found.push_back(std::move(*real));
    }
  }
  patterns = std::move(found);
}

bool is_any(std::string_view) {
  return true;
}
bool is_path(std::string_view program) {
  return program.find('/') != std::string_view::npos;
}

// A name that the hosts file leads to this machine itself. Guard asks no name server for it.
struct LoopbackName {
  std::string name;
  std::string address;
};

std::vector<LoopbackName> loopback_names(const char* hosts_file) {
  std::vector<LoopbackName> names;
  for (const auto& [name, written] : names_of_hosts_file(hosts_file)) {
    const std::string address = policy::canonical_address(written);
    if (address.starts_with("127.") || address == "::1") names.push_back({name, address});
  }
  return names;
}

bool same_name(std::string_view a, std::string_view b) {
  const auto lower = [](unsigned char c) { return std::tolower(c); };
  return std::ranges::equal(a, b, {}, lower, lower);
}

// "db.local:5432" -> "127.0.0.1:5432", "[::1]:5432".
void add_addresses(std::vector<std::string>& hosts, const std::vector<LoopbackName>& names) {
  std::vector<std::string> found;
  for (const std::string& host : hosts) {
    const std::string name = policy::name_to_look_up(host);
    if (name.empty()) continue;
    for (const LoopbackName& row : names) {
      if (!same_name(row.name, name)) continue;
      const bool is_v6 = row.address.find(':') != std::string::npos;
      found.push_back((is_v6 ? "[" + row.address + "]" : row.address) + host.substr(name.size()));
    }
  }
  hosts.insert(hosts.end(), found.begin(), found.end());
}

// For other rules guard reads nothing here.
bool speaks_of_places(const policy::Condition& when) {
  return !when.path.empty() || !when.host.empty() || std::ranges::any_of(when.command, is_path);
}

constexpr std::size_t kMostPrograms = 64;  // each is looked up at each start

void add_new(const std::string& path, std::vector<std::string>& paths) {
  const bool is_new = std::ranges::find(paths, path) == paths.end();
  if (!path.empty() && is_new && paths.size() < kMostPrograms) paths.push_back(path);
}

}  // namespace

std::string canonical_text(const fs::path& path) {
  std::error_code error;
  auto found = fs::weakly_canonical(path, error);
  if (error) return {};
  std::string text = found.string();
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return text;
}

std::optional<std::string> pattern_behind_links(const std::string& pattern) {
  if (!pattern.starts_with('/')) return std::nullopt;
  const std::string named = policy::literal_beginning(pattern);
  const std::string real = canonical_text(named);
  if (real.empty() || real == named) return std::nullopt;
  const std::string folder = real == "/" ? "" : policy::anchored_glob(".", real, "");
  return folder + std::string(rest_behind(pattern, named));
}

std::vector<policy::Rule> rules_here(const std::vector<policy::Rule>& rules,
                                     const policy::PathRoots& roots, const char* hosts_file) {
  std::optional<std::vector<LoopbackName>> names;
  std::vector<policy::Rule> also;
  for (const policy::Rule& rule : rules) {
    const bool restricts = rule.decides && rule.decision != policy::Verdict::kAllow;
    if (!restricts || !speaks_of_places(rule.when)) continue;
    if (!names && !rule.when.host.empty()) names = loopback_names(hosts_file);
    policy::Rule here = rule;
    add_behind_links(here.when.path, roots, is_any);
    add_behind_links(here.when.command, roots, is_path);
    if (names) add_addresses(here.when.host, *names);
    if (here == rule) continue;
    here.only_tightens = here.joins_only = true;
    also.push_back(std::move(here));
  }
  return also;
}

std::vector<std::string> programs_named_by(const std::vector<policy::Rule>& rules,
                                           const policy::PathRoots& roots) {
  std::vector<policy::Rule> all = rules_here(rules, roots);
  all.insert(all.end(), rules.begin(), rules.end());
  std::vector<std::string> paths;
  for (const policy::Rule& rule : all) {
    if (!rule.decides || rule.decision == policy::Verdict::kAllow) continue;
    for (const std::string& program : rule.when.command) {
      if (!is_path(program) || policy::has_wildcard(program)) continue;
      for (const std::string& workspace : roots.workspace)
        add_new(policy::anchored_glob(program, workspace, roots.home), paths);
    }
  }
  return paths;
}

}  // namespace guard::supervisor
