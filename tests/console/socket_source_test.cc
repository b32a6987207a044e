// SPDX-License-Identifier: Apache-2.0
// The front's questions over a real server's socket.
#include "console/front/socket_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include "console/terminal/question_view.h"
#include "tests/supervisor/api/raw_client.h"

namespace guard::console {
namespace {

using ::testing::HasSubstr;
using Kind = SourceItem::Kind;

class SocketSourceTest : public supervisor::ServerTest {
 protected:
  void connect() {
    start();
    auto source = SocketSource::start(path_);
    ASSERT_TRUE(source);
    source_ = std::move(*source);
  }
  void TearDown() override { source_.reset(); }

  // The next item, or one of kind kRefused with "nothing came".
  SourceItem next() {
    while (items_.empty()) {
      pollfd entry{source_->fd(), POLLIN, 0};
      if (::poll(&entry, 1, 20'000) <= 0) return {Kind::kRefused, "", {}, "nothing came"};
      items_ = source_->take();
    }
    SourceItem item = std::move(items_.front());
    items_.erase(items_.begin());
    return item;
  }

  std::unique_ptr<SocketSource> source_;
  std::vector<SourceItem> items_;
};

TEST_F(SocketSourceTest, QuestionsAskedBeforeAndAfterArrive) {
  const std::string first = session_.ask();
  connect();
  EXPECT_EQ(next().id, first);
  const std::string second = session_.ask();
  const SourceItem item = next();
  EXPECT_EQ(item.kind, Kind::kAsked);
  EXPECT_EQ(item.id, second);
  EXPECT_EQ(text_field(item.question, "what"), "rm -rf ./a");
}

TEST_F(SocketSourceTest, AnAnswerSettlesTheQuestion) {
  const std::string id = session_.ask();
  connect();
  (void)next();
  source_->answer(id, {true, "once", "", "", ""});
  const SourceItem settled = next();
  EXPECT_EQ(settled.kind, Kind::kSettled);
  EXPECT_EQ(settled.id, id);
  EXPECT_EQ(text_field(settled.question, "state"), "approved");
  EXPECT_THAT(text_field(settled.question, "answered_by"), HasSubstr("terminal"));
}

TEST_F(SocketSourceTest, AnAnswerThatIsNotTakenComesBackWithTheReason) {
  const std::string id = session_.ask(3);
  connect();
  (void)next();
  source_->answer(id, {true, "once", "", "", ""});
  const SourceItem refused = next();
  EXPECT_EQ(refused.kind, Kind::kRefused);
  EXPECT_EQ(refused.id, id);
  EXPECT_THAT(refused.text, HasSubstr("CONFIRM"));
}

TEST_F(SocketSourceTest, WithdrawalsArrive) {
  const std::string id = session_.ask();
  connect();
  (void)next();
  session_.broker.withdraw(id, "its process ended");
  const SourceItem settled = next();
  EXPECT_EQ(settled.kind, Kind::kSettled);
  EXPECT_EQ(text_field(settled.question, "state"), "withdrawn");
}

TEST_F(SocketSourceTest, TheDetailIsFetchedAndMissingOnesAreSaidToBe) {
  const std::string id = session_.ask();
  connect();
  (void)next();
  source_->fetch_detail(id);
  const SourceItem detail = next();
  EXPECT_EQ(detail.kind, Kind::kDetail);
  EXPECT_EQ(text_field(detail.question, "id"), id);
  source_->fetch_detail("ffffffff");
  const SourceItem missing = next();
  EXPECT_EQ(missing.kind, Kind::kDetail);
  EXPECT_TRUE(missing.question.is_null());
}

TEST_F(SocketSourceTest, WithoutASessionAnswersAreRefusedAndNothingHangs) {
  auto source = SocketSource::start(folder_.file("absent.sock"));
  ASSERT_TRUE(source);
  source_ = std::move(*source);
  source_->answer("3f2a91bc", {true, "once", "", "", ""});
  EXPECT_EQ(next().kind, Kind::kRefused);
}

}  // namespace
}  // namespace guard::console
