// SPDX-License-Identifier: Apache-2.0
#include "supervisor/content_difference.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "base/small_difference.h"
#include "base/text.h"
#include "base/unique_fd.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::ObjectType;
using policy::PathClass;

constexpr std::size_t kMostLines = 200;
constexpr std::size_t kLongestLine = 200;

struct Replacement {
  std::string old_path;
  std::string new_path;
};

bool holds_secrets(const policy::Object& object) {
  return object.path_class == PathClass::kSecret || object.path_class == PathClass::kGuard;
}

std::optional<Replacement> renamed_over(const policy::Action& action) {
  if (action.act != Act::kRename || action.objects.size() != 2) return std::nullopt;
  const policy::Object& from = action.objects.front();
  const policy::Object& to = action.objects.back();
  const bool files = from.type == ObjectType::kFile && to.type == ObjectType::kFile;
  if (!files || holds_secrets(from) || holds_secrets(to)) return std::nullopt;
  return Replacement{to.path, from.path};
}

// The two names of `cp NEW OLD`; an option that takes a word would be read as a name: then none.
std::optional<std::string> source_of(const policy::Action& action) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i < action.argv.size(); ++i) {
    const std::string& word = action.argv[i];
    if (word.starts_with("-t") || word.starts_with("-S") || word.starts_with("--target") ||
        word.starts_with("--suffix"))
      return std::nullopt;
    if (!word.starts_with('-')) names.push_back(word);
  }
  if (names.size() != 2) return std::nullopt;
  return names.front().starts_with('/') ? names.front() : action.cwd + "/" + names.front();
}

std::optional<Replacement> copied_over(const policy::Action& action,
                                       const policy::Assessment& assessment) {
  constexpr std::array<std::string_view, 2> kPrograms = {"cp", "mv"};
  const std::string_view program = base_name(action.exe);
  if (action.act != Act::kExec || !assessment.effect ||
      std::find(kPrograms.begin(), kPrograms.end(), program) == kPrograms.end())
    return std::nullopt;
  // mv loses its source, too: what is overwritten stands last.
  const auto& operands = assessment.effect->operands;
  if (operands.empty() || operands.size() > 2) return std::nullopt;
  const policy::Object& target = operands.back().object;
  const auto source = source_of(action);
  const bool secret = std::any_of(operands.begin(), operands.end(),
                                  [](const auto& one) { return holds_secrets(one.object); });
  if (!source || secret || target.type != ObjectType::kFile) return std::nullopt;
  return Replacement{target.path, *source};
}

// A FIFO or a device must hold up nobody.
UniqueFd open_text(const std::string& path) {
  UniqueFd file(
      ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | O_NOATIME));
  if (!file.valid())
    file.reset(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat status {};
  if (!file.valid() || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  return file;
}

std::vector<std::string> shown_lines(std::string_view text, const Redactor& redactor) {
  std::vector<std::string> lines;
  while (!text.empty() && lines.size() < kMostLines) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(shortened(safe_text(redactor.text(text.substr(0, end))), kLongestLine));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (!text.empty()) lines.emplace_back("(the rest of the difference is not shown)");
  return lines;
}

}  // namespace

std::vector<std::string> content_difference(const policy::Action& action,
                                            const policy::Assessment& assessment,
                                            const Redactor& redactor) {
  auto files = renamed_over(action);
  if (!files) files = copied_over(action, assessment);
  if (!files) return {};
  const UniqueFd before = open_text(files->old_path);
  const UniqueFd after = open_text(files->new_path);
  if (!before.valid() || !after.valid()) return {};
  const auto difference =
      small_difference(before.get(), after.get(), files->old_path, files->new_path);
  return difference ? shown_lines(*difference, redactor) : std::vector<std::string>{};
}

}  // namespace guard::supervisor
