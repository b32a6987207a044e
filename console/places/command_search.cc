// SPDX-License-Identifier: Apache-2.0
#include "console/places/command_search.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string_view>

#include "base/text/text.h"

namespace guard::console {
namespace {

// 0, or the errno with which an exec would fail.
int why_not_executable(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return errno;
  if (S_ISDIR(status.st_mode)) return EISDIR;
  if (!S_ISREG(status.st_mode)) return EACCES;
  return ::faccessat(AT_FDCWD, path.c_str(), X_OK, AT_EACCESS) == 0 ? 0 : errno;
}

bool is_missing(int error) {
  return error == ENOENT || error == ENOTDIR;
}

tl::unexpected<Error> not_executable(const std::string& name, int error) {
  Error shown{is_missing(error) ? Code::kNotFound : Code::kRefused, error, safe_text(name)};
  return forward(std::move(shown));
}

}  // namespace

Result<std::string> find_command(const std::string& name, const std::string& search_path) {
  if (name.find('/') != std::string::npos) {
    if (const int error = why_not_executable(name); error != 0) return not_executable(name, error);
    return name;
  }
  int found_but =
      0;  // something of that name that cannot run; a later folder may have a better one
  std::string_view rest = search_path;
  for (bool more = !name.empty(); more;) {
    const std::size_t colon = rest.find(':');
    const std::string folder(rest.substr(0, colon));
    const std::string candidate = (folder.empty() ? "." : folder) + "/" + name;
    const int error = why_not_executable(candidate);
    if (error == 0) return candidate;
    if (!is_missing(error)) found_but = error;
    more = colon != std::string_view::npos;
    if (more) rest.remove_prefix(colon + 1);
  }
  if (found_but != 0) return not_executable(name, found_but);
  return fail(Code::kNotFound, safe_text(name) + ": command not found");
}

std::string search_path_of_environment() {
  const char* path = std::getenv("PATH");
  return path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path;
}

}  // namespace guard::console
