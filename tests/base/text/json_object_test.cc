// SPDX-License-Identifier: Apache-2.0
#include "base/text/json_object.h"

#include <gtest/gtest.h>

#include "base/limits.h"

namespace guard {
namespace {

TEST(JsonObjectTest, AnObjectIsRead) {
  const auto object = parse_object(R"({"a":{"b":[1,"{{{"]},"c":null})");
  ASSERT_TRUE(object);
  EXPECT_EQ((*object)["a"]["b"][1], "{{{");
}

TEST(JsonObjectTest, AFieldGivenTwiceIsRefusedAtTheTopAlone) {
  const auto twice = parse_object(R"({"answer":"deny","answer":"approve"})");
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().text(), "field 'answer' is given twice");
  EXPECT_TRUE(parse_object(R"({"a":{"x":1},"b":{"x":2}})"));
}

TEST(JsonObjectTest, WhatIsDeepOrNoObjectIsRefused) {
  const std::string deep = R"({"a":)" + std::string(1000, '[') + std::string(1000, ']') + "}";
  for (const std::string& body : {deep, std::string(), std::string("[]"), std::string("{"),
                                  std::string("7"), std::string(R"({"a":1}x)")}) {
    const auto object = parse_object(body);
    ASSERT_FALSE(object) << body;
    EXPECT_EQ(object.error().code, Code::kInvalid);
  }
}

TEST(JsonObjectTest, LevelsBeyondTheirNumberAreRefused) {
  constexpr std::size_t kMost = size_limit("json.depth");
  const auto is_read = [](std::size_t levels) {
    const std::size_t lists = levels - 1;
    return parse_object(R"({"a":)" + std::string(lists, '[') + std::string(lists, ']') + "}")
        .has_value();
  };
  EXPECT_TRUE(is_read(kMost - 1));
  EXPECT_TRUE(is_read(kMost));
  EXPECT_FALSE(is_read(kMost + 1));
}

}  // namespace
}  // namespace guard
