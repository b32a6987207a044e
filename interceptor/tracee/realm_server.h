// SPDX-License-Identifier: Apache-2.0
// RealmServer: a child that has entered a realm and stays there, to do one errand after another:
// two hand-overs (some 10 us) instead of a fork for each act. It belongs to a thread that is
// suspended while it lives (clone with CLONE_VFORK) and whose stack of thread-locals it uses. It
// ends when it was idle for a while, so that a sandbox's mounts do not outlive it for long. When it
// dies otherwise, whoever waits is told. RealmServers: the living ones. Its mutexes are never taken
// by a child: one that is killed holds none. Any thread.
#ifndef GUARD_INTERCEPTOR_TRACEE_REALM_SERVER_H_
#define GUARD_INTERCEPTOR_TRACEE_REALM_SERVER_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/error.h"
#include "interceptor/process/credentials.h"
#include "interceptor/tracee/realm.h"

namespace guard::interceptor {

class RealmServer {
 public:
  RealmServer(std::shared_ptr<const Realm> realm, Credentials ids);
  ~RealmServer();
  RealmServer(const RealmServer&) = delete;
  RealmServer& operator=(const RealmServer&) = delete;

  // One errand at a time; the others wait. kBusy: it has ended, nothing was done: ask another.
  Result<void> run(std::uint64_t capabilities, const std::function<void()>& work);
  [[nodiscard]] bool serves(const Realm& realm, const Credentials& credentials) const;
  [[nodiscard]] bool ended() const { return state_.load() == kEnded; }

 private:
  enum State : std::uint32_t { kStarting, kIdle, kPosted, kDone, kStop, kEnded };
  void live();          // the thread
  void serve_inside();  // the child
  void do_errand();

  const std::shared_ptr<const Realm> realm_;
  const Credentials ids_;
  std::mutex posting_;
  std::atomic<std::uint32_t> state_ = kStarting;  // a futex
  std::uint64_t capabilities_ = 0;
  const std::function<void()>* work_ = nullptr;
  bool failed_ = false;  // the errand was not begun
  std::thread thread_;
};

class RealmServers {
 public:
  // As Realm::run_alone, by a child that is there already if there is one.
  Result<void> run(const std::shared_ptr<const Realm>& realm, const Credentials& credentials,
                   const std::function<void()>& work);

 private:
  Result<std::shared_ptr<RealmServer>> server_for(const std::shared_ptr<const Realm>& realm,
                                                  const Credentials& credentials);
  std::mutex mutex_;
  std::vector<std::shared_ptr<RealmServer>> servers_;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_TRACEE_REALM_SERVER_H_
