// SPDX-License-Identifier: Apache-2.0
#include "policy/load/schema.h"

namespace guard::policy {
namespace {

// Names, docs and patterns of the table hold no control characters.
std::string json_text(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') json += '\\';
    json += c;
  }
  return json + '"';
}

std::string member(std::string_view name, const std::string& value) {
  return json_text(name) + ": " + value;
}

std::string enumeration(const KeyRow& row) {
  std::string values;
  for (const auto name : row.names()) {
    values.append(values.empty() ? "" : ", ").append(json_text(name));
  }
  return "\"type\": \"string\", \"enum\": [" + values + "]";
}

std::string one_or_list(const std::string& type) {
  return "\"oneOf\": [{" + type + "}, {\"type\": \"array\", \"items\": {" + type + "}}]";
}

std::string reference(const KeyRow& row) {
  return "\"$ref\": \"#/$defs/" + std::string(row.section) + "\"";
}

std::string type_of(const KeyRow& row) {
  const std::string text = "\"type\": \"string\"";
  switch (row.kind) {
    case ValueKind::kText:
      return text;
    case ValueKind::kTextList:
      return one_or_list(text);
    case ValueKind::kBool:
      return "\"enum\": [true, false, \"on\", \"off\", \"yes\", \"no\"]";
    case ValueKind::kInteger:
      return "\"type\": \"integer\", \"minimum\": " + std::to_string(row.least) +
             ", \"maximum\": " + std::to_string(row.most);
    case ValueKind::kDuration:
      return text + ", \"pattern\": \"^[0-9]{1,9}[smhd]$\"";
    case ValueKind::kSize:
      return text + ", \"pattern\": \"^[0-9]{1,9}([kMGT]?B|[KMGT]iB)$\"";
    case ValueKind::kName:
      return enumeration(row);
    case ValueKind::kNameList:
      return one_or_list(enumeration(row));
    case ValueKind::kNameOrSection:
      return "\"oneOf\": [{" + enumeration(row) + "}, {" + reference(row) + "}]";
    case ValueKind::kSection:
      return reference(row);
    case ValueKind::kSectionList:
      return one_or_list(reference(row));
    case ValueKind::kNamedSection:
      return "\"type\": \"object\", \"additionalProperties\": {" + reference(row) + "}";
  }
  return text;
}

std::string key_text(const KeyRow& row) {
  return "        " + member(row.name, "{" + member("description", json_text(row.doc)) + ", " +
                                           type_of(row) + "}");
}

std::string section_text(const SectionRow& section) {
  std::string keys;
  std::string needed;
  for (const auto& row : section.keys) {
    keys.append(keys.empty() ? "" : ",\n").append(key_text(row));
    if (row.required) needed.append(needed.empty() ? "" : ", ").append(json_text(row.name));
  }
  return "    " + json_text(section.name) + ": {\n      " +
         member("description", json_text(section.doc)) +
         ",\n      \"type\": \"object\", \"additionalProperties\": false, \"required\": [" +
         needed + "],\n      \"properties\": {\n" + keys + "\n      }\n    }";
}

}  // namespace

std::string json_schema() {
  std::string sections;
  for (const auto& section : all_sections()) {
    sections.append(sections.empty() ? "" : ",\n").append(section_text(section));
  }
  return "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
         "  \"title\": \"guard policy\",\n  \"$ref\": \"#/$defs/file\",\n  \"$defs\": {\n" +
         sections + "\n  }\n}\n";
}

}  // namespace guard::policy
