// SPDX-License-Identifier: Apache-2.0
#include "console/output/text_table.h"

#include <gtest/gtest.h>

namespace guard::console {
namespace {

const std::vector<TableRow> kRows = {{{"NAME", "LEFT"}, "WHAT"},
                                     {{"a", "1 change"}, "rm -rf a very long name of a folder"}};

TEST(TextTableTest, ColumnsAreAsWideAsTheirWidestCell) {
  EXPECT_EQ(table_text(kRows, 0),
            "NAME  LEFT      WHAT\n"
            "a     1 change  rm -rf a very long name of a folder\n");
}

TEST(TextTableTest, TheLastTextIsCutWhereTheScreenEnds) {
  EXPECT_EQ(table_text(kRows, 40),
            "NAME  LEFT      WHAT\n"
            "a     1 change  rm -rf a very long na...\n");
}

TEST(TextTableTest, WithoutRoomBesideTheCellsItGetsALineOfItsOwn) {
  EXPECT_EQ(table_text(kRows, 30),
            "NAME  LEFT      WHAT\n"
            "a     1 change\n"
            "    rm -rf a very long name...\n");
}

TEST(TextTableTest, ANameIsNeverCut) {
  const std::string name(28, 'n');
  EXPECT_EQ(table_text({{{name, "1 change"}, "rm"}}, 30), name + "\n    1 change  rm\n");
}

}  // namespace
}  // namespace guard::console
