// SPDX-License-Identifier: Apache-2.0
// The shipped packs: they load, every one of them, and were compiled without loss.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/load/compiled_packs.h"
#include "policy/load/schema.h"
#include "policy/load/yaml_loader.h"
#include "policy/text/text_digest.h"

namespace guard::policy {
namespace {

TEST(PacksTest, EveryPackKeepsTheSchema) {
  for (const auto& pack : compiled_packs()) {
    const auto checked = check_document(Node(pack.document));
    EXPECT_TRUE(checked) << (checked ? "" : checked.error().text());
  }
}

TEST(PacksTest, EveryPackLoads) {
  for (const auto& pack : built_in_packs()) {
    const auto policy = load_policy({pack}, Examples::kRead);
    EXPECT_TRUE(policy) << (policy ? "" : policy.error().text());
  }
}

TEST(PacksTest, ACompiledPackIsWhatItsTextReads) {
  for (const auto& pack : compiled_packs()) {
    const auto document = read_document(std::string(pack.document.name), pack.source);
    ASSERT_TRUE(document);
    const auto view = document->view();
    ASSERT_EQ(pack.document.count, view.count) << pack.name;
    for (std::uint32_t at = 0; at < view.count; ++at) {
      Cell cell = view.cells[at];
      cell.text_at = pack.document.cells[at].text_at;  // the compiled texts lie elsewhere
      EXPECT_TRUE(cell == pack.document.cells[at]) << Node(view, at).place();
      EXPECT_EQ(Node(pack.document, at).text(), Node(view, at).text());
    }
    EXPECT_EQ(pack.digest, digest_of(pack.source)) << pack.name;
  }
}

// A changed byte of any file is another policy, and so is another order.
TEST(PacksTest, AHashTellsPoliciesApart) {
  const PolicyFile first{"a", "version: 1\nsafe_mode: on\n"};
  const PolicyFile second{"b", "version: 1\nmode: paranoid\n"};
  const auto hash = [](const std::vector<PolicyFile>& files) { return load_policy(files)->hash; };
  EXPECT_EQ(hash({first, second}), hash({first, second}));
  EXPECT_NE(hash({first, second}), hash({second, first}));
  EXPECT_NE(hash({first}), hash({first, second}));
  EXPECT_NE(hash({first}), hash({{"a", "version: 1\nsafe_mode: off\n"}}));
}

TEST(PacksTest, TheBasePackComesFirst) {
  EXPECT_EQ(compiled_packs().front().name, "default");
}

}  // namespace
}  // namespace guard::policy
