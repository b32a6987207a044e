// SPDX-License-Identifier: Apache-2.0
#include "base/text/c_literal.h"

#include <gtest/gtest.h>

#include <string>

namespace guard {
namespace {

TEST(CLiteralTest, BytesThatMeanSomethingInALiteralAreSpelledOut) {
  EXPECT_EQ(c_literal("a\"b\\c"), "\n    \"a\\042b\\134c\"");
  EXPECT_EQ(c_literal(std::string{'\0', '1', '\xff'}), "\n    \"\\0001\\377\"");
  EXPECT_EQ(c_literal("?\?/"), "\n    \"\\077\\077/\"");
}

TEST(CLiteralTest, NothingIsALiteralTooAndLongOnesAreSeveral) {
  EXPECT_EQ(c_literal(""), "\n    \"\"");
  EXPECT_EQ(c_literal(std::string(81, 'x')), "\n    \"" + std::string(80, 'x') + "\"\n    \"x\"");
}

}  // namespace
}  // namespace guard
