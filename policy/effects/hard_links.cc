// SPDX-License-Identifier: Apache-2.0
#include "policy/effects/hard_links.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/text/text.h"
#include "policy/paths/path_class.h"

namespace guard::policy {
namespace {

using Flags = std::array<std::string_view, 2>;

bool has_any(const CommandLine& line, const Flags& flags) {
  return std::ranges::any_of(flags, [&](std::string_view flag) { return line.has_flag(flag); });
}

bool makes_links(const CommandLine& line) {
  if (line.program == "ln" || line.program == "link") return !has_any(line, {"s", "symbolic"});
  return line.program == "cp" && has_any(line, {"l", "link"});
}

std::optional<std::string> folder_flag(const CommandLine& line) {
  const auto folder = line.value_of("t");
  return folder ? folder : line.value_of("target-directory");
}

struct Words {
  std::vector<std::string> sources;
  std::string target;
};

// Nothing where the words are too few.
std::optional<Words> words_of(const CommandLine& line) {
  Words words{line.operands, {}};
  if (words.sources.empty()) return std::nullopt;
  if (const auto folder = folder_flag(line)) {
    words.target = *folder;
  } else if (words.sources.size() == 1) {
    if (line.program != "ln") return std::nullopt;
    words.target = ".";
  } else {
    words.target = words.sources.back();
    words.sources.pop_back();
  }
  return words;
}

// The link is only a further name of a file that the agent may write anyway.
bool is_plain(const Object& object) {
  return is_of_the_agent(object.path_class) || object.path_class == PathClass::kOwnState;
}

// Finds the first file that matters in a folder that cp copies.
HardLinks links_of_tree(const Object& top, const Object& name, Facts& facts) {
  HardLinks found;
  const Effect effect = facts.walk({top.path}, Extent::kAllBelow, [&](const Object& object) {
    if (found.links.empty() && object.type == ObjectType::kFile && !is_plain(object))
      found.links.push_back({object, name});
  });
  found.complete = effect.complete;
  return found;
}

}  // namespace

HardLinks hard_links(const CommandLevel& level, Facts& facts) {
  const CommandLine& line = level.line;
  const auto words = makes_links(line) ? words_of(line) : std::nullopt;
  if (!words) return {};
  const bool into = facts.object(words->target, LastLink::kFollowed).type == ObjectType::kDirectory;
  HardLinks all;
  for (const std::string& source : words->sources) {
    const std::string inside = words->target + "/" + std::string(base_name(source));
    const Object of = facts.object(source, LastLink::kKept);
    const Object name = facts.object(into ? inside : words->target, LastLink::kKept);
    if (of.type == ObjectType::kMissing) continue;
    if (of.type != ObjectType::kDirectory) {
      all.links.push_back({of, name});
    } else if (line.program == "cp") {
      HardLinks below = links_of_tree(of, name, facts);
      all.links.insert(all.links.end(), below.links.begin(), below.links.end());
      all.complete = all.complete && below.complete;
    }
  }
  return all;
}

}  // namespace guard::policy
