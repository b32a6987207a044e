// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/store/recorder.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <iterator>
#include <mutex>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "base/clock.h"
#include "base/text/text.h"
#include "base/uuid.h"
#include "supervisor/audit/record/chain.h"
#include "supervisor/audit/record/fields.h"
#include "supervisor/audit/record/json_text.h"
#include "supervisor/audit/record/record_limits.h"
#include "supervisor/audit/store/record_batch.h"
#include "supervisor/audit/store/store.h"
#include "supervisor/audit/store/unwritten_file.h"

namespace guard::supervisor {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;
using Lock = std::unique_lock<std::mutex>;

constexpr std::size_t kMaxBatch = 4096;
constexpr std::size_t kGatherUntil = 1024;  // so many records are worth a commit at once
constexpr milliseconds kGatherTime{25};     // fewer wait so long for company
constexpr milliseconds kRetryTime{1000};    // after a failed write

std::string now_text() {
  return iso_time(std::chrono::system_clock::now());
}

std::size_t bytes_of(const AuditRecord& record) {
  std::size_t bytes =
      sizeof(AuditRecord) + record.reason.size() + record.cwd.size() + record.result_summary.size();
  for (const std::string& word : record.argv) bytes += word.size() + sizeof(word);
  for (const std::string& object : record.objects) bytes += object.size() + sizeof(object);
  return bytes;
}

std::size_t bytes_of(const TimedOutcome& timed) {
  return sizeof(TimedOutcome) + timed.outcome.result_summary.size();
}

void make_intent(AuditRecord& record) {
  record.kind = kKindIntent;
  record.outcome.clear();
  record.error = 0;
  record.duration_ms = 0;
}

void complete(AuditRecord& record, const std::string& session_id) {
  if (record.request_id.empty()) record.request_id = make_uuid();
  if (record.timestamp.empty()) record.timestamp = now_text();
  record.session_id = session_id;
  if (record.kind != kKindEnd && record.kind != kKindBegin) record.kind = kKindAct;
  if (record.outcome.empty()) make_intent(record);
  make_storable(record);
  cut_to_limits(record);
}

AuditRecord gap_record(std::uint64_t lost, const std::string& session_id) {
  AuditRecord record;
  record.tool_name = "audit";
  record.act = "audit";
  record.outcome = "done";
  record.result_summary = std::to_string(lost) + " records were lost";
  complete(record, session_id);
  record.kind = kKindGap;
  return record;
}

bool is_end(const Entry& entry) {
  const auto* record = std::get_if<AuditRecord>(&entry);
  return record != nullptr && record->kind == kKindEnd;
}

}  // namespace

struct Recorder::Impl {
  Impl(AuditStore opened, const std::string& directory, const std::string& session)
      : store(std::move(opened)),
        follows_unclosed(store.follows_unclosed()),
        unwritten(directory, session),
        session_id(session),
        thread([this] { run(); }) {}
  ~Impl();
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  // Any thread.
  void enqueue(Queued item);
  // False: so many wait that a record is worth less memory than what it is made of.
  [[nodiscard]] bool takes_unmade() const;
  Result<void> enqueue_and_wait(std::optional<Entry> entry, std::size_t bytes,
                                Durability wanted = Durability::kNow);
  Result<void> healthy() const;
  bool is_behind() const;

  // The recorder's thread; `mutex` is held unless said otherwise.
  void run();
  void wait_for_work(Lock& lock);
  void write_batch(Lock& lock);
  Batch take_batch();
  void make(std::vector<Queued>& items) const;  // `mutex` is not held
  void keep_for_later(Batch batch, Result<void> result, Lock& lock);
  Result<void> set_aside(std::vector<Queued>& kept, std::uint64_t missing, Result<void> result);
  void note_written();
  [[nodiscard]] bool has_room(std::size_t bytes) const {
    return fits_in_queue(queue.size(), queued_bytes, bytes);
  }
  [[nodiscard]] bool urgent() const { return waiting != 0 || stopping; }
  void push(Queued item);

  AuditStore store;  // the recorder's thread only
  const bool follows_unclosed;
  UnwrittenFile unwritten;  // the recorder's thread only
  const std::string session_id;
  mutable std::mutex mutex;
  std::condition_variable wake;      // the recorder's thread
  std::condition_variable answered;  // those who wait
  std::deque<Queued> queue;
  std::size_t queued_bytes = 0;  // those being written included
  std::size_t waiting = 0;       // items of the queue that somebody waits for
  std::uint64_t lost = 0;
  // When the first of what is not written was queued; 0: there is nothing. Changed under `mutex`.
  std::atomic<Clock::rep> behind_since = 0;
  Result<void> last_result;
  bool stopping = false;
  std::thread thread;  // the last member: it uses all of the above
};

Recorder::Impl::~Impl() {
  {
    const std::lock_guard lock(mutex);
    stopping = true;
  }
  wake.notify_one();
  thread.join();
}

void Recorder::Impl::push(Queued item) {
  queued_bytes += item.bytes;
  if (item.waiter != nullptr) ++waiting;
  if (item.waiter == nullptr && behind_since == 0)
    behind_since = Clock::now().time_since_epoch().count();
  queue.push_back(std::move(item));
}

void Recorder::Impl::enqueue(Queued item) {
  bool wake_up = false;
  {
    const std::lock_guard lock(mutex);
    if (!has_room(item.bytes)) {
      ++lost;
      return;
    }
    push(std::move(item));
    wake_up = queue.size() == 1 || queue.size() == kGatherUntil;
  }
  if (wake_up) wake.notify_one();
}

bool Recorder::Impl::takes_unmade() const {
  const std::lock_guard lock(mutex);
  return last_result && queue.size() < kMaxBatch;
}

Result<void> Recorder::Impl::enqueue_and_wait(std::optional<Entry> entry, std::size_t bytes,
                                              Durability wanted) {
  Waiter waiter{.wanted = wanted, .done = false, .result = {}};
  Lock lock(mutex);
  if (entry && !has_room(bytes)) return fail(Code::kBusy, "audit: the queue of records is full");
  push({std::move(entry), bytes, &waiter});
  wake.notify_one();
  answered.wait(lock, [&] { return waiter.done; });
  return waiter.result;
}

Result<void> Recorder::Impl::healthy() const {
  const std::lock_guard lock(mutex);
  if (!last_result) return last_result;
  if (lost != 0) return fail(Code::kBusy, "audit: " + std::to_string(lost) + " records were lost");
  return {};
}

bool Recorder::Impl::is_behind() const {
  const Clock::rep since = behind_since;
  return since != 0 && is_too_late(Clock::now().time_since_epoch() - Clock::duration(since));
}

void Recorder::Impl::run() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);  // signals are the control thread's
  Lock lock(mutex);
  for (bool last = false; !last;) {
    wait_for_work(lock);
    last = stopping;
    do write_batch(lock);
    while (last_result && !queue.empty());
  }
  if (last_result) store.close_log();
}

void Recorder::Impl::wait_for_work(Lock& lock) {
  if (!last_result) {
    wake.wait_for(lock, kRetryTime, [this] { return urgent(); });
    return;
  }
  wake.wait(lock, [this] { return !queue.empty() || urgent(); });
  wake.wait_for(lock, kGatherTime, [this] { return urgent() || queue.size() >= kGatherUntil; });
}

void Recorder::Impl::write_batch(Lock& lock) {
  Batch batch = take_batch();
  if (batch.items.empty()) return;
  lock.unlock();
  make(batch.items);
  const std::vector<Entry*> entries = batch.entries();
  const Result<void> result = store.write(entries, batch.durability());
  lock.lock();
  last_result = result;
  if (!result) return keep_for_later(std::move(batch), result, lock);
  for (const Queued& item : batch.items) {
    if (item.waiter != nullptr) item.waiter->settle(result);
  }
  answered.notify_all();
  queued_bytes -= batch.bytes();
  lost -= batch.lost;
  note_written();
  lock.unlock();
  store.tidy();  // those who waited have been answered
  lock.lock();
}

void Recorder::Impl::make(std::vector<Queued>& items) const {
  for (Queued& item : items) {
    if (!item.to_make) continue;
    AuditRecord record = item.to_make->make();
    complete(record, session_id);
    item.entry = std::move(record);
    item.to_make.reset();
  }
}

// Records that are queued by now came while the batch was written.
void Recorder::Impl::note_written() {
  behind_since = queue.empty() ? 0 : Clock::now().time_since_epoch().count();
  if (queue.empty()) unwritten.drop();
}

Batch Recorder::Impl::take_batch() {
  Batch batch;
  batch.items.reserve(std::min(queue.size(), kMaxBatch) + 1);
  while (!queue.empty() && batch.items.size() < kMaxBatch) {
    if (queue.front().waiter != nullptr) --waiting;
    batch.items.push_back(std::move(queue.front()));
    queue.pop_front();
  }
  if (queue.empty() && lost != 0) {  // they came after everything that was queued
    batch.lost = lost;
    batch.items.push_back({gap_record(lost, session_id), 0, nullptr});
  }
  return batch;
}

// A record that nobody waits for is kept for the next try; an intent that failed is refused, so it
// goes. Nobody is kept waiting for a disk that takes nothing.
void Recorder::Impl::keep_for_later(Batch batch, Result<void> result, Lock& lock) {
  if (batch.lost != 0) batch.items.pop_back();
  std::move(queue.begin(), queue.end(), std::back_inserter(batch.items));
  queue.clear();
  waiting = 0;
  std::vector<Queued> kept;
  std::vector<Waiter*> waiters;
  bool wants_all = stopping;
  for (Queued& item : batch.items) {
    if (item.waiter == nullptr) {
      kept.push_back(std::move(item));
      continue;
    }
    queued_bytes -= item.bytes;
    waiters.push_back(item.waiter);
    wants_all = wants_all || !item.entry;
  }
  if (wants_all) {
    const std::uint64_t missing = lost;
    lock.unlock();
    result = set_aside(kept, missing, std::move(result));
    lock.lock();
  }
  if (kept.empty() && queue.empty()) behind_since = 0;
  queue.insert(queue.begin(), std::move_iterator(kept.begin()), std::move_iterator(kept.end()));
  for (Waiter* waiter : waiters) waiter->settle(result);
  answered.notify_all();
}

// Returns the error with the words where the records are. The end alone is worth no file: that it
// is missing says the same, and who removes a state folder after guard run meets nothing new in it.
Result<void> Recorder::Impl::set_aside(std::vector<Queued>& kept, std::uint64_t missing,
                                       Result<void> result) {
  make(kept);
  std::vector<const Entry*> entries;
  for (const Queued& item : kept) entries.push_back(&*item.entry);
  std::optional<Entry> gap;
  if (missing != 0) gap = gap_record(missing, session_id);
  if (gap) entries.push_back(&*gap);
  if (entries.empty() || (entries.size() == 1 && is_end(*entries.front()))) return result;
  const auto path = unwritten.hold(entries);
  const std::string where =
      path ? count_text(entries.size(), "record is", "records are") + " in " + safe_text(*path)
           : "nor can a file beside it be written: " + path.error().text();
  return fail(result.error().code, result.error().text() + "; " + where);
}

Result<std::unique_ptr<Recorder>> Recorder::open(const std::string& directory,
                                                 const std::string& session_id) {
  auto store = AuditStore::open(directory, session_id);
  if (!store) return forward(store.error().during("audit"));
  auto impl = std::make_unique<Impl>(std::move(*store), directory, session_id);
  return std::unique_ptr<Recorder>(new Recorder(std::move(impl)));
}

bool Recorder::follows_unclosed() const {
  return impl_->follows_unclosed;
}

Recorder::Recorder(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Recorder::~Recorder() = default;

void Recorder::record(AuditRecord record) {
  complete(record, impl_->session_id);
  const std::size_t bytes = bytes_of(record);
  impl_->enqueue({std::move(record), bytes, nullptr});
}

void Recorder::record_later(std::unique_ptr<RecordToMake> later, std::size_t bytes) {
  if (!impl_->takes_unmade()) return record(later->make());
  impl_->enqueue({std::nullopt, bytes, nullptr, std::move(later)});
}

Result<void> Recorder::store_intent(AuditRecord record) {
  make_intent(record);
  complete(record, impl_->session_id);
  const std::size_t bytes = bytes_of(record);
  return impl_->enqueue_and_wait(std::move(record), bytes);
}

void Recorder::store_outcome(Outcome outcome) {
  outcome.outcome = utf8_text(outcome.outcome);
  outcome.request_id = utf8_text(outcome.request_id);
  outcome.result_summary = utf8_text(outcome.result_summary);
  cut_to_limit(outcome.result_summary);
  TimedOutcome timed{std::move(outcome), now_text()};
  const std::size_t bytes = bytes_of(timed);
  impl_->enqueue({std::move(timed), bytes, nullptr});
}

bool Recorder::is_behind() const {
  return impl_->is_behind();
}

Result<void> Recorder::healthy() const {
  return impl_->healthy();
}

Result<void> Recorder::flush() {
  return impl_->enqueue_and_wait(std::nullopt, 0);
}

Result<void> Recorder::write_out() {
  return impl_->enqueue_and_wait(std::nullopt, 0, Durability::kSoon);
}

}  // namespace guard::supervisor
