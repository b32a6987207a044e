// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/trace_parent.h"

#include <gtest/gtest.h>

#include "tests/supervisor/audit/temporary_folder.h"

namespace guard::supervisor {
namespace {

constexpr const char* kTrace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

TEST(TraceParentTest, IsTakenApart) {
  const auto parent = parse_trace_parent(kTrace);
  ASSERT_TRUE(parent);
  EXPECT_EQ(parent->trace_id, "0af7651916cd43dd8448eb211c80319c");
  EXPECT_EQ(parent->span_id, "b7ad6b7169203331");
  EXPECT_EQ(parent->flags, 1);
}

TEST(TraceParentTest, WhatIsNoneIsNone) {
  for (const char* text : {"", "x", "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                           "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                           "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                           "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                           "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-"})
    EXPECT_FALSE(parse_trace_parent(text)) << text;
}

TEST(TraceParentTest, IsThatOfTheNewestRunOfASession) {
  const TemporaryFolder folder;
  EXPECT_FALSE(trace_of(folder.path(), "s", "2100-01-01T00:00:00.000000Z"));
  ASSERT_TRUE(keep_trace(folder.path(), "s", kTrace));
  EXPECT_TRUE(trace_of(folder.path(), "s", "2100-01-01T00:00:00.000000Z"));
  EXPECT_FALSE(trace_of(folder.path(), "s", "2001-01-01T00:00:00.000000Z"));
  EXPECT_FALSE(trace_of(folder.path(), "other", "2100-01-01T00:00:00.000000Z"));
  ASSERT_TRUE(keep_trace(folder.path(), "s", ""));
  EXPECT_FALSE(trace_of(folder.path(), "s", "2100-01-01T00:00:00.000000Z"));
}

}  // namespace
}  // namespace guard::supervisor
