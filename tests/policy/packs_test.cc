// SPDX-License-Identifier: Apache-2.0
// The shipped packs: they load, every one of them, and were compiled without loss.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/compiled_packs.h"
#include "policy/schema.h"
#include "policy/yaml_loader.h"

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
    const auto policy = load_policy({pack});
    EXPECT_TRUE(policy) << (policy ? "" : policy.error().text());
  }
}

TEST(PacksTest, ACompiledPackIsWhatItsTextReads) {
  for (const auto& pack : compiled_packs()) {
    const auto document = read_document(std::string(pack.document.name), pack.source);
    ASSERT_TRUE(document);
    const auto view = document->view();
    ASSERT_EQ(pack.document.count, view.count) << pack.name;
    EXPECT_TRUE(std::equal(view.cells, view.cells + view.count, pack.document.cells));
    EXPECT_EQ(document->text, std::string_view(pack.document.text, document->text.size()));
  }
}

TEST(PacksTest, TheBasePackComesFirst) {
  EXPECT_EQ(compiled_packs().front().name, "default");
}

}  // namespace
}  // namespace guard::policy
