// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/resolver_options.h"

#include <gtest/gtest.h>

#include <sstream>

namespace guard::supervisor {
namespace {

int ndots(const char* text) {
  std::istringstream stream(text);
  return ndots_in(stream);
}

TEST(ResolverOptionsTest, TheLastNumberOfDotsCounts) {
  EXPECT_EQ(ndots("nameserver 192.0.2.1\nsearch a.test\n"), 1);
  EXPECT_EQ(ndots("options ndots:5\n"), 5);
  EXPECT_EQ(ndots("options timeout:2 ndots:3 edns0\noptions ndots:2\n"), 2);
  EXPECT_EQ(ndots("# options ndots:5\nsearch options ndots:5\n"), 1);
  EXPECT_EQ(ndots("options ndots:\n"), 1);
  EXPECT_EQ(ndots_of("/nonexistent"), 1);
}

}  // namespace
}  // namespace guard::supervisor
