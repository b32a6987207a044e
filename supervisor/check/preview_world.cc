// SPDX-License-Identifier: Apache-2.0
#include "supervisor/check/preview_world.h"

#include <fcntl.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

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

bool starts_as_script(const char* path) {
  const UniqueFd fd(::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  char magic[2] = {};
  return fd.valid() && ::read(fd.get(), magic, 2) == 2 && magic[0] == '#' && magic[1] == '!';
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
  ActPlace place{UniqueFd(), lexically_normal(folder, ""), shell_text_, context_.runs_as_root,
                 context_.limits};
  place.cut_short = cut_short_;
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
  action.image_script = starts_as_script(found.c_str());
  action.image_origin = origin_of(image);
}

}  // namespace guard::supervisor
