// SPDX-License-Identifier: Apache-2.0
#include "policy/paths/usual_names.h"

#include <gtest/gtest.h>

#include "policy/text/glob.h"

namespace guard::policy {
namespace {

TEST(UsualNamesTest, AreTheWordsWithoutWildcards) {
  PathRoots roots;
  roots.workspace = {"/w"};
  roots.patterns = {{"vault/*/token.bin", PathClass::kSecret},
                    {"rules/x.cfg", PathClass::kConfig}};
  const PathClassifier classifier(roots);
  const auto names = usual_names(classifier);
  for (const char* name : {".env", ".env.local", "id_ed25519", "id_rsa", ".ssh", ".aws",
                           "credentials", "vault", "token.bin", "server.key"})
    EXPECT_TRUE(names.contains(name)) << name;
  EXPECT_FALSE(names.contains("x.cfg"));
  for (const std::string& name : names) EXPECT_FALSE(has_wildcard(name)) << name;
}

}  // namespace
}  // namespace guard::policy
