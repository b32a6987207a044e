// SPDX-License-Identifier: Apache-2.0
#include "interceptor/resolve/held_object.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace guard::interceptor {
namespace {

struct Types {
  bool regular_file;
  bool folder;
  bool character_device;
  bool operator==(const Types&) const = default;
};

Types types_of(mode_t mode) {
  HeldPath held;
  held.status.st_mode = mode;
  return {is_regular_file(held), is_folder(held), is_character_device(held)};
}

TEST(HeldObjectTest, AnObjectIsOfOneTypeAtMost) {
  EXPECT_EQ(types_of(S_IFREG | 0644), (Types{true, false, false}));
  EXPECT_EQ(types_of(S_IFDIR | 01777), (Types{false, true, false}));
  EXPECT_EQ(types_of(S_IFCHR | 0620), (Types{false, false, true}));
  for (const mode_t other : {S_IFLNK, S_IFBLK, S_IFIFO, S_IFSOCK})
    EXPECT_EQ(types_of(other | 0777), (Types{false, false, false})) << std::oct << other;
}

TEST(HeldObjectTest, WhereNothingIsThereIsNoType) {
  EXPECT_EQ(types_of(0), (Types{false, false, false}));
}

}  // namespace
}  // namespace guard::interceptor
