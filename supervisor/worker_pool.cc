// SPDX-License-Identifier: Apache-2.0
#include "supervisor/worker_pool.h"

#include <utility>

namespace guard::supervisor {

WorkerPool::WorkerPool(std::size_t threads, std::size_t most) : most_(most) {
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { loop(); });
}

WorkerPool::~WorkerPool() {
  stop();
  for (std::thread& thread : threads_) thread.join();
}

void WorkerPool::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    jobs_.clear();
  }
  wake_.notify_all();
}

void WorkerPool::post(Job job) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    jobs_.push_back(std::move(job));
    if (jobs_.size() > idle_ && threads_.size() < most_) threads_.emplace_back([this] { loop(); });
  }
  wake_.notify_one();
}

void WorkerPool::loop() {
  std::unique_lock lock(mutex_);
  while (true) {
    ++idle_;
    wake_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
    --idle_;
    if (stopping_) return;
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    job();
    lock.lock();
  }
}

}  // namespace guard::supervisor
