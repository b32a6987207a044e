// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/record/record.h"

#include "supervisor/audit/record/fields.h"

namespace guard::supervisor {
namespace {

template <class Value>
nlohmann::json json_of(const Value& value) {
  return value;
}

nlohmann::json json_of(const std::optional<std::string>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
}

}  // namespace

nlohmann::json to_json(const AuditRecord& record) {
  AuditRecord clean = record;
  make_storable(clean);
  nlohmann::json out = nlohmann::json::object();
  for (const RecordField& field : kRecordFields) {
    std::visit([&](auto member) { out[std::string(field.name)] = json_of(clean.*member); },
               field.member);
  }
  return out;
}

}  // namespace guard::supervisor
