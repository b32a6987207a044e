// SPDX-License-Identifier: Apache-2.0
#include "policy/load/schema.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

namespace guard::policy {
namespace {

TEST(SchemaTest, EverySectionThatAKeyNamesExists) {
  std::set<std::string_view> names;
  for (const auto& section : all_sections()) names.insert(section.name);
  EXPECT_EQ(names.size(), all_sections().size());
  for (const auto& section : all_sections()) {
    for (const auto& key : section.keys) {
      if (key.section.empty()) continue;
      EXPECT_TRUE(names.contains(key.section)) << key.name;
    }
  }
}

TEST(SchemaTest, KeysAreDocumentedAndUnique) {
  for (const auto& section : all_sections()) {
    std::set<std::string_view> names;
    EXPECT_FALSE(section.doc.empty()) << section.name;
    for (const auto& key : section.keys) {
      EXPECT_TRUE(names.insert(key.name).second) << key.name;
      EXPECT_FALSE(key.doc.empty()) << key.name;
      const bool names_wanted = key.kind == ValueKind::kName || key.kind == ValueKind::kNameList ||
                                key.kind == ValueKind::kNameOrSection;
      EXPECT_EQ(key.names != nullptr, names_wanted) << key.name;
    }
  }
}

TEST(SchemaTest, TheJsonSchemaIsJsonWithEveryKey) {
  const auto schema = nlohmann::json::parse(json_schema());
  for (const auto& section : all_sections()) {
    const auto& object = schema.at("$defs").at(std::string(section.name));
    EXPECT_FALSE(object.at("additionalProperties").get<bool>());
    for (const auto& key : section.keys) {
      EXPECT_TRUE(object.at("properties").contains(std::string(key.name))) << key.name;
    }
  }
}

}  // namespace
}  // namespace guard::policy
