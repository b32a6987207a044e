// SPDX-License-Identifier: Apache-2.0
#include "supervisor/check/preview_world.h"

#include <fcntl.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include "base/limits.h"
#include "supervisor/facts/tree_facts.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kMostNames = size_limit("check.names");

struct FreeGlob {
  void operator()(glob_t* found) const { ::globfree(found); }
};

// A pattern as it stands for glob(3) when it hangs from FOLDER: the folder's own name is no
// pattern.
std::string escaped(const std::string& folder) {
  std::string out;
  for (const char c : folder) {
    if (c == '*' || c == '?' || c == '[' || c == ']' || c == '\\') out.push_back('\\');
    out.push_back(c);
  }
  return out;
}

std::string on_search_path(const std::string& program, const std::string& search_path) {
  for (std::size_t from = 0; from <= search_path.size();) {
    const auto end = std::min(search_path.find(':', from), search_path.size());
    const std::string folder = search_path.substr(from, end - from);
    const std::string candidate = (folder.empty() ? "." : folder) + "/" + program;
    struct stat status {};
    const bool file = ::stat(candidate.c_str(), &status) == 0 && S_ISREG(status.st_mode);
    if (file && (status.st_mode & 0111) != 0) return candidate;
    from = end + 1;
  }
  return {};
}

// The words of the line behind "#!"; the kernel passes all behind the first as one. None: no
// script.
std::vector<std::string> first_line(const char* path) {
  const UniqueFd fd(::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  std::array<char, size_limit("exec.head")> head{};
  const ssize_t n = fd.valid() ? ::read(fd.get(), head.data(), head.size()) : 0;
  std::string_view line(head.data(), n < 0 ? 0 : static_cast<std::size_t>(n));
  if (!line.starts_with("#!")) return {};
  line = line.substr(2, line.find('\n') - 2);
  std::vector<std::string> words;
  const std::size_t from = line.find_first_not_of(" \t");
  if (from == std::string_view::npos) return {""};
  const std::size_t end = std::min(line.find_first_of(" \t", from), line.size());
  words.emplace_back(line.substr(from, end - from));
  const std::size_t rest = line.find_first_not_of(" \t", end);
  if (rest == std::string_view::npos) return words;
  words.emplace_back(line.substr(rest, line.find_last_not_of(" \t") - rest + 1));
  return words;
}

UniqueFd open_program(const std::string& folder, const std::string& path) {
  if (path.empty()) return UniqueFd();
  return UniqueFd(::open(lexically_normal(folder, path).c_str(), O_PATH | O_CLOEXEC));
}

policy::ImageOrigin origin_of(const policy::Object& image) {
  using policy::ImageOrigin;
  using policy::PathClass;
  using policy::Recoverability;
  const bool inside = image.path_class == PathClass::kWorkspace;
  if (image.recoverability == Recoverability::kBorn) return ImageOrigin::kBorn;
  if (inside) return ImageOrigin::kWorkspace;
  return image.path_class == PathClass::kSystem ? ImageOrigin::kInstalled : ImageOrigin::kOther;
}

}  // namespace

std::unique_ptr<policy::Facts> PreviewWorld::facts_in(const std::string& folder) {
  ActPlace place{UniqueFd(), lexically_normal(folder, ""), shell_text_, context_.raising,
                 context_.limits};
  place.cut_short = cut_short_;
  place.may_be_made = true;
  return std::make_unique<TreeFacts>(context_.paths, std::move(place));
}

std::vector<std::string> PreviewWorld::expand(const std::string& pattern,
                                              const std::string& folder) {
  const bool absolute = pattern.starts_with('/');
  const std::string prefix = absolute ? "" : folder + "/";
  const std::string full = absolute ? pattern : escaped(prefix) + pattern;
  glob_t found{};
  const std::unique_ptr<glob_t, FreeGlob> release(&found);
  const int problem = ::glob(full.c_str(), GLOB_NOSORT, nullptr, &found);
  if (problem == GLOB_NOMATCH) return {};
  if (problem != 0 || found.gl_pathc > kMostNames) *cut_short_ = true;
  std::vector<std::string> names;
  for (std::size_t i = 0; problem == 0 && i < found.gl_pathc && i < kMostNames; ++i) {
    names.emplace_back(found.gl_pathv[i] + prefix.size());
  }
  return names;
}

void PreviewWorld::find_image(policy::Action& action) {
  const std::string& program = action.argv[0];
  const bool path = program.find('/') != std::string::npos;
  const std::string found =
      path ? lexically_normal(action.cwd, program) : on_search_path(program, context_.search_path);
  if (found.empty()) return;  // a builtin, a function, or nothing: judged by its name
  const UniqueFd fd(::open(found.c_str(), O_PATH | O_CLOEXEC));
  struct stat status {};
  if (!fd.valid() || ::fstat(fd.get(), &status) != 0 || !S_ISREG(status.st_mode)) return;
  const policy::Object image = context_.paths.describe_held(fd.get());
  action.exe = image.path;
  action.image_setuid = (status.st_mode & S_ISUID) != 0;
  action.image_origin = origin_of(image);
  if (action.image_origin == policy::ImageOrigin::kInstalled)
    action.called_by_link = link_name_of(found, image.path);
  auto words = first_line(found.c_str());
  action.image_script = !words.empty();
  if (context_.known != nullptr) settle_copies(action, fd.get(), std::move(words));
}

// LINE: of a script; empty of another program.
void PreviewWorld::settle_copies(policy::Action& action, int fd,
                                 std::vector<std::string> line) const {
  UniqueFd interpreter;
  if (!line.empty()) {
    interpreter = open_program(action.cwd, line.front());
    line.push_back(action.argv.front());
    line.insert(line.end(), action.argv.begin() + 1, action.argv.end());
  }
  const auto open = [&](const std::string& word) {
    const bool path = word.find('/') != std::string::npos;
    return open_program(action.cwd, path ? word : on_search_path(word, context_.search_path));
  };
  context_.known->settle(action, {.file = fd,
                                  .trusted = action.image_origin == policy::ImageOrigin::kInstalled,
                                  .interpreter = interpreter.get(),
                                  .interpreted_argv = std::move(line),
                                  .inner = policy::InnerPrograms::kAll,
                                  .open_program = open});
}

}  // namespace guard::supervisor
