// SPDX-License-Identifier: Apache-2.0
// Upkeep: what a session does every 100 ms beside its calls: questions whose time has come, calls
// that their programs gave up, the search for secrets, the undo store's sign of life, room and
// reach to the disk. begin() and the ticks: the thread of the loop; what may take long: a worker.
#ifndef GUARD_SUPERVISOR_RUN_UPKEEP_H_
#define GUARD_SUPERVISOR_RUN_UPKEEP_H_

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <utility>

#include "supervisor/approval/broker.h"
#include "supervisor/ask/approvers.h"
#include "supervisor/call/worker_pool.h"
#include "supervisor/pipeline/pipeline.h"
#include "supervisor/run/options.h"
#include "supervisor/run/session_brake.h"
#include "supervisor/secrets/secret_reads.h"
#include "supervisor/undo/store/store.h"

namespace guard::supervisor {

class Upkeep {
 public:
  // All of it outlives this.
  struct Parts {
    const RunOptions& options;
    Broker& broker;
    Approvers& approvers;
    UndoStore* undo;  // null: --no-undo
    SessionBrake& brake;
    TellFront tell;
  };

  Upkeep(boost::asio::io_context& io, Parts parts) : parts_(std::move(parts)), timer_(io) {}

  // `secrets`: null when reads are not judged. These end after the loop and before the session.
  // LOOK_BESIDE: at what other sessions do, on a worker.
  void begin(Pipeline& pipeline, SecretReads* secrets, WorkerPool& workers,
             std::function<void()> look_beside);
  // Once the loop and the workers have ended.
  void end();

 private:
  void tick();
  void look_after_all();
  void search_for_secrets();
  void make_room();
  void sync_undo();

  Parts parts_;
  boost::asio::steady_timer timer_;
  Pipeline* pipeline_ = nullptr;
  SecretReads* secrets_ = nullptr;
  WorkerPool* workers_ = nullptr;
  std::function<void()> look_beside_;
  std::atomic<bool> sync_failure_told_ = false;
  std::atomic<bool> searched_ = false;
  std::atomic<bool> made_room_ = false;
  unsigned ticks_ = 0;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_UPKEEP_H_
