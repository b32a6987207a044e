// SPDX-License-Identifier: Apache-2.0
// The connections that a command will make once it runs, as far as its words tell them.
#include "supervisor/check/later_acts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/network/named_place.h"

namespace guard::supervisor {
namespace {

using policy::NamedPlace;
using policy::place_in;
using ::testing::Eq;
using ::testing::Optional;

TEST(NamedPlaceTest, AddressesNameAHostAndAPort) {
  EXPECT_THAT(place_in("https://github.com/a/b"), Optional(Eq(NamedPlace{"github.com", 443})));
  EXPECT_THAT(place_in("http://u:p@h.example:8080/x?y"),
              Optional(Eq(NamedPlace{"h.example", 8080})));
  EXPECT_THAT(place_in("ssh://git@host/x"), Optional(Eq(NamedPlace{"host", 22})));
  EXPECT_THAT(place_in("git@github.com:a/b.git"), Optional(Eq(NamedPlace{"github.com", 22})));
  EXPECT_THAT(place_in("https://[2001:db8::1]:444/x"),
              Optional(Eq(NamedPlace{"2001:db8::1", 444})));
}

TEST(NamedPlaceTest, PathsOfThisMachineNameNone) {
  for (const char* word :
       {"", "x", "./a:b", "/srv/x.git", "file:///srv/x", "https://", "a/b:c", "https://$HOST/x"})
    EXPECT_EQ(place_in(word), std::nullopt) << word;
}

}  // namespace
}  // namespace guard::supervisor
