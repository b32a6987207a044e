// SPDX-License-Identifier: Apache-2.0
// ExecImage: the program that an exec would start, held by O_PATH, and what /proc must show once it
// has started: the image itself, or for a script the interpreter that its first line names (four
// levels at most, as the kernel).
#ifndef GUARD_INTERCEPTOR_RESOLVE_EXEC_IMAGE_H_
#define GUARD_INTERCEPTOR_RESOLVE_EXEC_IMAGE_H_

#include <sys/stat.h>

#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "interceptor/resolve/image_heads.h"
#include "interceptor/resolve/path_resolver.h"

namespace guard::interceptor {

struct ExecImage {
  UniqueFd file;  // O_PATH of what the call names
  struct stat status {};
  struct statx looked {};  // the same and more; stx_mask 0 for what a realm holds
  std::string path;  // canonical; ends in " (deleted)" for a deleted one, "/memfd:..." for a memfd
  bool script = false;
  UniqueFd interpreter;      // O_PATH of a script's; else invalid
  dev_t running_device = 0;  // of the image that /proc/PID/exe must be
  ino_t running_inode = 0;
  timespec running_changed{};             // its ctime: the content is the one that was judged
  std::vector<std::string> running_argv;  // what /proc/PID/cmdline must be
};

// Set-user-ID: it may run with the rights of the file's owner.
[[nodiscard]] bool is_set_user_id(const ExecImage& image);

// The caller's working folder (O_PATH), for an interpreter that a script names from there.
using OpenWorkingFolder = std::function<Result<UniqueFd>()>;

// `file` is what the call's path was resolved to, `spelling` the path as the kernel will pass it to
// an interpreter.
Result<ExecImage> hold_image(HeldPath file, const std::string& spelling,
                             const std::vector<std::string>& argv,
                             const OpenWorkingFolder& open_working_folder, ImageHeads& heads);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_RESOLVE_EXEC_IMAGE_H_
