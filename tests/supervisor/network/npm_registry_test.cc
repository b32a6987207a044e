// SPDX-License-Identifier: Apache-2.0
#include "supervisor/network/npm_registry.h"

#include <gtest/gtest.h>

namespace guard::supervisor {
namespace {

TEST(NpmRegistryTest, IsReadFromNpmsOwnDefinitions) {
  EXPECT_EQ(registry_in("  registry: new Definition('registry', {\n"
                        "    default: 'https://registry.example.org/',\n    type: url,\n  }),\n"),
            "registry.example.org");
  EXPECT_EQ(registry_in("define('registry', {\n  default: 'https://r.example.org/',\n})"),
            "r.example.org");
}

TEST(NpmRegistryTest, IsThatOfNoOtherSetting) {
  EXPECT_EQ(registry_in("define('registry', {\n  default: null,\n})\n"
                        "define('proxy', {\n  default: 'https://proxy.example.org/',\n})"),
            "");
  EXPECT_EQ(registry_in("define('proxy', { default: 'https://proxy.example.org/' })"), "");
  EXPECT_EQ(registry_in(""), "");
}

TEST(NpmRegistryTest, IsReachedByAnEncryptedConnectionToAPlainName) {
  EXPECT_EQ(registry_in("define('registry', {\n  default: 'http://r.example.org/',\n})"), "");
  EXPECT_EQ(registry_in("define('registry', {\n  default: 'https://u@r.example.org/',\n})"), "");
  EXPECT_EQ(registry_in("define('registry', {\n  default: 'https://r.example.org:8443/',\n})"), "");
}

TEST(NpmRegistryTest, IsKnownByNothingWhereThereIsNoNpm) {
  NpmRegistry registry("/nowhere:relative");
  policy::Destination destination;
  destination.port = 443;
  EXPECT_FALSE(registry.is_at(destination));
  destination.name = "registry.example.org";
  EXPECT_FALSE(registry.is_at(destination));
}

}  // namespace
}  // namespace guard::supervisor
