// SPDX-License-Identifier: Apache-2.0
#include "policy/command/tree_search.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"
#include "policy/text/glob.h"

namespace guard::policy {
namespace {

using Words = std::vector<std::string>;

bool is_cluster(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && word[1] != '-';
}

bool has_letter(std::string_view word, std::string_view letters) {
  return is_cluster(word) && word.find_first_of(letters) != std::string_view::npos;
}

// "--include=X"; the value may be the next word.
std::optional<std::string> value_of(const Words& argv, std::size_t at, std::string_view flag) {
  const std::string_view word = argv[at];
  if (word.starts_with(flag) && word.size() > flag.size() && word[flag.size()] == '=')
    return std::string(word.substr(flag.size() + 1));
  return word == flag && at + 1 < argv.size() ? std::optional(argv[at + 1]) : std::nullopt;
}

Words values_of(const Words& argv, std::string_view flag) {
  Words values;
  for (std::size_t i = 1; i < argv.size(); ++i)
    if (auto value = value_of(argv, i, flag)) values.push_back(std::move(*value));
  return values;
}

// The last letter of a cluster takes the next word when it is one of WITH_VALUE: "-re PATTERN".
Words operands_of(const Words& argv, std::string_view with_value) {
  Words operands;
  bool flags = true;
  for (std::size_t i = 1; i < argv.size(); ++i) {
    if (flags && argv[i] == "--") {
      flags = false;
    } else if (!flags || argv[i].size() < 2 || argv[i][0] != '-') {
      operands.push_back(argv[i]);
    } else if (is_cluster(argv[i]) && with_value.find(argv[i].back()) != std::string_view::npos) {
      ++i;
    }
  }
  return operands;
}

bool goes_down(const Words& argv) {
  return std::any_of(argv.begin() + 1, argv.end(), [](const std::string& word) {
    return has_letter(word, "rR") || word == "--recursive" || word == "--dereference-recursive" ||
           word == "--directories=recurse";
  });
}

// The first word is the pattern, unless it is given otherwise; without a place it is the folder.
std::optional<TreeSearch> search_by_grep(const Words& argv) {
  if (!goes_down(argv)) return std::nullopt;
  TreeSearch search{"grep", operands_of(argv, "efABCmdD")};
  const bool given = std::any_of(argv.begin() + 1, argv.end(), [](const std::string& word) {
    return has_letter(word, "ef") || word.starts_with("--regexp") || word.starts_with("--file=");
  });
  if (!given && !search.places.empty()) search.places.erase(search.places.begin());
  if (search.places.empty()) search.places = {"."};
  search.only = values_of(argv, "--include");
  search.but = values_of(argv, "--exclude");
  search.but_folders = values_of(argv, "--exclude-dir");
  return search;
}

// `tar cf x.tar .`, `tar -czf`, `--create`; r and u add to an archive.
std::optional<TreeSearch> search_by_tar(const Words& argv) {
  const std::string_view first = argv.size() > 1 ? std::string_view(argv[1]) : "";
  const bool packs =
      (!first.starts_with('-') && first.find_first_of("cru") != std::string_view::npos) ||
      std::any_of(argv.begin() + 1, argv.end(), [](const std::string& word) {
        return has_letter(word, "cru") || word == "--create" || word == "--append" ||
               word == "--update";
      });
  if (!packs) return std::nullopt;
  TreeSearch search{"tar", operands_of(argv, "")};
  search.but = values_of(argv, "--exclude");
  return search;
}

struct Row {
  std::string_view program;
  std::optional<TreeSearch> (*read)(const Words&);
};
constexpr std::array<Row, 4> kTreeSearchRows = {{{"grep", search_by_grep},
                                                 {"egrep", search_by_grep},
                                                 {"fgrep", search_by_grep},
                                                 {"tar", search_by_tar}}};

bool fits_any(const Words& patterns, std::string_view name) {
  return std::ranges::any_of(
      patterns, [name](const std::string& pattern) { return word_glob_matches(pattern, name); });
}

}  // namespace

std::optional<TreeSearch> tree_search_of(const Words& argv) {
  if (argv.empty()) return std::nullopt;
  const auto row = std::ranges::find(kTreeSearchRows, base_name(argv[0]), &Row::program);
  return row == kTreeSearchRows.end() ? std::nullopt : row->read(argv);
}

bool would_open(const TreeSearch& search, std::string_view folder, std::string_view path) {
  const std::string_view name = base_name(path);
  if (!search.only.empty() && !fits_any(search.only, name)) return false;
  if (fits_any(search.but, name)) return false;
  if (path.size() <= folder.size()) return true;
  std::string_view rest = path.substr(folder.size() + (folder.ends_with('/') ? 0 : 1));
  for (std::size_t slash = rest.find('/'); slash != std::string_view::npos;
       slash = rest.find('/')) {
    const std::string_view part = rest.substr(0, slash);
    if (fits_any(search.but_folders, part) ||
        (search.program == "tar" && fits_any(search.but, part)))
      return false;
    rest.remove_prefix(slash + 1);
  }
  return true;
}

}  // namespace guard::policy
