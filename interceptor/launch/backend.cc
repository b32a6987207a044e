// SPDX-License-Identifier: Apache-2.0
#include "interceptor/launch/backend.h"

#include "base/weaken.h"
#include "interceptor/preload/preload_files.h"

namespace guard::interceptor {

namespace {

constexpr char kAdvisory[] =
    "level advisory: backend preload sees only what programs do by libc; static programs, and "
    "others "
    "that make system calls themselves, are not held";

// Told where nothing that holds is to be had; taken only by who says so.
std::string or_advisory(const std::string& obstacle) {
  if (!why_not_preloaded().empty()) return obstacle;
  return obstacle + "; --backend preload would run it, advisory alone";
}

}  // namespace

Backend choose_backend(WantedBackend wanted, const KernelFeatures& features) {
  Backend backend;
  if (wanted == WantedBackend::kPreload) {
    backend.preloaded = true;
    backend.obstacle = why_not_preloaded();
    backend.notice = kAdvisory;
    return backend;
  }
  const std::string no_listener = weakened("kernel-probe") ? "" : why_not_mediated(features);
  if (wanted != WantedBackend::kPtrace && no_listener.empty()) return backend;
  if (wanted == WantedBackend::kNotify) {
    backend.obstacle = no_listener;
    return backend;
  }
  backend.traced = true;
  backend.every_call = features.listener_taken;
  const std::string no_tracer = why_not_traced(features);
  const bool chosen = wanted == WantedBackend::kPtrace;
  // If there are two obstacles, the one before what a run has by default is told.
  if (!no_tracer.empty()) backend.obstacle = chosen ? no_tracer : or_advisory(no_listener);
  if (!chosen)
    backend.notice = "backend ptrace, slower, and no debugger can run inside: " + no_listener;
  return backend;
}

}  // namespace guard::interceptor
