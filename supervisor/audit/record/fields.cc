// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/record/fields.h"

#include "supervisor/audit/record/json_text.h"

namespace guard::supervisor {
namespace {

void clean(std::string& text) {
  if (!is_utf8(text)) text = utf8_text(text);
}

void clean(std::optional<std::string>& text) {
  if (text) clean(*text);
}

void clean(std::vector<std::string>& list) {
  for (std::string& text : list) clean(text);
}

bool is_text_throughout(const nlohmann::json& value) {
  if (value.is_string()) return is_utf8(value.get_ref<const std::string&>());
  if (!value.is_structured()) return true;
  for (const auto& [key, item] : value.items()) {
    if (!is_utf8(key) || !is_text_throughout(item)) return false;
  }
  return true;
}

void clean(nlohmann::json& value) {
  if (!is_text_throughout(value)) value = nlohmann::json::parse(json_text(value), nullptr, false);
}

template <class Number>
void clean(Number&) {}

}  // namespace

void make_storable(AuditRecord& record) {
  for (const RecordField& field : kRecordFields) {
    std::visit([&](auto member) { clean(record.*member); }, field.member);
  }
}

}  // namespace guard::supervisor
