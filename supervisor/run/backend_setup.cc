// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/backend_setup.h"

#include <unistd.h>

#include <utility>

#include "base/weaken.h"
#include "interceptor/preload/preload_listener.h"
#include "interceptor/seccomp/ahead_listener.h"
#include "interceptor/seccomp/notify_listener.h"
#include "interceptor/seccomp/seccomp_filter.h"
#include "supervisor/pipeline/mediators.h"

namespace guard::supervisor {
namespace {

std::string folder_of(const std::string& path) {
  return path.substr(0, path.rfind('/'));
}

Result<void> set_up_library(BackendSetup& setup, const RunOptions& options,
                            interceptor::LaunchPlan& plan) {
  const auto library = interceptor::find_preload_library();
  if (!library) return forward(library.error());
  auto socket = interceptor::PreloadSocket::make(folder_of(options.socket_path));
  if (!socket) return forward(socket.error().during("preload backend"));
  plan.preload = interceptor::preload_plan(*library, socket->path(), setup.filter);
  setup.socket.emplace(std::move(*socket));
  return {};
}

template <class Listener>
Supervised supervised_by(std::unique_ptr<Listener> listener) {
  Supervised supervised;
  supervised.execs = listener.get();
  supervised.listener = std::move(listener);
  return supervised;
}

Result<Supervised> notified(interceptor::Reaper& reaper, interceptor::CallsOnSignal on_signal) {
  auto launched = reaper.launch();
  if (!launched) return forward(launched.error());
  auto ahead = interceptor::AheadListener::over(
      std::make_unique<interceptor::NotifyListener>(std::move(*launched)));
  if (!ahead) return forward(ahead.error());
  auto listener = std::move(*ahead);
  auto verifier = interceptor::ExecVerifier::start(*listener, on_signal, Mediators::most());
  if (!verifier) return forward(verifier.error());
  Supervised supervised;
  supervised.listener = std::move(listener);
  supervised.verifier = std::move(*verifier);
  supervised.execs = supervised.verifier.get();
  return supervised;
}

Result<Supervised> traced(interceptor::Reaper& reaper, const interceptor::TracePlan& plan) {
  auto listener = reaper.launch_traced(plan);
  if (!listener) return forward(listener.error());
  return supervised_by(std::move(*listener));
}

Result<Supervised> preloaded(interceptor::Reaper& reaper, interceptor::PreloadSocket& socket,
                             interceptor::TraceeTable& tracees) {
  auto listener = reaper.launch_preloaded(socket.take());
  if (!listener) return forward(listener.error());
  tracees.remember_nothing(
      [raw = listener->get()](interceptor::Tid tid) { return raw->help_of(tid); });
  return supervised_by(std::move(*listener));
}

}  // namespace

Result<BackendSetup> set_up_backend(const interceptor::Backend& backend,
                                    const interceptor::KernelFeatures& features,
                                    const ReadGatePlan& gate, const RunOptions& options,
                                    interceptor::LaunchPlan& plan) {
  BackendSetup setup;
  setup.backend = backend;
  setup.filter = {.guard = interceptor::guard_run_by(::geteuid()),
                  .asks_reaching = !features.landlock_scopes && !weakened("reach-rules"),
                  .asks_reading = gate.asks_every(),
                  .for_tracer = backend.traced,
                  .for_library = backend.preloaded};
  plan.filter = interceptor::filter_for(setup.filter);
  const bool listens = !backend.traced && !backend.preloaded;
  plan.filter_flags = listens ? interceptor::listener_flags(features) : 0;
  if (listens) setup.on_signal = interceptor::calls_on_signal(plan.filter_flags);
  setup.lends_descriptors = listens && !features.pidfd_getfd;
  if (backend.traced) setup.trace = interceptor::TracePlan{setup.filter, backend.every_call};
  plan.trace = setup.trace;
  if (!backend.preloaded) return setup;
  if (auto done = set_up_library(setup, options, plan); !done) return forward(done.error());
  return setup;
}

Result<Supervised> put_under_backend(BackendSetup& setup, interceptor::Reaper& reaper,
                                     interceptor::TraceeTable& tracees) {
  if (setup.socket) return preloaded(reaper, *setup.socket, tracees);
  return setup.trace ? traced(reaper, *setup.trace) : notified(reaper, setup.on_signal);
}

}  // namespace guard::supervisor
