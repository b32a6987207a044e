// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/sink_verifier.h"

#include <optional>
#include <utility>

#include "supervisor/audit/read/export.h"
#include "supervisor/audit/record/chain.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kMostFlaws = 100;

std::string named(const std::string& session, std::uint64_t seq) {
  return session + "#" + std::to_string(seq);
}

// As it was before its outcome was stored.
StoredRecord without_outcome(StoredRecord stored) {
  stored.ending.reset();
  stored.record.outcome = "unknown";
  stored.record.error = 0;
  stored.record.duration_ms = 0;
  return stored;
}

}  // namespace

void SinkVerifier::add(SinkFlaw flaw) {
  ++verdict_.flaw_count;
  if (verdict_.flaws.size() < kMostFlaws) verdict_.flaws.push_back(std::move(flaw));
}

// True: it came before, too.
bool SinkVerifier::take_link(const ArrivedLink& link) {
  if (link.is_changed)
    add({"changed", link.session, link.seq, "what arrived does not give the hash of this record"});
  const auto [found, fresh] = sessions_[link.session].try_emplace(
      link.seq, Link{link.prev_hash, link.hash, link.is_outcome});
  if (!fresh && found->second.hash != link.hash)
    add({"inserted", link.session, link.seq, "two different records have this place"});
  return !fresh;
}

Result<void> SinkVerifier::take(std::string_view line) {
  ++verdict_.lines;
  const auto records = arrived_in(line);
  if (records.empty()) ++verdict_.others;
  for (const ArrivedRecord& record : records) {
    ++verdict_.records;
    bool is_again = true;
    for (const ArrivedLink& link : record.links) is_again = take_link(link) && is_again;
    if (is_again) ++verdict_.again;
    if (record.is_cut) ++verdict_.cut;
    if (auto compared = compare_event(record); !compared) return compared;
  }
  return {};
}

// No hash covers an event: this machine makes it once more.
Result<void> SinkVerifier::compare_event(const ArrivedRecord& record) {
  if (record.event.empty() || reader_ == nullptr) return {};
  const ArrivedLink& own = record.links.front();
  AuditFilter filter;
  filter.session = own.session;
  filter.seq = own.seq;
  std::optional<StoredRecord> stored;
  const auto read = reader_->each(filter, [&stored](const StoredRecord& found) {
    stored = found;
    return false;
  });
  if (!read || !stored) return read;
  const bool is_young = record.links.size() == 1 && stored->ending;
  const StoredRecord then = is_young ? without_outcome(*stored) : *stored;
  const std::string expected = comparable_event(export_line(then, ExportFormat::kOcsf));
  if (comparable_event(record.event) != expected)
    add({"changed", own.session, own.seq, "what arrived is not the event of this record"});
  return {};
}

Result<void> SinkVerifier::compare_with_record(const TailPlace& reached) {
  if (reader_ == nullptr) return {};
  return reader_->links(reached, [this](const RecordedLink& link) {
    ++verdict_.expected;
    const auto session = sessions_.find(link.session);
    const auto found =
        session == sessions_.end() ? Links::iterator() : session->second.find(link.seq);
    if (session == sessions_.end() || found == session->second.end()) {
      add({"missing", link.session, link.seq, "it did not arrive: " + link.summary});
      return;
    }
    found->second.is_known = true;
    if (found->second.hash != link.hash)
      add({"changed", link.session, link.seq, "it has another hash on record here"});
  });
}

// Behind the last record of a session outcomes may be ahead of records that are not sent yet.
void SinkVerifier::check_chain(const std::string& session, const Links& links) {
  std::uint64_t last_record = 0;
  for (const auto& [seq, link] : links)
    if (!link.is_outcome) last_record = seq;
  std::uint64_t before = 0;
  std::string hash{kFirstPrevHash};
  bool before_known = true;
  for (const auto& [seq, link] : links) {
    const bool follows = seq == before + 1;
    if (follows && link.prev_hash != hash)
      add({"detached", session, seq, "it does not follow " + named(session, before)});
    // A link that this machine has on record was told by itself.
    const bool was_told = before_known && link.is_known;
    if (!follows && seq <= last_record && !was_told)
      add({"missing", session, before + 1,
           "nothing arrived between " + named(session, before) + " and " + named(session, seq)});
    before = seq;
    hash = link.hash;
    before_known = link.is_known;
  }
}

Result<SinkVerdict> SinkVerifier::finish(const TailPlace& reached) {
  if (auto compared = compare_with_record(reached); !compared) return forward(compared.error());
  for (const auto& [session, links] : sessions_) check_chain(session, links);
  return std::move(verdict_);
}

}  // namespace guard::supervisor
