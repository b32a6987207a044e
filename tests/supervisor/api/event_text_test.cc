// SPDX-License-Identifier: Apache-2.0
#include "supervisor/api/event_text.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace guard::supervisor {
namespace {

TEST(EventTextTest, OneLineOfDataWhateverItHolds) {
  Event event;
  event.seq = 7;
  event.type = "act";
  event.data = {{"what", "a\nb\n\nid: 9"}, {"bytes", "\xff"}};
  const std::string text = event_text(event);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
  EXPECT_TRUE(text.starts_with("id: 7\nevent: act\ndata: {"));
  EXPECT_TRUE(text.ends_with("}\n\n"));
}

}  // namespace
}  // namespace guard::supervisor
