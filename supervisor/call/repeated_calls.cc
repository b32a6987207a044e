// SPDX-License-Identifier: Apache-2.0
#include "supervisor/call/repeated_calls.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/weaken.h"
#include "interceptor/calls/restart.h"

namespace guard::supervisor {
namespace {

using interceptor::Operation;
using interceptor::Reply;

// Results that nobody fetched are thrown away beyond this.
constexpr std::size_t kMostResults = 256;

std::vector<std::string> call_texts(const interceptor::RawCall& raw) {
  std::vector<std::string> texts = {raw.path, raw.new_path, raw.link_text};
  texts.insert(texts.end(), raw.argv.begin(), raw.argv.end());
  texts.emplace_back();  // where the environment begins
  texts.insert(texts.end(), raw.envp.begin(), raw.envp.end());
  return texts;
}

void add_object(std::vector<std::uint64_t>& objects, const struct stat& status) {
  objects.push_back(status.st_dev);
  objects.push_back(status.st_ino);
}

void add_place(std::vector<std::uint64_t>& objects, const interceptor::HeldPath& held) {
  struct stat parent {};
  if (held.parent.valid()) (void)::fstat(held.parent.get(), &parent);
  add_object(objects, parent);
  add_object(objects, held.status);
}

void add_change(std::vector<std::uint64_t>& objects, const timespec& changed) {
  objects.push_back(static_cast<std::uint64_t>(changed.tv_sec));
  objects.push_back(static_cast<std::uint64_t>(changed.tv_nsec));
}

// Also what an open, a rename or a mount asks for in memory rather than in registers.
std::vector<std::uint64_t> objects_of(const interceptor::HeldCall& held) {
  const interceptor::RawCall& raw = held.raw;
  std::vector<std::uint64_t> objects = {raw.open_flags, raw.resolve, raw.rename_flags, raw.mode};
  add_place(objects, held.first);
  add_place(objects, held.second);
  objects.insert(objects.end(), held.address.bytes.begin(), held.address.bytes.end());
  if (held.image == nullptr) return objects;
  add_object(objects, held.image->status);
  add_change(objects, held.image->status.st_ctim);
  objects.push_back(held.image->running_device);
  objects.push_back(held.image->running_inode);
  add_change(objects, held.image->running_changed);
  return objects;
}

// Nothing but names and registers says what they do: the rest of memory is not compared.
constexpr std::array kToldByNames = {
    Operation::kOpen,    Operation::kRemove,   Operation::kRename,        Operation::kLink,
    Operation::kSymlink, Operation::kMakeNode, Operation::kMakeDirectory, Operation::kTruncate,
};

}  // namespace

RepeatedCalls::RepeatedCalls(bool expected, Waits waits, std::function<Clock::time_point()> now)
    : expected_(expected && !weakened("repeated-calls")),
      waits_(std::move(waits)),
      now_(std::move(now)) {}

RepeatedCalls::Look RepeatedCalls::look_of(const PendingCall& call) {
  return {call.notification.tid,
          call.held.tracee ? call.held.tracee->identity : 0,
          call.notification.number,
          call.notification.arguments,
          call_texts(call.held.raw),
          objects_of(call.held),
          call.action,
          call.decision.assessment};
}

void RepeatedCalls::expect(const CallPtr& call) {
  if (!expected_) return;
  Entry entry{call, look_of(*call), call->notification.id, nullptr, nullptr, {}};
  const std::lock_guard lock(mutex_);
  entries_.insert_or_assign(call.get(), std::move(entry));
}

// Safe because the new call was read and resolved after the former had ended, is equal in all that
// was judged or shown, and it is what the new call holds that the act uses.
void RepeatedCalls::take_over(Entry& entry) {
  PendingCall& call = *entry.call;
  call.notification = entry.joined->notification;
  call.held = std::move(entry.joined->held);
  call.working_folder = std::move(entry.joined->working_folder);
  entry.joined = nullptr;
}

bool RepeatedCalls::join(const CallPtr& call) {
  if (!expected_) return false;
  const Look look = look_of(*call);
  GoesOn goes_on;
  CallPtr former;  // let go outside the mutex
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find_if(entries_, [&](const auto& one) {
      return one.second.call != call && one.second.look == look && !waits_(one.second.waits_as);
    });
    if (found == entries_.end()) return false;
    Entry& entry = found->second;
    former = std::exchange(entry.joined, call);
    entry.waits_as = call->notification.id;
    entry.away_since.reset();
    if (entry.goes_on) take_over(entry);
    goes_on = std::exchange(entry.goes_on, nullptr);
  }
  if (goes_on) goes_on();
  return true;
}

bool RepeatedCalls::meet(const CallPtr& call, GoesOn goes_on, Caller caller) {
  if (!expected_) return true;
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(call.get());
  if (found == entries_.end()) return true;
  Entry& entry = found->second;
  if (entry.joined != nullptr) {
    take_over(entry);
    return true;
  }
  if (caller == Caller::kMayWait && waits_(entry.waits_as)) return true;
  entry.goes_on = std::move(goes_on);
  return false;
}

bool RepeatedCalls::may_come_back(const PendingCall& call) const {
  if (!expected_) return false;
  const std::lock_guard lock(mutex_);
  return entries_.contains(&call);
}

bool RepeatedCalls::is_away_too_long(Entry& entry) const {
  if (!entry.goes_on && waits_(entry.waits_as)) {
    entry.away_since.reset();
    return false;
  }
  if (!entry.away_since) entry.away_since = now_();
  return now_() - *entry.away_since >= kAway;
}

bool RepeatedCalls::is_lost(const PendingCall& call) {
  if (!expected_) return !waits_(call.notification.id);
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(&call);
  if (found == entries_.end()) return !waits_(call.notification.id);
  return is_away_too_long(found->second);
}

std::vector<CallPtr> RepeatedCalls::give_up(
    const std::function<bool(const PendingCall&)>& is_gone) {
  std::vector<CallPtr> given_up;
  if (!expected_) return given_up;
  const std::lock_guard lock(mutex_);
  drop_old_results();
  for (auto at = entries_.begin(); at != entries_.end();) {
    Entry& entry = at->second;
    const bool over = entry.goes_on && (is_away_too_long(entry) || is_gone(*entry.call));
    if (over) given_up.push_back(entry.call);
    at = over ? entries_.erase(at) : std::next(at);
  }
  return given_up;
}

CallPtr RepeatedCalls::forget(const PendingCall& call) {
  if (!expected_) return nullptr;
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(&call);
  if (found == entries_.end()) return nullptr;
  CallPtr joined = std::move(found->second.joined);
  entries_.erase(found);
  return joined;
}

void RepeatedCalls::keep_result(const PendingCall& call, Reply reply) {
  const bool restarts =
      reply.kind == Reply::Kind::kFail && reply.error == interceptor::kRestartSystemCall;
  if (restarts || reply.kind == Reply::Kind::kContinue) return;
  if (!expected_ || !call.held.tracee) return;
  if (std::ranges::count(kToldByNames, call.held.raw.operation) == 0) return;
  Result result{call.held.tracee->identity, call.notification.number, call.notification.arguments,
                call_texts(call.held.raw),  std::move(reply),         now_() + kAway};
  const std::lock_guard lock(mutex_);
  if (results_.size() >= kMostResults) results_.clear();
  results_.insert_or_assign(call.notification.tid, std::move(result));
}

void RepeatedCalls::drop_old_results() {
  std::erase_if(results_, [now = now_()](const auto& one) { return now >= one.second.until; });
}

std::optional<Reply> RepeatedCalls::take_result(const PendingCall& call, const Identity& identity) {
  if (!expected_) return std::nullopt;
  std::unique_lock lock(mutex_);
  const auto found = results_.find(call.notification.tid);
  if (found == results_.end()) return std::nullopt;
  Result result = std::move(found->second);
  results_.erase(found);
  lock.unlock();
  const bool same = now_() < result.until && result.number == call.notification.number &&
                    result.arguments == call.notification.arguments &&
                    result.texts == call_texts(call.held.raw) && result.identity == identity();
  return same ? std::optional(std::move(result.reply)) : std::nullopt;
}

}  // namespace guard::supervisor
