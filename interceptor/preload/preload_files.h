// SPDX-License-Identifier: Apache-2.0
// The files that the preload backend needs on disk: the library and its helper, which lie beside
// guard or in the folder they are installed to, and the socket that the library asks on: in a
// folder of its own, which nobody else can make anything in. Before the session has threads.
#ifndef GUARD_INTERCEPTOR_PRELOAD_PRELOAD_FILES_H_
#define GUARD_INTERCEPTOR_PRELOAD_PRELOAD_FILES_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "interceptor/kernel/kernel_features.h"
#include "interceptor/seccomp/seccomp_filter.h"

namespace guard::interceptor {

// For the launch (launcher.h).
struct PreloadPlan {
  std::string library;
  std::string variable;  // GUARD_PRELOAD=..., preload/setting.h
};

// The library's path, with its helper beside it.
Result<std::string> find_preload_library();
// Empty, or why no program can be started by the preload backend.
[[nodiscard]] std::string why_not_preloaded();
[[nodiscard]] PreloadPlan preload_plan(const std::string& library, const std::string& socket,
                                       const FilterOptions& filter);

// Why the library will not be in the program that FILE (O_PATH or open) is; empty: it will.
[[nodiscard]] std::string why_unseen(int file);

// Listens; taken away with its folder at the end.
class PreloadSocket {
 public:
  static Result<PreloadSocket> make(const std::string& parent);
  PreloadSocket(PreloadSocket&& other) noexcept;
  PreloadSocket& operator=(PreloadSocket&&) = delete;
  ~PreloadSocket();
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::string& folder() const { return folder_; }
  [[nodiscard]] int fd() const { return fd_.get(); }
  [[nodiscard]] UniqueFd take() { return std::move(fd_); }

 private:
  PreloadSocket() = default;
  UniqueFd fd_;
  std::string folder_;
  std::string path_;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PRELOAD_PRELOAD_FILES_H_
