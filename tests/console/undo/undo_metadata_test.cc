// SPDX-License-Identifier: Apache-2.0
// The changes that an undo would make to a file's mode, owner and attributes, as a person reads
// them.
#include "console/undo/undo_metadata.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace guard::console {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

supervisor::ObjectRecord record(std::uint32_t mode, std::uint32_t uid) {
  supervisor::ObjectRecord made;
  made.mode = S_IFREG | mode;
  made.uid = uid;
  return made;
}

TEST(MetadataChangesTest, WhatIsThereNowStandsFirst) {
  EXPECT_THAT(metadata_changes(record(0600, 0), record(04755, 0)),
              ElementsAre("mode 0600 -> 4755"));
  EXPECT_THAT(metadata_changes(record(0600, 3'000'000'000), record(0600, 0)),
              ElementsAre("owner 3000000000 -> root"));
  EXPECT_THAT(metadata_changes(record(0600, 0), record(0600, 0)), IsEmpty());
}

TEST(MetadataChangesTest, OfAttributesOnlyTheNamesAreTold) {
  supervisor::ObjectRecord now = record(0600, 0);
  supervisor::ObjectRecord after = now;
  now.attributes = {{"user.same", "1"}, {"user.new", "secret"}, {"user.other", "2"}};
  after.attributes = {{"user.same", "1"}, {"user.old", "secret"}, {"user.other", "3"}};
  EXPECT_THAT(metadata_changes(now, after),
              ElementsAre("attribute user.new goes", "attribute user.other as it was",
                          "attribute user.old comes back"));
}

}  // namespace
}  // namespace guard::console
