// SPDX-License-Identifier: Apache-2.0
#include "console/commands/audit/old_sessions.h"

#include <cstdlib>
#include <utility>

#include "base/text/text.h"
#include "console/output/complaint.h"
#include "supervisor/audit/read/query.h"
#include "supervisor/audit/record/audit_time.h"
#include "supervisor/sinks/sink_state.h"

namespace guard::console {

Result<std::string> before_of(const ParsedOptions& options) {
  const auto now = std::chrono::system_clock::now();
  const auto before =
      supervisor::audit_time(options.get("older-than", "90d"), now, supervisor::TimeZone::kLocal);
  if (!before) return forward(before.error().during("--older-than"));
  return before;
}

namespace {

struct LastSink {
  std::string name;  // empty: there is none
  std::int64_t record = 0;
};

Result<LastSink> furthest_behind(const std::string& state) {
  LastSink last;
  const auto folder = supervisor::SinkFolder::find(state);
  if (!folder && folder.error().code == Code::kNotFound) return last;
  if (!folder) return forward(folder.error());
  for (const std::string& name : folder->names()) {
    const auto sink = folder->read(name);
    if (!sink) return forward(sink.error());
    if (last.name.empty() || sink->place.record < last.record) last = {name, sink->place.record};
  }
  return last;
}

Result<std::int64_t> newest_row(supervisor::AuditReader& reader, const std::string& session) {
  supervisor::AuditFilter filter;
  filter.session = session;
  filter.order = supervisor::Order::kNewestFirst;
  filter.limit = 1;
  std::int64_t row = 0;
  const auto read = reader.each(filter, [&row](const supervisor::StoredRecord& stored) {
    row = stored.id;
    return false;
  });
  if (!read) return forward(read.error());
  return row;
}

}  // namespace

Result<std::vector<supervisor::OldSession>> sent_to_sinks(
    const std::string& state, std::vector<supervisor::OldSession> sessions) {
  const auto last = furthest_behind(state);
  if (!last) return forward(last.error());
  if (last->name.empty()) return sessions;
  const auto reader = supervisor::AuditReader::open(state);
  if (!reader) return forward(reader.error());
  std::vector<supervisor::OldSession> sent;
  for (supervisor::OldSession& session : sessions) {
    const auto row = newest_row(**reader, session.id);
    if (!row) return forward(row.error());
    if (*row <= last->record) sent.push_back(std::move(session));
  }
  if (const std::size_t stay = sessions.size() - sent.size(); stay > 0)
    (void)complain(kDone, count_text(stay, "session stays", "sessions stay") + ": sink " +
                              last->name + " has not got " + (stay == 1 ? "it" : "them") +
                              " yet (guard audit sinks send, or forget)");
  return sent;
}

std::string own_name() {
  const char* const user = std::getenv("USER");
  return user != nullptr ? user : "";
}

Result<void> print_leaving(const std::vector<supervisor::OldSession>& sessions,
                           const std::string& verb, const std::string& after) {
  std::uint64_t links = 0;
  for (const supervisor::OldSession& session : sessions) {
    links += session.links;
    const auto printed =
        print(safe_text(session.id) + "  " + safe_text(session.first) + " to " +
              safe_text(session.last) + "  " + count_text(session.links, "link", "links") + "\n");
    if (!printed) return printed;
  }
  return print(verb + " " + count_text(links, "link", "links") + " of " +
               count_text(sessions.size(), "session", "sessions") + after + "\n");
}

}  // namespace guard::console
