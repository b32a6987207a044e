// SPDX-License-Identifier: Apache-2.0
// The small files of a git folder, read by hand (gitrepository-layout(5)). Blocks on nothing but
// the disk; any thread.
#ifndef GUARD_SUPERVISOR_GIT_GIT_FILES_H_
#define GUARD_SUPERVISOR_GIT_GIT_FILES_H_

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace guard::supervisor {

// It has HEAD, objects and refs.
[[nodiscard]] bool is_git_folder(const std::filesystem::path& path);

// Empty: there is no such file. Nothing: there is, and it cannot be read whole (limit git.config),
// or it is no file.
[[nodiscard]] std::optional<std::string> text_of_git_file(const std::filesystem::path& path);

// Reads an open file from its beginning. Nothing: it is no regular file, is longer than MOST bytes,
// or shrinks meanwhile.
[[nodiscard]] std::optional<std::string> content_of_git_file(int file, std::size_t most);

[[nodiscard]] std::string without_newline(std::string text);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_GIT_GIT_FILES_H_
