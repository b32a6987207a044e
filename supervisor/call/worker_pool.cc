// SPDX-License-Identifier: Apache-2.0
#include "supervisor/call/worker_pool.h"

#include <system_error>
#include <utility>

namespace guard::supervisor {

WorkerPool::WorkerPool(std::size_t threads, std::size_t most) : most_(most) {
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { loop(); });
}

WorkerPool::~WorkerPool() {
  stop();
  for (std::thread& thread : threads_) thread.join();
}

// The objects that a job holds end outside the lock: a job may post.
void WorkerPool::stop() {
  std::deque<Job> dropped;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    dropped.swap(jobs_);
  }
  wake_.notify_all();
}

void WorkerPool::post(Job job) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    jobs_.push_back(std::move(job));
    if (jobs_.size() > idle_ && threads_.size() < most_) grow();
  }
  wake_.notify_one();
}

// The tree may have taken every process that its user can have: the job then waits its turn.
void WorkerPool::grow() {
  try {
    threads_.emplace_back([this] { loop(); });
  } catch (const std::system_error&) {
  }
}

void WorkerPool::loop() {
  std::unique_lock lock(mutex_);
  while (true) {
    ++idle_;
    wake_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
    --idle_;
    if (stopping_) return;
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    job();
    job = nullptr;
    lock.lock();
  }
}

}  // namespace guard::supervisor
