// SPDX-License-Identifier: Apache-2.0
// How much of an act the question says undo can give back: how many of how many, what not, and why.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "supervisor/ask/undo_promise.h"
#include "tests/supervisor/ask/question_fixture.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Effect;
using policy::Recoverability;
using Told = std::pair<UndoPart, std::string>;

Effect tree(std::uint64_t saved) {
  Effect effect;
  effect.files = saved;
  effect.preexisting = saved;
  return effect;
}

class QuestionUndoTest : public QuestionFixture {
 protected:
  QuestionUndoTest() { open_store({.bytes = 1000, .file_bytes = 100, .files = 5000}); }

  [[nodiscard]] Told told(const PendingCall& call) const {
    const Question asked = question(call);
    return {asked.undo_part, asked.undo};
  }
  [[nodiscard]] Told told(const Effect& effect) const { return told(removal_of_folder(effect)); }
};

TEST_F(QuestionUndoTest, AllOfItIsCounted) {
  EXPECT_EQ(told(tree(4)), Told(UndoPart::kAll, "all 4"));
  EXPECT_EQ(told(tree(1234)), Told(UndoPart::kAll, "all 1,234"));
}

TEST_F(QuestionUndoTest, BuildOutputIsNotGivenBack) {
  Effect effect = tree(14);
  effect.files += 1493;
  effect.directories = 188;
  effect.built = 1681;
  effect.build_folders = {"venv", "node_modules"};
  EXPECT_EQ(told(effect),
            Told(UndoPart::kSome, "14 of 1,695; not 1,681 build files (venv, node_modules)"));
  effect.preexisting = 0;
  EXPECT_EQ(told(effect), Told(UndoPart::kNone, "none: 1,681 build files (venv, node_modules)"));
}

TEST_F(QuestionUndoTest, NorIsWhatTheSessionMadeOrGuardCannotSave) {
  Effect effect = tree(10);
  effect.files += 2;
  effect.born = 2;
  effect.unsaved = 1;
  EXPECT_EQ(told(effect), Told(UndoPart::kSome,
                               "9 of 12; not 2 made in this session, 1 that guard cannot save "
                               "(unreadable, too large, or a device)"));
}

TEST_F(QuestionUndoTest, WhatWasNotCountedIsNotPromised) {
  Effect effect = tree(20);
  effect.complete = false;
  EXPECT_EQ(told(effect), Told(UndoPart::kSome, "20 of the first 20; the rest was not counted"));
  effect = {};
  effect.complete = false;
  EXPECT_EQ(told(effect), Told(UndoPart::kNone, "not promised: nothing of it could be counted"));
}

TEST_F(QuestionUndoTest, WhereTheStoreIsFullItSaysSo) {
  Effect effect = tree(3);
  effect.stored = 1001;
  EXPECT_EQ(told(effect), Told(UndoPart::kSome, "not all of 3: undo.max is reached: 1.0 kB"));
  effect.files = effect.preexisting = 1;
  EXPECT_EQ(told(effect), Told(UndoPart::kNone, "none: undo.max is reached: 1.0 kB"));
}

TEST_F(QuestionUndoTest, WhatIsNewStays) {
  PendingCall call = deletion();
  call.action.act = policy::Act::kCreate;
  call.action.objects.front().type = policy::ObjectType::kMissing;
  call.action.objects.front().recoverability = Recoverability::kNothing;
  EXPECT_EQ(told(call),
            Told(UndoPart::kNone, "none: new files stay, unless you use guard undo --made"));
}

TEST_F(QuestionUndoTest, OfOneFileItIsThatFile) {
  PendingCall call = deletion();
  EXPECT_EQ(told(call), Told(UndoPart::kAll, "all of it"));
  policy::Object& object = call.action.objects.front();
  object.recoverability = Recoverability::kBuilt;
  EXPECT_EQ(told(call), Told(UndoPart::kNone, "none: it is build output"));
  object.recoverability = Recoverability::kBorn;
  EXPECT_EQ(told(call), Told(UndoPart::kNone, "none: it was made in this session"));
  object.recoverability = Recoverability::kPrecious;
  EXPECT_EQ(told(call), Told(UndoPart::kNone, "none: guard cannot save it"));
  object.bytes = 101;
  EXPECT_EQ(told(call), Told(UndoPart::kNone, "none: 101 B are more than undo.max_file"));
  call.why_unsaved = "no space";
  EXPECT_EQ(told(call), Told(UndoPart::kNone, "none: it cannot be saved: no space"));
}

TEST_F(QuestionUndoTest, WhatIsNoFileIsNeverGivenBack) {
  EXPECT_EQ(told(made_act(Act::kRead, {made_object("/w/.env")})),
            Told(UndoPart::kNone, "none: what has been read cannot be taken back"));
  const char* const sent = "none: what is sent, and what is done with it, cannot be taken back";
  EXPECT_EQ(told(made_act(Act::kConnect, {})), Told(UndoPart::kNone, sent));
  policy::Object server = made_object("/run/server.sock", Recoverability::kNothing);
  server.type = policy::ObjectType::kSocket;
  EXPECT_EQ(told(made_act(Act::kConnect, {server})), Told(UndoPart::kNone, sent));
  for (const Act act : {Act::kListen, Act::kSignal, Act::kSystem})
    EXPECT_EQ(told(made_act(act, {made_object("/mnt", Recoverability::kNothing)})),
              Told(UndoPart::kNone, "none: guard gives back files only"));
  EXPECT_EQ(told(made_exec("/usr/bin/make", {"make"})),
            Told(UndoPart::kSome, "only the files that it changes here"));
}

TEST_F(QuestionUndoTest, WhatLeavesThisMachineIsNotTakenBack) {
  PendingCall push = made_exec("/usr/bin/git", {"git", "push"});
  push.decision.assessment.categories = {policy::Category::kGitPublish};
  EXPECT_EQ(told(push),
            Told(UndoPart::kNone, "none: what leaves this machine cannot be taken back"));
  push.intent.repository = "/srv/o.git";
  EXPECT_EQ(told(push), Told(UndoPart::kSome, "only the files that it changes on this machine"));
  PendingCall ssh = made_exec("/usr/bin/ssh", {"ssh", "host"});
  ssh.decision.assessment.categories = {policy::Category::kNetworkRisk};
  EXPECT_EQ(told(ssh), Told(UndoPart::kSome,
                            "only files here; what leaves this machine cannot be taken back"));
}

TEST(ExistedTextTest, BuildOutputExistedToo) {
  Effect effect = tree(7);
  effect.files += 1688;
  effect.built = 1688;
  EXPECT_EQ(existed_text(effect), "All 1,695 existed before this session; 1,688 are build output.");
  effect.preexisting = 0;
  effect.files = 1688;
  EXPECT_EQ(existed_text(effect), "All 1,688 existed before this session; all are build output.");
}

TEST(ExistedTextTest, WhatWasMadeMeanwhileDidNot) {
  Effect effect = tree(5);
  effect.born = 1;
  effect.files += 1;
  EXPECT_EQ(existed_text(effect), "5 of 6 existed before this session.");
  effect.newer = 2;
  EXPECT_EQ(existed_text(effect),
            "3 of 6 existed before this session; 2 were made by others meanwhile.");
  Effect both = tree(12);
  both.files += 104;
  both.built = 104;
  both.newer = 104;
  EXPECT_EQ(existed_text(both),
            "12 of 116 existed before this session; 104 were made by others meanwhile. Of all 116, "
            "104 are build output.");
  Effect foreign = tree(1);
  foreign.newer = 1;
  EXPECT_EQ(existed_text(foreign), "1 was made by others meanwhile.");
  EXPECT_EQ(existed_text(tree(1)), "It existed before this session.");
  EXPECT_EQ(existed_text({}), "");
}

TEST(ExistedTextTest, OfWhatWasNotCountedItIsTheLeast) {
  Effect effect = tree(3);
  effect.complete = false;
  EXPECT_EQ(existed_text(effect), "At least 3 existed before this session.");
}

}  // namespace
}  // namespace guard::supervisor
