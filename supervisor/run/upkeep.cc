// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/upkeep.h"

#include <chrono>

#include "supervisor/run/undo_setup.h"

namespace guard::supervisor {
namespace {

constexpr auto kTick = std::chrono::milliseconds(100);
constexpr unsigned kTicksPerHeartbeat = 10;

}  // namespace

void Upkeep::begin(Pipeline& pipeline, SecretReads* secrets, WorkerPool& workers,
                   std::function<void()> look_beside) {
  look_beside_ = std::move(look_beside);
  pipeline_ = &pipeline;
  secrets_ = secrets;
  workers_ = &workers;
  search_for_secrets();
  tick();
}

void Upkeep::tick() {
  timer_.expires_after(kTick);
  timer_.async_wait([this](const auto& error) {
    if (error) return;
    look_after_all();
    tick();
  });
}

void Upkeep::look_after_all() {
  (void)parts_.broker.expire();
  parts_.approvers.expire(std::chrono::system_clock::now());
  pipeline_->withdraw_interrupted();
  parts_.brake.keep_still();
  search_for_secrets();
  if (parts_.undo != nullptr) (void)parts_.undo->notice_undo();
  if (++ticks_ % kTicksPerHeartbeat != 0) return;
  if (parts_.undo == nullptr) return workers_->post(look_beside_);
  parts_.undo->note_alive();
  workers_->post([this] {
    make_room();
    sync_undo();
    look_beside_();
  });
}

// A large home is searched while CMD works; one piece at a time.
void Upkeep::search_for_secrets() {
  if (secrets_ == nullptr || searched_.exchange(true)) return;
  workers_->post([this] { searched_ = !secrets_->search_on(); });
}

void Upkeep::end() {
  if (parts_.undo == nullptr) return;
  make_room();
  sync_undo();
}

// Once, a second after the start or at the end: it looks at all that is kept, and no start waits
// for that.
void Upkeep::make_room() {
  if (made_room_.exchange(true)) return;
  if (const auto made = make_room_for_undo(parts_.options, *parts_.undo); !made)
    parts_.tell(made.error().text());
}

// Told once: what a power cut would take is the person's to know.
void Upkeep::sync_undo() {
  const auto synced = parts_.undo->sync();
  if (synced || sync_failure_told_.exchange(true)) return;
  parts_.tell("saved copies for undo do not reach the disk: " + synced.error().text());
}

}  // namespace guard::supervisor
