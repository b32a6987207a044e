// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/record/chain.h"

#include "supervisor/audit/record/digest.h"
#include "supervisor/audit/record/field_text.h"

namespace guard::supervisor {
namespace {

template <class Link>
void chain(ChainEnd& end, Link& link) {
  link.seq = end.seq + 1;
  link.prev_hash = end.hash;
  link.hash = sha256_hex(canonical_json(link));
  end = {link.seq, link.hash};
}

}  // namespace

std::string canonical_json(const AuditRecord& record) {
  std::string out = "{";
  out.reserve(1024);
  for (const RecordField& field : kRecordFields) {
    if (field.name == "hash") continue;
    append_name(out, field.name);
    std::visit([&](auto member) { append_value(out, record.*member); }, field.member);
  }
  out += '}';
  return out;
}

std::string canonical_json(const OutcomeLink& link) {
  std::string out = "{";
  const auto add = [&out](std::string_view name, const auto& value) {
    append_name(out, name);
    append_value(out, value);
  };
  add("duration_ms", link.outcome.duration_ms);
  add("errno", link.outcome.error);
  add("intent_seq", link.intent_seq);
  add("kind", std::string("outcome"));
  add("outcome", link.outcome.outcome);
  add("prev_hash", link.prev_hash);
  add("request_id", link.outcome.request_id);
  add("result_summary", link.outcome.result_summary);
  add("seq", link.seq);
  add("session_id", link.session_id);
  add("timestamp", link.timestamp);
  out += '}';
  return out;
}

void append_to(ChainEnd& end, AuditRecord& record) {
  chain(end, record);
}

void append_to(ChainEnd& end, OutcomeLink& link) {
  chain(end, link);
}

}  // namespace guard::supervisor
