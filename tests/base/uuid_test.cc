// SPDX-License-Identifier: Apache-2.0
#include "base/uuid.h"

#include <gtest/gtest.h>

#include <set>

namespace guard {
namespace {

TEST(UuidTest, HasVersionFourAndTheRfcVariant) {
  for (int i = 0; i < 64; ++i) {
    const std::string id = make_uuid();
    ASSERT_TRUE(is_uuid(id)) << id;
    EXPECT_EQ(id[14], '4') << id;
    EXPECT_NE(std::string("89ab").find(id[19]), std::string::npos) << id;
  }
}

TEST(UuidTest, DoesNotRepeat) {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(make_uuid());
  EXPECT_EQ(seen.size(), 1000U);
}

TEST(UuidTest, OtherShapesAreNotUuids) {
  const std::string id = make_uuid();
  EXPECT_FALSE(is_uuid(""));
  EXPECT_FALSE(is_uuid(id.substr(1)));
  EXPECT_FALSE(is_uuid(id + "0"));
  EXPECT_FALSE(is_uuid("9f0c3f2e-6a43-4f57-9d0a-5d9a1f3c2b1g"));
  EXPECT_FALSE(is_uuid("9f0c3f2ee6a43-4f57-9d0a-5d9a1f3c2b11"));
}

}  // namespace
}  // namespace guard
