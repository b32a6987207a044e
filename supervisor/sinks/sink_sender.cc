// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/sink_sender.h"

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "policy/network/web_address.h"
#include "supervisor/audit/read/export.h"
#include "supervisor/sinks/cef_line.h"
#include "supervisor/sinks/command_channel.h"
#include "supervisor/sinks/file_channel.h"
#include "supervisor/sinks/journald_channel.h"
#include "supervisor/sinks/otlp_channel.h"
#include "supervisor/sinks/syslog_channel.h"

namespace guard::supervisor {
namespace {

constexpr std::uint64_t kPiece = 256;  // records

std::unique_ptr<SinkChannel> to_file(const SinkPlan& plan, const std::string&) {
  return std::make_unique<FileChannel>(plan.sink.path, plan.sink.max_size, plan.sink.keep);
}

std::unique_ptr<SinkChannel> to_syslog(const SinkPlan& plan, const std::string&) {
  return std::make_unique<SyslogChannel>(plan.sink, plan.own);
}

std::unique_ptr<SinkChannel> to_journal(const SinkPlan& plan, const std::string&) {
  return std::make_unique<JournaldChannel>(plan.sink.path);
}

std::unique_ptr<SinkChannel> to_command(const SinkPlan& plan, const std::string&) {
  return std::make_unique<CommandChannel>(*plan.command, plan.environment);
}

std::unique_ptr<SinkChannel> to_collector(const SinkPlan& plan, const std::string& state_dir) {
  auto address = policy::parse_web_address(plan.sink.url);
  if (!address) return nullptr;  // the policy would not have loaded
  return std::make_unique<OtlpChannel>(OtlpTarget{std::move(*address), plan.headers,
                                                  plan.sink.encoding, plan.sink.compression,
                                                  plan.sink.ca_file, plan.own, state_dir});
}

// In the order of SinkType.
constexpr std::unique_ptr<SinkChannel> (*kChannels[])(const SinkPlan&, const std::string&) = {
    to_file, to_syslog, to_journal, to_command, to_collector};

std::string now() {
  return iso_time(std::chrono::system_clock::now());
}

SinkPlace place_of(const SinkState& state) {
  return {state.place, state.session, state.seq, state.hash};
}

// Once in a while: SAFE is then that old at least.
void move_mark(SinkState& state) {
  constexpr std::int64_t kApart = 5;  // seconds
  const std::int64_t clock = std::chrono::duration_cast<std::chrono::seconds>(
                                 std::chrono::system_clock::now().time_since_epoch())
                                 .count();
  if (clock >= state.mark_at && clock - state.mark_at < kApart) return;
  state.safe = state.mark;
  state.mark = place_of(state);
  state.mark_at = clock;
}

void go_back(SinkState& state) {
  state.place = state.safe.tail;
  std::tie(state.session, state.seq, state.hash) =
      std::tie(state.safe.session, state.safe.seq, state.safe.hash);
  state.mark = state.safe;
}

std::vector<SinkRecord> with_bodies(std::vector<StoredRecord> stored, policy::SinkFormat format) {
  std::vector<SinkRecord> records;
  records.reserve(stored.size());
  for (StoredRecord& record : stored) {
    std::string body = sink_body(record, format);
    records.push_back({std::move(record), std::move(body)});
  }
  return records;
}

}  // namespace

std::string sink_body(const StoredRecord& stored, policy::SinkFormat format) {
  if (format == policy::SinkFormat::kCef) return cef_line(stored);
  return export_line(
      stored, format == policy::SinkFormat::kOcsf ? ExportFormat::kOcsf : ExportFormat::kJsonl);
}

SinkSender::SinkSender(SinkPlan plan, std::string state_dir)
    : plan_(std::move(plan)), state_dir_(std::move(state_dir)) {
  if (plan_.problem.empty())
    channel_ = kChannels[static_cast<std::size_t>(plan_.sink.type)](plan_, state_dir_);
}

Result<SendStep> SinkSender::step() {
  const auto folder = SinkFolder::open(state_dir_);
  if (!folder) return forward(folder.error());
  const auto lock = folder->lock(name());
  if (!lock && lock.error().code == Code::kBusy)
    return SendStep{.sent = 0, .is_all = true, .is_elsewhere = true, .refused = {}};
  if (!lock) return forward(lock.error());
  auto state = folder->read(name());
  if (!state) return forward(state.error());
  const SinkState before = *state;
  auto step = send(*folder, *state);
  if (step) return step;
  state->error = step.error().text();
  if (before.error.empty()) {
    state->error_since = now();
    if (channel_ && !channel_->says_what_it_keeps()) go_back(*state);
  }
  if (*state != before)
    if (auto written = folder->write(name(), *state); !written) return forward(written.error());
  return step;
}

// False: there is no record yet.
Result<bool> SinkSender::open_record() {
  if (reader_) return true;
  auto reader = AuditReader::open(state_dir_);
  if (!reader && reader.error().code == Code::kNotFound) return false;
  if (!reader) return forward(reader.error());
  reader_ = std::move(*reader);
  return true;
}

// A database that was made anew has other records at its places.
Result<void> SinkSender::find_place(SinkState& state) {
  const auto last = reader_->last_id();
  if (!last) return forward(last.error());
  if (state.place.record == 0) return {};
  AuditFilter filter;
  filter.order = Order::kAsStored;
  filter.after_id = state.place.record - 1;
  filter.until_id = state.place.record;
  bool is_another = *last < state.place.record;
  const auto read = reader_->each(filter, [&](const StoredRecord& stored) {
    is_another = stored.record.hash != state.hash;
    return false;
  });
  if (!read) return read;
  if (is_another) state.place = {};
  if (is_another) state.mark = state.safe = {};
  return {};
}

Result<SendStep> SinkSender::send(const SinkFolder& folder, SinkState& state) {
  if (!plan_.problem.empty()) return fail(Code::kRefused, plan_.problem);
  const auto opened = open_record();
  if (!opened) return forward(opened.error());
  if (!*opened) return SendStep();
  if (auto found = find_place(state); !found) return forward(found.error());
  auto tail = reader_->tail(state.place, kPiece);
  if (!tail) return forward(tail.error());
  SendStep step;
  step.sent = tail->records.size();
  step.is_all = tail->is_all;
  if (step.sent == 0 && tail->reached == state.place && state.error.empty()) return step;
  const auto records = with_bodies(std::move(tail->records), plan_.sink.format);
  if (!records.empty())
    if (auto taken = channel_->deliver(records); !taken) return forward(taken.error());
  step.refused = channel_->take_refused();
  if (tail->reached.record != state.place.record) {
    const AuditRecord& last = records.back().stored.record;
    std::tie(state.session, state.seq, state.hash) = std::tie(last.session_id, last.seq, last.hash);
  }
  state.place = tail->reached;
  move_mark(state);
  state.sent += step.sent;
  if (step.sent > 0) state.sent_at = now();
  state.error.clear();
  state.error_since.clear();
  if (!step.refused.empty()) state.refused = now() + ": " + step.refused;
  if (auto written = folder.write(name(), state); !written) return forward(written.error());
  return step;
}

}  // namespace guard::supervisor
