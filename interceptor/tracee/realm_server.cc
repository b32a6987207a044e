// SPDX-License-Identifier: Apache-2.0
#include "interceptor/tracee/realm_server.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <ctime>
#include <system_error>
#include <utility>

namespace guard::interceptor {
namespace {

constexpr std::size_t kMostServers = 64;
constexpr timespec kIdleTime{2, 0};
constexpr int kMostTries = 3;

static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t));

// Children share the memory, so private futexes reach them. False: the limit has passed.
bool wait_while(const std::atomic<std::uint32_t>& word, std::uint32_t value,
                const timespec* limit = nullptr) {
  return ::syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, limit, nullptr, 0) == 0 ||
         errno != ETIMEDOUT;
}

void wake(const std::atomic<std::uint32_t>& word) {
  ::syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace

RealmServer::RealmServer(std::shared_ptr<const Realm> realm, Credentials ids)
    : realm_(std::move(realm)), ids_(std::move(ids)), thread_([this] { live(); }) {}

RealmServer::~RealmServer() {
  std::uint32_t state = state_.load();
  while (state != kEnded && !state_.compare_exchange_weak(state, kStop)) {
  }
  wake(state_);
  thread_.join();
}

bool RealmServer::serves(const Realm& realm, const Credentials& credentials) const {
  return realm_->same_place(realm) && ids_.uid == credentials.uid && ids_.gid == credentials.gid &&
         ids_.groups == credentials.groups;
}

void RealmServer::live() {
  (void)realm_->inhabit(ids_, [this] { serve_inside(); });
  // However the child ended.
  state_.store(kEnded);
  wake(state_);
}

// In the child. It takes no lock and allocates nothing of its own.
void RealmServer::serve_inside() {
  std::uint32_t state = kStarting;
  if (!state_.compare_exchange_strong(state, kIdle)) return;
  wake(state_);
  while (true) {
    state = state_.load();
    if (state == kStop) return;
    if (state == kPosted) {
      do_errand();
    } else if (!wait_while(state_, state, &kIdleTime) && state == kIdle &&
               state_.compare_exchange_strong(state, kEnded)) {
      return;  // a poster that is just coming finds it ended and starts another
    }
  }
}

void RealmServer::do_errand() {
  failed_ = !use_capabilities(capabilities_);
  if (!failed_) (*work_)();
  std::uint32_t posted = kPosted;  // or told to stop meanwhile
  state_.compare_exchange_strong(posted, kDone);
  wake(state_);
}

Result<void> RealmServer::run(std::uint64_t capabilities, const std::function<void()>& work) {
  const std::lock_guard lock(posting_);
  while (state_.load() == kStarting) wait_while(state_, kStarting);
  capabilities_ = capabilities;
  work_ = &work;
  std::uint32_t state = kIdle;
  if (!state_.compare_exchange_strong(state, kPosted))
    return fail(Code::kBusy, "the child of this namespace has ended");
  wake(state_);
  while ((state = state_.load()) == kPosted) wait_while(state_, kPosted);
  if (state != kDone) return fail_with(EPERM, "the act in a namespace inside was cut short");
  state_.store(kIdle);
  if (failed_) return fail_with(EPERM, "capabilities of a namespace inside");
  return {};
}

Result<std::shared_ptr<RealmServer>> RealmServers::server_for(
    const std::shared_ptr<const Realm>& realm, const Credentials& credentials) {
  const std::lock_guard lock(mutex_);
  std::erase_if(servers_, [](const auto& server) { return server->ended(); });
  for (const auto& server : servers_) {
    if (server->serves(*realm, credentials)) return server;
  }
  if (servers_.size() >= kMostServers) servers_.erase(servers_.begin());
  // The tree may have taken all processes that its user can have.
  try {
    servers_.push_back(std::make_shared<RealmServer>(realm, credentials));
  } catch (const std::system_error& error) {
    return fail_with(error.code().value(), "a thread for a namespace inside");
  }
  return servers_.back();
}

Result<void> RealmServers::run(const std::shared_ptr<const Realm>& realm,
                               const Credentials& credentials, const std::function<void()>& work) {
  for (int i = 0; i < kMostTries; ++i) {
    const auto server = server_for(realm, credentials);
    if (!server) return forward(server.error());
    const auto done = (*server)->run(credentials.capabilities, work);
    if (done || done.error().code != Code::kBusy) return done;
  }
  return realm->run_alone(credentials, work);
}

}  // namespace guard::interceptor
