// SPDX-License-Identifier: Apache-2.0
// The commit that HEAD of a repository names, read by hand: no configuration, no hook, no other
// folder than the one that is held has a say. Any HEAD but a plain branch or a plain id (a work
// tree of another repository, reftable, SHA-256) is not understood. Blocks on nothing but the disk.
#ifndef GUARD_SUPERVISOR_GIT_GIT_HEAD_H_
#define GUARD_SUPERVISOR_GIT_GIT_HEAD_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/files/unique_fd.h"

namespace guard::supervisor {

// 40 lower-case hexadecimal digits.
[[nodiscard]] bool is_commit_id(std::string_view text);
// A folder below FOLDER that is itself no link, by no link, on the same file system.
[[nodiscard]] UniqueFd open_plain_folder(int folder, const char* name);
// Its id. REPOSITORY: the folder .git.
[[nodiscard]] std::optional<std::string> head_commit(int repository);
// The same of a ref: "refs/heads/main". Nothing: there is none, or it is no plain one.
[[nodiscard]] std::optional<std::string> commit_of_ref(int repository, const std::string& name);
// The log of a ref, "logs/HEAD": the commit that it had so many moves before the last one. Nothing:
// there is none, it does not go back so far, or it is too long to be read.
[[nodiscard]] std::optional<std::string> commit_in_log(int folder, const std::string& name,
                                                       std::size_t moves);
// True: neither a file nor packed-refs has it. NAME: "refs/heads/main".
[[nodiscard]] bool has_no_ref(int repository, const std::string& name);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_GIT_GIT_HEAD_H_
