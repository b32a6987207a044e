// SPDX-License-Identifier: Apache-2.0
#include "supervisor/git/git_revision.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "supervisor/git/git_head.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kMostOfObject = 1U << 20U;
constexpr std::size_t kMostSteps = 10'000;

std::optional<std::size_t> number_in(std::string_view digits) {
  if (digits.empty() || digits.size() > 6 ||
      digits.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  return std::stoul(std::string(digits));
}

// "~2^~" is 4 first parents up. `^2` and `^{...}` are not understood.
std::optional<std::size_t> steps_in(std::string_view suffix) {
  std::size_t steps = 0;
  while (!suffix.empty()) {
    const char mark = suffix.front();
    suffix.remove_prefix(1);
    const std::size_t end = std::min(suffix.find_first_of("~^"), suffix.size());
    const std::string_view digits = suffix.substr(0, end);
    suffix.remove_prefix(end);
    const auto number = digits.empty() ? std::optional<std::size_t>(1) : number_in(digits);
    if (!number || (mark == '^' && *number > 1)) return std::nullopt;
    steps += *number;
  }
  return steps;
}

// The id behind the first line that begins with KEY.
std::optional<std::string> id_in(const std::string& object, std::string_view key) {
  std::string_view rest = object;
  while (!rest.empty() && rest.front() != '\n') {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (!line.starts_with(key)) continue;
    const std::string_view id = line.substr(key.size());
    return is_commit_id(id) ? std::optional(std::string(id)) : std::nullopt;
  }
  return std::nullopt;
}

// A tag with a text of its own leads to its commit.
std::optional<std::string> peeled(GitObjects& objects, std::string id) {
  constexpr int kMostTags = 5;
  for (int i = 0; i < kMostTags; ++i) {
    if (objects.read(id, GitKind::kCommit, kMostOfObject)) return id;
    const auto tag = objects.read(id, GitKind::kTag, kMostOfObject);
    const auto next = tag ? id_in(*tag, "object ") : std::nullopt;
    if (!next) return std::nullopt;
    id = *next;
  }
  return std::nullopt;
}

std::optional<std::string> ancestor_of(GitObjects& objects, std::string id, std::size_t steps) {
  if (steps > kMostSteps) return std::nullopt;
  for (; steps > 0; --steps) {
    const auto commit = objects.read(id, GitKind::kCommit, kMostOfObject);
    const auto parent = commit ? id_in(*commit, "parent ") : std::nullopt;
    if (!parent) return std::nullopt;
    id = *parent;
  }
  return id;
}

bool is_abbreviation(std::string_view text) {
  constexpr std::size_t kLeast = 4;
  return text.size() >= kLeast && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// Whether it is of a work tree alone.
bool is_pseudo_ref(std::string_view name) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"ORIG_HEAD", "FETCH_HEAD", "MERGE_HEAD", "CHERRY_PICK_HEAD"});
  return std::ranges::find(kNames, name) != kNames.end();
}

// Where several have the name, git chooses one and warns. A ref that is there and cannot be read (a
// ref to a ref) is one of them: it may lead anywhere.
std::optional<std::string> by_ref(const RevisionPlace& place, const std::string& name) {
  if (is_pseudo_ref(name)) return place.own < 0 ? std::nullopt : commit_of_ref(place.own, name);
  std::optional<std::string> found;
  for (const char* folder : {"", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"}) {
    const std::string ref = folder + name;
    const bool is_own = place.own >= 0 && !has_no_ref(place.own, ref);
    if (!is_own && has_no_ref(place.common, ref)) continue;
    const auto id = commit_of_ref(place.common, ref);
    if (found || !id) return std::nullopt;
    found = id;
  }
  return found;
}

// No ref has the name, so that git takes it for the beginning of an id.
bool names_no_ref(const RevisionPlace& place, const std::string& name) {
  constexpr auto kFolders =
      std::to_array<const char*>({"", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"});
  return std::ranges::all_of(kFolders, [&](const char* folder) {
    return has_no_ref(place.common, folder + name) &&
           (place.own < 0 || has_no_ref(place.own, folder + name));
  });
}

std::optional<std::string> by_name(const RevisionPlace& place, const std::string& name) {
  if (name == "HEAD" || name == "@") return place.head;
  if (is_commit_id(name)) return name;
  if (const auto ref = by_ref(place, name)) return peeled(place.objects, *ref);
  if (!is_abbreviation(name) || !names_no_ref(place, name)) return std::nullopt;
  const auto id = place.objects.id_beginning_with(name);
  return id ? peeled(place.objects, *id) : std::nullopt;
}

// "HEAD@{2}", "main@{1}", "@{1}": what was there so many moves ago.
std::optional<std::string> by_log(const RevisionPlace& place, const std::string& branch,
                                  std::string_view base, std::string_view inside) {
  const auto number = number_in(inside);
  if (!number) return std::nullopt;
  if (base == "HEAD" || base == "@")
    return place.own < 0 ? std::nullopt : commit_in_log(place.own, "logs/HEAD", *number);
  const std::string name = base.empty() ? branch : std::string(base);
  if (name.empty()) return std::nullopt;
  return commit_in_log(place.common, "logs/refs/heads/" + name, *number);
}

}  // namespace

std::optional<std::string> commit_named(const RevisionPlace& place, const std::string& branch,
                                        const std::string& text) {
  const std::size_t end = std::min(text.find_first_of("~^"), text.size());
  const std::string base = text.substr(0, end);
  const auto steps = steps_in(std::string_view(text).substr(end));
  if (!steps || base.empty()) return std::nullopt;
  const std::size_t at = base.find("@{");
  const bool is_log = at != std::string::npos && base.ends_with('}');
  if (base.find_first_of("{}: ") != std::string::npos && !is_log) return std::nullopt;
  const auto id = is_log ? by_log(place, branch, std::string_view(base).substr(0, at),
                                  std::string_view(base).substr(at + 2, base.size() - at - 3))
                         : by_name(place, base);
  return id ? ancestor_of(place.objects, *id, *steps) : std::nullopt;
}

}  // namespace guard::supervisor
