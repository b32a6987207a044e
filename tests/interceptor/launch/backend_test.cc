// SPDX-License-Identifier: Apache-2.0
#include "interceptor/launch/backend.h"

#include <gtest/gtest.h>

#include "interceptor/process/call_registers.h"

namespace guard::interceptor {
namespace {

KernelFeatures all_there() {
  KernelFeatures features;
  features.listener = features.add_fd = features.pidfd_getfd = true;
  features.trace_children = features.stopped_calls = features.thread_umask = true;
  return features;
}

KernelFeatures below_a_listener() {
  KernelFeatures features = all_there();
  features.listener = features.add_fd = false;
  features.listener_taken = true;
  return features;
}

KernelFeatures without_listeners() {
  KernelFeatures features = all_there();
  features.listener = features.add_fd = false;
  return features;
}

class BackendTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!CallRegisters::kSupported) GTEST_SKIP() << "no tracing on this architecture";
  }
};

TEST_F(BackendTest, AListenerIsTakenWhereOneCanBeHad) {
  for (const auto wanted : {WantedBackend::kAuto, WantedBackend::kNotify}) {
    const Backend backend = choose_backend(wanted, all_there());
    EXPECT_STREQ(backend.name(), "notify");
    EXPECT_EQ(backend.obstacle, "");
    EXPECT_EQ(backend.notice, "");
  }
}

TEST_F(BackendTest, WhoeverWantsPtraceGetsItAndHearsNothingOfIt) {
  const Backend backend = choose_backend(WantedBackend::kPtrace, all_there());
  EXPECT_STREQ(backend.name(), "ptrace");
  EXPECT_FALSE(backend.every_call);
  EXPECT_EQ(backend.obstacle, "");
  EXPECT_EQ(backend.notice, "");
}

TEST_F(BackendTest, WithoutAListenerPtraceIsTakenAndSaid) {
  const Backend backend = choose_backend(WantedBackend::kAuto, without_listeners());
  EXPECT_TRUE(backend.traced);
  EXPECT_FALSE(backend.every_call);
  EXPECT_EQ(backend.obstacle, "");
  EXPECT_NE(backend.notice, "");
}

TEST_F(BackendTest, BelowAListenerEveryCallIsLookedAt) {
  for (const auto wanted : {WantedBackend::kAuto, WantedBackend::kPtrace}) {
    const Backend backend = choose_backend(wanted, below_a_listener());
    EXPECT_TRUE(backend.traced);
    EXPECT_TRUE(backend.every_call);
    EXPECT_EQ(backend.obstacle, "");
  }
}

TEST_F(BackendTest, WhoeverWantsAListenerGetsNothingElse) {
  for (const auto& features : {without_listeners(), below_a_listener()}) {
    const Backend backend = choose_backend(WantedBackend::kNotify, features);
    EXPECT_FALSE(backend.traced);
    EXPECT_EQ(backend.obstacle, why_not_mediated(features));
  }
}

TEST_F(BackendTest, EachNeedOfATracerThatIsMissingIsAnObstacle) {
  for (const auto need : {&KernelFeatures::pidfd_getfd, &KernelFeatures::trace_children,
                          &KernelFeatures::stopped_calls}) {
    KernelFeatures features = without_listeners();
    features.*need = false;
    EXPECT_EQ(choose_backend(WantedBackend::kPtrace, features).obstacle, why_not_traced(features));
    EXPECT_EQ(
        choose_backend(WantedBackend::kAuto, features).obstacle.find(why_not_mediated(features)),
        0U);
    EXPECT_NE(why_not_traced(features), "");
  }
}

// An advisory backend is nobody's default, whatever else is missing.
TEST_F(BackendTest, TheLibraryIsTakenByWhoSaysSoAlone) {
  KernelFeatures features = without_listeners();
  features.trace_children = false;
  for (const auto wanted : {WantedBackend::kAuto, WantedBackend::kNotify, WantedBackend::kPtrace}) {
    EXPECT_FALSE(choose_backend(wanted, features).preloaded);
    EXPECT_NE(choose_backend(wanted, features).obstacle, "");
  }
  const Backend backend = choose_backend(WantedBackend::kPreload, all_there());
  EXPECT_TRUE(backend.preloaded);
  EXPECT_STREQ(backend.name(), "preload");
  EXPECT_NE(backend.notice.find("advisory"), std::string::npos);
}

}  // namespace
}  // namespace guard::interceptor
