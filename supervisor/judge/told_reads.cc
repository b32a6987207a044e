// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/told_reads.h"

#include <algorithm>
#include <string_view>

#include "base/text/text.h"
#include "policy/command/told_files.h"

namespace guard::supervisor {

bool is_told_to_read(const policy::Actor& actor, const std::string& cwd, const struct stat& held) {
  const std::string_view program =
      actor.script.empty() ? base_name(actor.exe) : std::string_view(actor.script);
  const auto files = policy::told_files(program, actor.argv);
  return std::ranges::any_of(files, [&](const std::string& file) {
    struct stat status {};
    const std::string path = file.starts_with('/') ? file : cwd + "/" + file;
    return ::stat(path.c_str(), &status) == 0 && status.st_dev == held.st_dev &&
           status.st_ino == held.st_ino;
  });
}

}  // namespace guard::supervisor
