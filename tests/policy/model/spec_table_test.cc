// SPDX-License-Identifier: Apache-2.0
#include "policy/model/spec_table.h"

#include <gtest/gtest.h>

namespace guard::policy {
namespace {

CommandSpec spec_of(std::vector<std::string> names, const std::string& rule_id) {
  CommandSpec spec;
  spec.commands = std::move(names);
  SpecRule rule;
  rule.id = rule_id;
  spec.rules = {rule};
  return spec;
}

TEST(SpecTableTest, UnknownNameHasNone) {
  EXPECT_EQ(SpecTable({spec_of({"rm"}, "a")}).find("mv"), nullptr);
}

TEST(SpecTableTest, ExactNameGoesBeforeGlob) {
  const SpecTable table({spec_of({"python*"}, "glob"), spec_of({"python3"}, "exact")});
  EXPECT_EQ(table.find("python3")->rules[0].id, "exact");
  EXPECT_EQ(table.find("python3.11")->rules[0].id, "glob");
}

TEST(SpecTableTest, LongestGlobGoesFirst) {
  const SpecTable table({spec_of({"p*"}, "short"), spec_of({"pip3.*"}, "long")});
  EXPECT_EQ(table.find("pip3.11")->rules[0].id, "long");
}

TEST(SpecTableTest, LaterEntryExtendsOneNameOnly) {
  auto later = spec_of({"npm"}, "later");
  later.value_flags = {"w"};
  const SpecTable table({spec_of({"npm", "pnpm"}, "first"), later});
  ASSERT_EQ(table.find("npm")->rules.size(), 2U);
  EXPECT_EQ(table.find("npm")->value_flags.size(), 1U);
  EXPECT_EQ(table.find("pnpm")->rules.size(), 1U);
}

}  // namespace
}  // namespace guard::policy
