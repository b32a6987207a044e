// SPDX-License-Identifier: Apache-2.0
#include "base/files/patient_open.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

namespace guard {
namespace {

using std::chrono::milliseconds;

class PatientOpenTest : public ::testing::Test {
 protected:
  PatientOpenTest() {
    std::string name = testing::TempDir() + "patient_open_XXXXXX";
    owner_.reset(::mkstemp(name.data()));
    path_ = name;
    // A lease for writing is to be had while nobody else has the file open.
    leased_ = ::fcntl(owner_.get(), F_SETLEASE, F_WRLCK) == 0;
    held_.reset(::open(path_.c_str(), O_PATH | O_CLOEXEC));
  }
  ~PatientOpenTest() override { std::filesystem::remove(path_); }

  std::string path_;
  UniqueFd owner_;
  UniqueFd held_;
  bool leased_ = false;
};

TEST_F(PatientOpenTest, AFileThatNobodyHasIsOpenedAtOnce) {
  (void)::fcntl(owner_.get(), F_SETLEASE, F_UNLCK);
  EXPECT_TRUE(open_patiently(held_.get(), O_RDONLY | O_CLOEXEC, milliseconds(5000)).valid());
}

TEST_F(PatientOpenTest, WhoWaitsGetsWhatTheHolderOfALeaseLetsGo) {
  if (!leased_) GTEST_SKIP() << "no lease is to be had here";
  ::signal(SIGIO, SIG_IGN);
  std::thread holder([this] {
    while (::fcntl(owner_.get(), F_GETLEASE) == F_WRLCK)
      std::this_thread::sleep_for(milliseconds(1));
    (void)::fcntl(owner_.get(), F_SETLEASE, F_UNLCK);
  });
  EXPECT_TRUE(open_patiently(held_.get(), O_RDONLY | O_CLOEXEC, milliseconds(5000)).valid());
  holder.join();
}

TEST_F(PatientOpenTest, WhoNeverLetsGoIsInUse) {
  if (!leased_) GTEST_SKIP() << "no lease is to be had here";
  ::signal(SIGIO, SIG_IGN);
  EXPECT_FALSE(open_patiently(held_.get(), O_RDONLY | O_CLOEXEC, milliseconds(50)).valid());
  EXPECT_EQ(errno, EWOULDBLOCK);
  (void)::fcntl(owner_.get(), F_SETLEASE, F_UNLCK);
}

TEST_F(PatientOpenTest, WhatCannotBeOpenedSaysWhy) {
  (void)::fcntl(owner_.get(), F_SETLEASE, F_UNLCK);
  EXPECT_FALSE(open_patiently(held_.get(), O_RDONLY | O_DIRECTORY, milliseconds(5000)).valid());
  EXPECT_EQ(errno, ENOTDIR);
}

}  // namespace
}  // namespace guard
