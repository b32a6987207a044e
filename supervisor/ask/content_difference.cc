// SPDX-License-Identifier: Apache-2.0
#include "supervisor/ask/content_difference.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "base/files/small_difference.h"
#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "policy/shell/nested_text.h"

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

bool takes_a_word(std::string_view flag) {
  constexpr std::array<std::string_view, 8> kFlags = {"-S", "--suffix", "-m", "--mode",
                                                      "-o", "--owner",  "-g", "--group"};
  return std::find(kFlags.begin(), kFlags.end(), flag) != kFlags.end();
}

// The files that cp, mv or install reads, as they are written; behind wrappers too. Empty: it is
// none of them.
std::vector<std::string> sources_of(const policy::Action& action) {
  constexpr std::array<std::string_view, 3> kPrograms = {"cp", "mv", "install"};
  const auto& argv = action.argv;
  const std::size_t program = policy::program_index(policy::literal_words(argv));
  if (program >= argv.size() ||
      std::find(kPrograms.begin(), kPrograms.end(), base_name(argv[program])) == kPrograms.end())
    return {};
  std::vector<std::string> names;
  bool into_folder = false;
  for (std::size_t i = program + 1; i < argv.size(); ++i) {
    const std::string& word = argv[i];
    const bool folder = word == "-t" || word == "--target-directory";
    into_folder = into_folder || folder || word.starts_with("--target-directory=");
    if (folder || takes_a_word(word)) {
      ++i;
    } else if (!word.starts_with('-')) {
      names.push_back(word);
    }
  }
  if (!into_folder && !names.empty()) names.pop_back();
  return names;
}

// The content that each overwritten file would get: the only source, or the one of its name.
std::vector<Replacement> replaced_by_command(const policy::Action& action,
                                             const policy::Assessment& assessment,
                                             const policy::PathClassifier& classifier) {
  std::vector<Replacement> replacements;
  if (action.act != Act::kExec || !assessment.effect) return replacements;
  const std::vector<std::string> sources = sources_of(action);
  for (const policy::EffectOperand& operand : assessment.effect->operands) {
    const policy::Object& target = operand.object;
    const auto source =
        sources.size() == 1
            ? sources.begin()
            : std::find_if(sources.begin(), sources.end(), [&](const std::string& name) {
                return base_name(name) == base_name(target.path);
              });
    if (source == sources.end() || target.type != ObjectType::kFile) continue;
    policy::Object from;
    from.path = source->starts_with('/') ? *source : action.cwd + "/" + *source;
    from.path_class = classifier.classify(from.path, ObjectType::kFile);
    // mv loses its source, too: that is among what it takes.
    if (operand.shown == *source || holds_secrets(from) || holds_secrets(target)) continue;
    replacements.push_back({target.path, from.path});
  }
  return replacements;
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

std::string difference_of(const Replacement& files) {
  const UniqueFd before = open_text(files.old_path);
  const UniqueFd after = open_text(files.new_path);
  if (!before.valid() || !after.valid()) return {};
  return small_difference(before.get(), after.get(), files.old_path, files.new_path).value_or("");
}

void add_lines(std::vector<std::string>& lines, std::string_view text, const Redactor& redactor) {
  while (!text.empty() && lines.size() < kMostLines) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(shortened(safe_text(redactor.text(text.substr(0, end))), kLongestLine));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (!text.empty()) lines.emplace_back("(the rest of the difference is not shown)");
}

}  // namespace

std::vector<std::string> content_difference(const policy::Action& action,
                                            const policy::Assessment& assessment,
                                            const policy::PathClassifier& classifier,
                                            const Redactor& redactor) {
  std::vector<Replacement> replacements = replaced_by_command(action, assessment, classifier);
  if (const auto renamed = renamed_over(action)) replacements = {*renamed};
  std::vector<std::string> lines;
  for (const Replacement& files : replacements) {
    if (lines.size() >= kMostLines) break;
    add_lines(lines, difference_of(files), redactor);
  }
  return lines;
}

}  // namespace guard::supervisor
