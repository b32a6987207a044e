// SPDX-License-Identifier: Apache-2.0
// The backend: one of three ways by which calls come to guard (docs/backends.md): a seccomp
// listener, ptrace where none can be had, or a preloaded library, which is advisory and so never
// taken without a person's word (docs/decisions/0020). Decided once at start from what was tried; a
// value.
#ifndef GUARD_INTERCEPTOR_LAUNCH_BACKEND_H_
#define GUARD_INTERCEPTOR_LAUNCH_BACKEND_H_

#include <string>

#include "interceptor/kernel/kernel_features.h"

namespace guard::interceptor {

enum class WantedBackend { kAuto, kNotify, kPtrace, kPreload };

struct Backend {
  bool traced = false;
  bool preloaded = false;   // advisory
  bool every_call = false;  // traced, below a listener of somebody else
  std::string obstacle;     // not empty: nothing can be started, and why
  std::string notice;       // for people, where nobody chose what is slower

  // Gates hold opens by tracing, or by what only calls that come to guard may pass.
  [[nodiscard]] bool has_gates() const { return !traced && !preloaded; }
  [[nodiscard]] const char* name() const {
    return preloaded ? "preload" : traced ? "ptrace" : "notify";
  }
};

[[nodiscard]] Backend choose_backend(WantedBackend wanted, const KernelFeatures& features);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_LAUNCH_BACKEND_H_
