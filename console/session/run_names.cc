// SPDX-License-Identifier: Apache-2.0
#include "console/session/run_names.h"

#include <charconv>
#include <utility>

#include "base/text/text.h"

namespace guard::console {
namespace {

using supervisor::AuditReader;
using supervisor::SessionRun;

struct WrittenName {
  std::string session;
  std::size_t number = 0;  // 0: none is written
};

// No session's own name has a "~".
WrittenName parts_of(const std::string& name) {
  const std::size_t mark = name.rfind('~');
  if (mark == std::string::npos || mark == 0) return {name, 0};
  std::size_t number = 0;
  const char* const end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data() + mark + 1, end, number);
  if (error != std::errc() || stop != end) return {name, 0};
  return {name.substr(0, mark), number};
}

tl::unexpected<Error> not_on_record(const std::string& name) {
  return fail(Code::kNotFound, "no session " + safe_text(name) + " on record");
}

std::string several_text(const std::string& name, const std::vector<SessionRun>& runs) {
  std::string text = "several sessions are called " + safe_text(name) + "; name one exactly:";
  for (std::size_t at = 0; at < runs.size(); ++at)
    text += "\n  " + safe_text(name) + "~" + std::to_string(at + 1) + "  " +
            safe_text(runs[at].first).substr(0, 19);
  return text;
}

NamedRun run_at(const std::string& session, const std::vector<SessionRun>& runs, std::size_t at) {
  NamedRun run;
  run.session = session;
  run.range = runs[at];
  if (at != 0) run.after = runs[at - 1].last;
  run.is_newest = at + 1 == runs.size();
  run.number = runs.size() == 1 ? 0 : at + 1;
  return run;
}

}  // namespace

std::string run_name(const supervisor::RecordedSession& session) {
  return safe_text(session.id) + (session.run == 0 ? "" : "~" + std::to_string(session.run));
}

Result<NamedRun> run_named(AuditReader& reader, const std::string& name) {
  const WrittenName parts = parts_of(name);
  const auto runs = reader.runs(parts.session);
  if (!runs) return forward(runs.error());
  if (runs->empty() || parts.number > runs->size()) return not_on_record(name);
  if (parts.number == 0 && runs->size() > 1) return fail(Code::kInvalid, several_text(name, *runs));
  return run_at(parts.session, *runs, parts.number == 0 ? 0 : parts.number - 1);
}

Result<void> choose_run(AuditReader& reader, const std::string& name,
                        supervisor::AuditFilter& filter) {
  filter.session = name;
  if (name.empty() || parts_of(name).number == 0) return {};
  const auto run = run_named(reader, name);
  if (!run) return forward(run.error());
  filter.session = run->session;
  filter.first_seq = run->range.first_seq;
  filter.last_seq = run->is_newest ? 0 : run->range.last_seq;
  return {};
}

bool is_of_run(const supervisor::StoredSession& stored, const NamedRun& run) {
  return stored.id == run.session && stored.started > run.after &&
         (run.is_newest || stored.started <= run.range.last);
}

std::string undo_word(const supervisor::StoredSession& stored) {
  return stored.name == stored.id ? stored.name + "~1" : stored.name;
}

std::string record_name(const supervisor::AuditRecord& record) {
  return safe_text(record.session_id) + "#" + std::to_string(record.seq);
}

}  // namespace guard::console
