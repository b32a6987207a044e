// SPDX-License-Identifier: Apache-2.0
#include "interceptor/backend.h"

#include "base/weaken.h"

namespace guard::interceptor {

Backend choose_backend(WantedBackend wanted, const KernelFeatures& features) {
  Backend backend;
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
  // Of two obstacles the one before what a run has by default is told.
  if (!no_tracer.empty()) backend.obstacle = chosen ? no_tracer : no_listener;
  if (!chosen)
    backend.notice = "backend ptrace, slower, and no debugger can run inside: " + no_listener;
  return backend;
}

}  // namespace guard::interceptor
