// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/resolver_options.h"

#include <gtest/gtest.h>

#include <sstream>

namespace guard::supervisor {
namespace {

int ndots(const char* text) {
  std::istringstream stream(text);
  return resolver_options_in(stream).ndots;
}

TEST(ResolverOptionsTest, TheLastNumberOfDotsCounts) {
  EXPECT_EQ(ndots("nameserver 192.0.2.1\nsearch a.test\n"), 1);
  EXPECT_EQ(ndots("options ndots:5\n"), 5);
  EXPECT_EQ(ndots("options timeout:2 ndots:3 edns0\noptions ndots:2\n"), 2);
  EXPECT_EQ(ndots("# options ndots:5\nsearch options ndots:5\n"), 1);
  EXPECT_EQ(ndots("options ndots:\n"), 1);
  EXPECT_EQ(resolver_options_of("/nonexistent").ndots, 1);
}

TEST(ResolverOptionsTest, ANameBelowASearchedDomainMayBeNobodys) {
  std::istringstream text(
      "search old.test\nsearch Ns.svc.Cluster.local. corp.test\noptions ndots:3\n");
  const ResolverOptions options = resolver_options_in(text);
  EXPECT_TRUE(may_come_from_search(options, "redis.ns.svc.cluster.local"));
  EXPECT_TRUE(may_come_from_search(options, "api.example.org.corp.test"));
  EXPECT_FALSE(may_come_from_search(options, "a.b.c.d.corp.test"));  // asked for as it stands first
  EXPECT_FALSE(may_come_from_search(options, "api.example.org"));
  EXPECT_FALSE(may_come_from_search(options, "corp.test"));
  EXPECT_FALSE(may_come_from_search(options, ".corp.test"));
  EXPECT_FALSE(may_come_from_search(options, "redis.old.test"));
  EXPECT_FALSE(may_come_from_search({.ndots = 1, .search = {"corp.test"}}, "redis.corp.test"));
}

}  // namespace
}  // namespace guard::supervisor
