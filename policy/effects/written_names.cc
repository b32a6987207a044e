// SPDX-License-Identifier: Apache-2.0
#include "policy/effects/written_names.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <utility>

#include "base/text/text.h"

namespace guard::policy {
namespace {

using Words = std::vector<std::string>;

// These write only their last operand; the others are read.
constexpr auto kWriteLast =
    std::to_array<std::string_view>({"cp", "install", "ln", "link", "rsync", "scp", "sort"});

bool has_any(const CommandLine& line, std::initializer_list<const char*> names) {
  return std::ranges::any_of(names, [&line](const char* name) { return line.has_flag(name); });
}

std::optional<std::string> folder_flag(const CommandLine& line) {
  if (auto folder = line.value_of("t")) return folder;
  return line.value_of("target-directory");
}

std::string_view without_slashes(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  return path;
}

// ln and install put something new in the place of a link; cp writes through it.
LastLink last_of(const CommandLine& line) {
  const bool replaces = line.program == "ln" || line.program == "link" ||
                        line.program == "install" || line.has_flag("remove-destination");
  return replaces ? LastLink::kKept : LastLink::kFollowed;
}

bool copies_folders(const CommandLine& line) {
  return line.program == "cp" && has_any(line, {"r", "R", "recursive", "a", "archive"});
}

bool makes_folders(const CommandLine& line) {
  return line.program == "install" && has_any(line, {"d", "directory"});
}

// `install -D x a/b/c`, `cp --parents a/b/c d`: folders on the way are made, too.
bool makes_parents(const CommandLine& line) {
  if (line.program == "install") return has_any(line, {"D", "d", "directory"});
  return line.program == "cp" && line.has_flag("parents");
}

// "src/." and ".." have no name of their own: what is in them comes into the folder itself.
std::string place_within(const CommandLine& line, const std::string& folder,
                         const std::string& source) {
  const std::string_view name = base_name(without_slashes(source));
  if (line.program == "cp" && (name == "." || name == "..")) return folder;
  if (line.program == "cp" && line.has_flag("parents"))
    return folder + "/" + std::string(without_slashes(source));
  return name_within(folder, source);
}

// The folder that the sources go into, where there is one, else the name that the source gets.
struct Target {
  Words sources;
  std::string name;
  bool into = false;
};

bool is_taken_as_folder(const CommandLine& line, const std::string& name, Facts& facts) {
  if (has_any(line, {"T", "no-target-directory"})) return false;
  const bool keeps_link = line.program == "ln" && has_any(line, {"n", "no-dereference"});
  if (keeps_link && facts.object(name, LastLink::kKept).type == ObjectType::kSymlink) return false;
  return is_folder(name, facts);
}

std::optional<Target> target_of(const CommandLine& line, Facts& facts) {
  if (auto folder = folder_flag(line)) return Target{line.operands, *std::move(folder), true};
  if (line.operands.size() == 1 && line.program == "ln") return Target{line.operands, ".", true};
  if (line.operands.size() < 2) return std::nullopt;
  Target target{line.operands, line.operands.back()};
  target.sources.pop_back();
  target.into = is_taken_as_folder(line, target.name, facts);
  return target;
}

std::vector<WrittenName> copied_names(const CommandLine& line, Facts& facts) {
  std::vector<WrittenName> names;
  const auto target = target_of(line, facts);
  if (!target) return names;
  for (const std::string& source : target->sources) {
    const std::string name = target->into ? place_within(line, target->name, source) : target->name;
    names.push_back({name, last_of(line), copies_folders(line) ? source : std::string()});
    if (!target->into) break;
  }
  return names;
}

std::vector<WrittenName> names_of_dd(const CommandLine& line) {
  std::vector<WrittenName> names;
  for (const auto& operand : line.operands) {
    if (operand.starts_with("of=")) names.push_back({operand.substr(3)});
  }
  return names;
}

// The first first. Beyond a ".." nobody can say which folder would be meant.
std::vector<WrittenName> with_parents(std::vector<WrittenName> names, Facts& facts) {
  std::vector<WrittenName> all;
  for (WrittenName& written : names) {
    std::vector<WrittenName> above;
    const bool leads_up = ("/" + written.name + "/").find("/../") != std::string::npos;
    std::string_view folder = without_slashes(written.name);
    for (std::size_t slash = folder.rfind('/');
         !leads_up && slash != 0 && slash != std::string_view::npos; slash = folder.rfind('/')) {
      folder = without_slashes(folder.substr(0, slash));
      std::string name(folder);
      if (facts.object(name, LastLink::kFollowed).type != ObjectType::kMissing) break;
      above.push_back({.name = std::move(name), .folder = true});
    }
    std::move(above.rbegin(), above.rend(), std::back_inserter(all));
    all.push_back(std::move(written));
  }
  return all;
}

std::vector<WrittenName> named_directly(const CommandLine& line, Facts& facts) {
  if (line.program == "dd") return names_of_dd(line);
  const bool folders = makes_folders(line);
  if (!folders && std::ranges::find(kWriteLast, line.program) != kWriteLast.end())
    return copied_names(line, facts);
  std::vector<WrittenName> names;
  for (const auto& operand : line.operands) names.push_back({.name = operand, .folder = folders});
  return names;
}

}  // namespace

std::string name_within(const std::string& folder, std::string_view operand) {
  return folder + (folder.ends_with('/') ? "" : "/") +
         std::string(base_name(without_slashes(operand)));
}

bool is_folder(const std::string& operand, Facts& facts) {
  return facts.object(operand, LastLink::kFollowed).type == ObjectType::kDirectory;
}

std::vector<WrittenName> written_names(const CommandLine& line, Facts& facts) {
  std::vector<WrittenName> names = named_directly(line, facts);
  return makes_parents(line) ? with_parents(std::move(names), facts) : names;
}

}  // namespace guard::policy
