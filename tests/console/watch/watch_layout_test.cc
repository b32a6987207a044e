// SPDX-License-Identifier: Apache-2.0
#include "console/watch/watch_layout.h"

#include "tests/console/watch/watch_fixture.h"

namespace guard::console {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class WatchLayoutTest : public WatchTest {
 protected:
  [[nodiscard]] std::vector<ScreenLine> lines(ScreenSize size = {}) const {
    ViewStyle style;
    style.utf8 = false;
    return watch_screen(model_, size, style, now_);
  }
  [[nodiscard]] std::string screen(ScreenSize size = {}) const {
    std::string text;
    for (const ScreenLine& line : lines(size)) text += line.text + "\n";
    return text;
  }
};

TEST_F(WatchLayoutTest, AQuestionHasAllThatAPersonNeeds) {
  begin();
  ask("aaaa1");
  EXPECT_THAT(screen(),
              AllOf(HasSubstr("1 session"), HasSubstr("1 question waits"),
                    HasSubstr("What     rm -rf ./aaaa1"), HasSubstr("By "), HasSubstr("Risk "),
                    HasSubstr("claude > rm"), HasSubstr("DENIES"), HasSubstr("[y] approve"),
                    HasSubstr("[e] remember  [d] details  [?] help  [q] quit")));
}

TEST_F(WatchLayoutTest, ASessionSaysWhoWroteTheSameFiles) {
  const auto beside = [this](const nlohmann::json& others) {
    take({NewsKind::kBeside, "s1", "", "", {{"session_id", "s1"}, {"beside", others}}});
  };
  begin("s1");
  type("4");
  beside({{{"session", "s2"},
           {"command", "vi"},
           {"files", 4},
           {"names", {"/w/a", "/w/b"}},
           {"lives", true}}});
  EXPECT_THAT(screen({24, 200}), HasSubstr("same files as s2 (4 files: a, b)"));
  beside(nlohmann::json::array());
  EXPECT_THAT(screen({24, 200}), Not(HasSubstr("same files")));
}

TEST_F(WatchLayoutTest, EverySizeIsFilledExactly) {
  begin();
  for (int i = 0; i < 40; ++i) ask("aaaa" + std::to_string(i), 2 + i % 2);
  wait();
  for (const char* keys : {"", "d", "x?", "xr", "\x1b", "2", "3", "4"}) {
    for (const char key : std::string_view(keys))
      press({key == '\x1b' ? WatchKey{Press::kEscape, 0} : WatchKey{Press::kChar, key}});
    for (const std::size_t rows : {1UL, 2UL, 3UL, 5UL, 9UL, 10UL, 24UL, 80UL}) {
      for (const std::size_t columns : {1UL, 3UL, 20UL, 80UL, 300UL}) {
        const auto shown = lines({rows, columns});
        ASSERT_EQ(shown.size(), rows) << keys << " " << columns;
        for (const ScreenLine& line : shown) EXPECT_LE(columns_of(line.text), columns);
      }
    }
  }
}

TEST_F(WatchLayoutTest, TheSelectedLineIsInSight) {
  for (int i = 0; i < 100; ++i) ask("id" + std::to_string(i), 2, std::to_string(100 + i));
  for (int i = 0; i < 60; ++i) press(Press::kDown);
  int selected = 0;
  for (const ScreenLine& line : lines()) {
    if (line.look != Look::kSelected) continue;
    ++selected;
    EXPECT_THAT(line.text, HasSubstr("rm -rf ./id60"));
  }
  EXPECT_EQ(selected, 1);
}

TEST_F(WatchLayoutTest, ASmallWindowStillSaysWhatIsAskedAndHowToAnswer) {
  begin();
  ask("aaaa1");
  wait();
  EXPECT_THAT(screen({6, 30}),
              AllOf(HasSubstr("rm -rf ./aaaa1"), HasSubstr("[y] approve  [n] deny  [?] [q]")));
  ask("bbbb2-with-a-very-long-name/and-its-end", 2, "2");
  press(Press::kDown);
  EXPECT_THAT(screen({6, 30}), AllOf(HasSubstr("rm -rf ./b"), HasSubstr("and-its-end")));
  EXPECT_THAT(screen({30, 80}), Not(HasSubstr("larger window")));
}

TEST_F(WatchLayoutTest, FortyColumnsOfferBothAnswers) {
  ask("aaaa1");
  wait();
  EXPECT_THAT(screen({15, 40}), HasSubstr("[y] approve  [n] deny  [?] [q]"));
  EXPECT_THAT(screen({15, 41}), HasSubstr("[y] approve  [n] deny  [?] help  [q] quit"));
}

TEST_F(WatchLayoutTest, ASessionSaysWhereItWorks) {
  take({NewsKind::kSession,
        "s1",
        "",
        "",
        {{"command", "claude"}, {"mode", "balanced"}, {"workspace", {"/home/ana/shop"}}}});
  type("4");
  EXPECT_THAT(screen({15, 40}), HasSubstr("s1         /home/ana/shop  claude"));
  EXPECT_THAT(screen({15, 40}), HasSubstr("In       /home/ana/shop"));
  EXPECT_THAT(screen({24, 100}), HasSubstr("balanced"));
}

TEST_F(WatchLayoutTest, WhatIsNotShownCannotBeApproved) {
  ask("aaaa1");
  wait();
  for (const ScreenSize size : {ScreenSize{3, 80}, ScreenSize{24, 25}}) {
    EXPECT_FALSE(shows_acts(size));
    EXPECT_THAT(screen(size), HasSubstr("[y] needs a larger win"));
  }
  model_.set_acts_shown(false);
  EXPECT_THAT(type("y"), testing::IsEmpty());
  EXPECT_THAT(screen(), Not(HasSubstr("[Enter] approve")));
  EXPECT_THAT(model_.message(), HasSubstr("make the window larger"));
  model_.set_acts_shown(true);
  wait();
  type("y");
  model_.set_acts_shown(false);  // between the two keys
  EXPECT_THAT(type("\r"), testing::IsEmpty());
  model_.set_acts_shown(true);
  wait();
  EXPECT_THAT(type("n"), testing::SizeIs(1));
}

TEST_F(WatchLayoutTest, ARowKeepsTheEndOfWhatItIsAbout) {
  Json asked = question("aaaa1");
  asked["what"] = "rm -rf " + std::string(200, 'x') + " ./the_end";
  take({NewsKind::kAsked, "s1", "", "", asked});
  bool found = false;
  for (const ScreenLine& line : lines())
    found =
        found || (line.look == Look::kSelected && line.text.find("the_end") != std::string::npos);
  EXPECT_TRUE(found) << screen();
}

TEST_F(WatchLayoutTest, TheKeysSayThatMarkedOnesAreAnswered) {
  ask("aaaa1", 2, "1");
  ask("bbbb2", 2, "2");
  ask("cccc3", 2, "3");
  wait();
  type("  ");
  wait();
  type("y");
  EXPECT_THAT(screen(), HasSubstr("[Enter] approve the 2 that are marked  [Esc] back"));
  press(Press::kEscape);
  wait();
  type("n", std::chrono::milliseconds(100));
  EXPECT_THAT(screen(), HasSubstr("[n] denies the 2 that are marked in a moment"));
}

TEST_F(WatchLayoutTest, NoEnterApprovesOnAnEmptyList) {
  ask("aaaa1");
  wait();
  type("y");
  EXPECT_THAT(screen(), HasSubstr("[Enter] approve  [Esc] back"));
  settle("aaaa1");
  EXPECT_THAT(screen(), Not(HasSubstr("[Enter] approve")));
}

TEST_F(WatchLayoutTest, NothingReachesTheScreenRaw) {
  const std::string bad = "\x1b[2J\x1b]0;x\x07 \xE2\x80\xAE\xFF\r\n\x9b";
  Json asked = question("aaaa1");
  for (const char* field : {"what", "why", "cwd", "risk", "pattern", "rule", "reason"})
    asked[field] = bad;
  asked["chain"] = {bad};
  begin(bad);
  take({NewsKind::kAsked, bad, "", "", asked});
  take({NewsKind::kAct, bad, "", "", {{"what", bad}, {"outcome", bad}, {"time", bad}}});
  take({NewsKind::kGrants, bad, "", "", {{"categories", {bad}}, {"grants", {{{"pattern", bad}}}}}});
  take({NewsKind::kTrouble, bad, "", bad, {}});
  for (const char* tab : {"1", "2", "3", "4", "1d"}) {
    type(tab);
    Json detail = {{"names", {bad}}, {"difference", {bad}}};
    detail["steps"] = {{{"stage", bad}, {"text", bad}}};
    take({NewsKind::kDetail, bad, "aaaa1", "", detail});
    for (const char c : screen()) EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << tab;
  }
}

TEST_F(WatchLayoutTest, TierThreeStandsOutAndAsksForTheWord) {
  ask("aaaa1", 3);
  wait();
  EXPECT_EQ(lines()[0].look, Look::kAlarm);
  type("yCON");
  EXPECT_THAT(screen(), HasSubstr("Type CONFIRM, then Enter; Esc goes back: CON_"));
}

TEST_F(WatchLayoutTest, WhatIsRememberedStandsAboveTheFold) {
  ask("aaaa1");
  wait();
  type("e");
  std::string above;
  for (std::size_t i = 0; i + 8 < lines().size(); ++i) above += lines()[i].text + "\n";
  EXPECT_THAT(above, HasSubstr("Remember this session"));
}

TEST_F(WatchLayoutTest, DetailsShowTheStepsAndWhatWouldChange) {
  ask("aaaa1");
  type("d");
  Json detail = {{"difference", {"-old", "+new"}}};
  detail["steps"] = {{{"stage", "mode"}, {"text", "balanced asks at tier 2"}}};
  take({NewsKind::kDetail, "s1", "aaaa1", "", detail});
  press(Press::kPageDown);
  EXPECT_THAT(screen(), HasSubstr("mode: balanced asks at tier 2"));
  EXPECT_THAT(screen(), HasSubstr("+new"));
}

TEST_F(WatchLayoutTest, EmptyListsSaySo) {
  EXPECT_THAT(screen(), HasSubstr("no question waits"));
  type("4");
  EXPECT_THAT(screen(), HasSubstr("guard run -- CMD"));
  type("fxyz");
  press(Press::kEnter);
  EXPECT_THAT(screen(), HasSubstr("nothing here with: xyz"));
}

TEST_F(WatchLayoutTest, TroubleOfASessionIsShown) {
  begin();
  take({NewsKind::kTrouble, "s1", "", "no answer in time", {}});
  type("4");
  EXPECT_THAT(screen(), HasSubstr("no answer in time"));
  begin();
  EXPECT_THAT(screen(), Not(HasSubstr("no answer in time")));
}

TEST_F(WatchLayoutTest, DetailsScrollThroughEveryName) {
  ask("aaaa1");
  type("d");
  Json names = Json::array();
  for (int i = 0; i < 100; ++i) names.push_back("/w/name" + std::to_string(i));
  take({NewsKind::kDetail, "s1", "aaaa1", "", {{"names", names}}});
  EXPECT_THAT(screen(), Not(HasSubstr("/w/name99")));
  for (int i = 0; i < 12; ++i) press(Press::kPageDown);
  EXPECT_THAT(screen(), HasSubstr("/w/name99"));
}

TEST_F(WatchLayoutTest, HelpHasEveryKey) {
  type("?");
  const std::string text = screen({40, 100});
  for (const KeyRow& row : kKeys) EXPECT_THAT(text, HasSubstr(row.help));
}

}  // namespace
}  // namespace guard::console
