// SPDX-License-Identifier: Apache-2.0
#include "console/places/locations.h"

#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "base/files/unique_fd.h"
#include "base/text/text.h"

namespace guard::console {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// The XDG rules: a relative path is as good as none.
std::string absolute_environment(const char* name) {
  std::string value = environment(name);
  return value.starts_with('/') ? value : "";
}

Result<std::string> absolute(const std::string& path) {
  if (path.starts_with('/')) return path;
  char* here = ::getcwd(nullptr, 0);
  if (here == nullptr) return fail_errno("current folder");
  std::string full = std::string(here) + "/" + path;
  std::free(here);
  return full;
}

Result<std::string> state_folder(const std::string& option) {
  if (!option.empty()) return absolute(option);
  if (const std::string told = environment("GUARD_STATE_DIR"); !told.empty()) return absolute(told);
  if (const std::string xdg = absolute_environment("XDG_STATE_HOME"); !xdg.empty())
    return xdg + "/guard";
  const std::string home = home_folder();
  if (home.empty()) return fail(Code::kNotFound, "no home folder: set HOME or --state-dir");
  return home + "/.local/state/guard";
}

std::string config_folder() {
  if (const std::string xdg = absolute_environment("XDG_CONFIG_HOME"); !xdg.empty())
    return xdg + "/guard";
  const std::string home = home_folder();
  return home.empty() ? "" : home + "/.config/guard";
}

Result<void> make_parents(const std::string& path) {
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    const std::string parent = path.substr(0, slash);
    if (::mkdir(parent.c_str(), 0700) != 0 && errno != EEXIST)
      return fail_errno("create " + safe_text(parent));
  }
  return {};
}

// The folder must be this user's and there: after su or sudo the variable may still name somebody
// else's.
bool usable_runtime(const std::string& path) {
  struct stat status {};
  return !path.empty() && ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == ::geteuid();
}

}  // namespace

std::string home_folder() {
  if (std::string home = absolute_environment("HOME"); !home.empty()) return home;
  const passwd* entry = ::getpwuid(::geteuid());
  return entry == nullptr || entry->pw_dir == nullptr ? "" : entry->pw_dir;
}

Result<Locations> find_locations(const std::string& state_dir_option) {
  auto state = state_folder(state_dir_option);
  if (!state) return forward(state.error());
  const std::string runtime = absolute_environment("XDG_RUNTIME_DIR");
  Locations found;
  found.state = *state;
  found.runtime = usable_runtime(runtime) ? runtime + "/guard" : *state + "/run";
  found.config = config_folder();
  return found;
}

Result<void> check_named_folder(const std::string& path) {
  if (path.empty()) return {};
  const auto full = absolute(path);
  if (!full) return forward(full.error());
  std::filesystem::path folder(*full);
  if (!folder.has_filename()) folder = folder.parent_path();  // "state/"
  struct stat status {};
  const std::string above = folder.parent_path().string();
  if (::stat(above.c_str(), &status) == 0) return {};
  return fail_errno("cannot make " + safe_text(folder.string()) + ": " + safe_text(above));
}

bool names_new_folder(const std::string& path) {
  struct stat status {};
  return !path.empty() && ::stat(path.c_str(), &status) != 0 && errno == ENOENT;
}

Result<void> make_private_folder(const std::string& path) {
  const std::string shown = safe_text(path);
  if (auto made = make_parents(path); !made) return made;
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) return fail_errno("create " + shown);
  // Held open while it is looked at: what is checked is what is changed.
  const UniqueFd folder{::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
  if (!folder.valid() && (errno == ELOOP || errno == ENOTDIR))
    return fail(Code::kRefused, shown + " is not a folder of its own (a link or a file)");
  if (!folder.valid()) return fail_errno("open " + shown);
  struct stat status {};
  if (::fstat(folder.get(), &status) != 0) return fail_errno("look at " + shown);
  if (status.st_uid != ::geteuid()) return fail(Code::kRefused, shown + " belongs to another user");
  // Not tightened in passing: the folder may be one that others are meant to use, such as /tmp.
  if ((status.st_mode & 0077) != 0)
    return fail(Code::kRefused, shown + " is open to other users: chmod 700 it, or name another");
  return {};
}

std::string current_folder() {
  std::error_code error;
  return std::filesystem::current_path(error).string();
}

}  // namespace guard::console
