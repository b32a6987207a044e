// SPDX-License-Identifier: Apache-2.0
#include "interceptor/kernel/kernel_features.h"

#include <gtest/gtest.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "interceptor/kernel/landlock.h"
#include "interceptor/process/call_registers.h"
#include "interceptor/seccomp/seccomp_filter.h"
#include "tests/support/child_process.h"

namespace guard::interceptor {
namespace {

KernelFeatures all_there() {
  KernelFeatures features;
  features.listener = features.add_fd = features.pidfd_getfd = features.trace_children = true;
  features.thread_umask = true;
  return features;
}

TEST(KernelFeaturesTest, WhatIsFoundFitsTogether) {
  const auto features = probe_kernel();
  ASSERT_TRUE(features) << features.error().text();
  EXPECT_FALSE(features->release.empty());
  if (features->listener) {
    EXPECT_GE(features->sizes.notification, sizeof(seccomp_notif));
    EXPECT_GE(features->sizes.response, sizeof(seccomp_notif_resp));
  }
  if (features->add_fd_send) {
    EXPECT_TRUE(features->add_fd);
  }
  if (features->wait_killable) {
    EXPECT_TRUE(features->add_fd_send) << "5.19 is later than 5.14";
  }
  if (features->sync_wake_up) {
    EXPECT_TRUE(features->wait_killable) << "6.6 is later than 5.19";
  }
  EXPECT_EQ(features->landlock_scopes,
            make_ruleset(features->landlock_abi, std::nullopt).has_value());
  EXPECT_EQ(features->landlock_roots,
            make_ruleset(features->landlock_abi, LandlockRoots{}).has_value());
}

TEST(KernelFeaturesTest, TryingLeavesNothingBehind) {
  const auto first = probe_kernel();
  const auto second = probe_kernel();
  ASSERT_TRUE(first && second);
  EXPECT_EQ(*first, *second);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);  // no child is left
  EXPECT_EQ(errno, ECHILD);
}

TEST(KernelFeaturesTest, AGuardThatIsNotDumpableFindsTheSame) {
  const auto before = probe_kernel();
  ASSERT_TRUE(before);
  EXPECT_EQ(testing::result_of_child([&] {
              if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0) return 2;
              prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
              const auto inside = probe_kernel();
              return inside && inside->pidfd_getfd == before->pidfd_getfd &&
                             inside->trace_children == before->trace_children
                         ? 0
                         : 1;
            }),
            0);
}

TEST(KernelFeaturesTest, AListenerOfSomebodyElseIsToldClearly) {
  const auto features = probe_kernel();
  ASSERT_TRUE(features);
  if (!features->listener) GTEST_SKIP() << why_not_mediated(*features);
  EXPECT_EQ(testing::result_of_child([&] {
              prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
              const sock_filter allow[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
              if (install_filter(allow, listener_flags(*features)) < 0) return 2;
              const auto inside = probe_kernel();
              if (!inside || !inside->listener_taken || inside->listener) return 1;
              return why_not_mediated(*inside) == kBusyListener ? 0 : 3;
            }),
            0);
}

TEST(KernelFeaturesTest, EachNeedThatIsMissingIsToldInOneLine) {
  EXPECT_EQ(why_not_mediated(all_there()), "");
  for (const auto need :
       {&KernelFeatures::listener, &KernelFeatures::add_fd, &KernelFeatures::trace_children}) {
    KernelFeatures features = all_there();
    features.*need = false;
    const std::string why = why_not_mediated(features);
    EXPECT_FALSE(why.empty());
    EXPECT_EQ(why.find('\n'), std::string::npos);
  }
}

TEST(KernelFeaturesTest, DescriptorsAreTakenOrSentByThePrograms) {
  KernelFeatures features = all_there();
  EXPECT_TRUE(has_descriptors(features));
  features.pidfd_getfd = false;
  EXPECT_FALSE(has_descriptors(features));
  EXPECT_NE(why_not_mediated(features).find("pidfd_getfd"), std::string::npos);
  features.stopped_calls = true;
  EXPECT_EQ(has_descriptors(features), CallRegisters::kSupported);
  EXPECT_EQ(why_not_mediated(features).empty(), CallRegisters::kSupported);
  EXPECT_NE(why_not_traced(features), "") << "a tracer has no other way";
}

// A person who starts the container mends one thing after the other unless both are told.
TEST(KernelFeaturesTest, AllThatAContainerNeedsIsToldAtOnceAndOnce) {
  KernelFeatures features = all_there();
  features.pidfd_getfd = features.trace_children = features.thread_umask = false;
  const std::string why = why_not_mediated(features);
  EXPECT_EQ(why.find("unshare"), std::string::npos) << "not needed: " << why;
  EXPECT_NE(why.find("--cap-add SYS_PTRACE"), std::string::npos) << why;
  EXPECT_EQ(why.find("SYS_PTRACE"), why.rfind("SYS_PTRACE")) << why;
  features.listener = false;  // no container mends that
  EXPECT_EQ(why_not_mediated(features).find("unshare"), std::string::npos);
}

TEST(KernelFeaturesTest, EveryLineForPeopleNamesKernelAndConsequence) {
  const auto lines = describe(all_there());
  EXPECT_EQ(std::ranges::count_if(lines, &FeatureLine::present), 5);
  for (const FeatureLine& line : lines) {
    EXPECT_FALSE(line.since.empty()) << line.name;
    EXPECT_FALSE(line.without.empty()) << line.name;
  }
}

TEST(ListenerFlagsTest, KillableWaitsAreAskedForOnlyWhereTheyExist) {
  KernelFeatures features;
  EXPECT_EQ(listener_flags(features), SECCOMP_FILTER_FLAG_NEW_LISTENER);
  features.wait_killable = true;
  EXPECT_EQ(listener_flags(features),
            SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV);
}

}  // namespace
}  // namespace guard::interceptor
