// SPDX-License-Identifier: Apache-2.0
// Which of the two ways calls come to guard (docs/backends.md): a seccomp listener, or ptrace where
// none can be had. Decided once at start from what was tried; a value.
#ifndef GUARD_INTERCEPTOR_BACKEND_H_
#define GUARD_INTERCEPTOR_BACKEND_H_

#include <string>

#include "interceptor/kernel_features.h"

namespace guard::interceptor {

enum class WantedBackend { kAuto, kNotify, kPtrace };

struct Backend {
  bool traced = false;
  bool every_call = false;  // traced, below a listener of somebody else
  std::string obstacle;     // not empty: nothing can be started, and why
  std::string notice;       // for people, where nobody chose what is slower

  [[nodiscard]] const char* name() const { return traced ? "ptrace" : "notify"; }
};

[[nodiscard]] Backend choose_backend(WantedBackend wanted, const KernelFeatures& features);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_BACKEND_H_
