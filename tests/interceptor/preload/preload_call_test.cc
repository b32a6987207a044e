// SPDX-License-Identifier: Apache-2.0
// Guard's side of a connection, and a library's that behaves as it should, or not.
#include "interceptor/preload/preload_call.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include "base/limits.h"
#include "interceptor/preload/preload_files.h"

namespace guard::interceptor {
namespace {

using preload::Kind;
using preload::Message;
using preload::message_of;

class PreloadCallTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::array<int, 2> ends{};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()), 0);
    library_.reset(ends[0]);
    call_ = std::make_shared<PreloadCall>(UniqueFd(ends[1]), 7, ::getpid());
  }
  void say(const Message& message) const {
    ASSERT_EQ(::send(library_.get(), &message, sizeof(message), 0),
              static_cast<ssize_t>(sizeof(message)));
  }
  [[nodiscard]] static Message request(pid_t process, pid_t thread) {
    Message message = message_of(Kind::kCall);
    message.number = SYS_unlinkat;
    message.process = process;
    message.thread = thread;
    message.arguments = {1, 2, 3, 4, 5, 6};
    return message;
  }

  UniqueFd library_;
  std::shared_ptr<PreloadCall> call_;
};

TEST_F(PreloadCallTest, ARequestIsTheCallOfWhoConnected) {
  say(request(1, 1));  // as its own pid namespace numbers it
  const auto notification = call_->take_request();
  ASSERT_TRUE(notification);
  EXPECT_EQ(notification->id, 7U);
  EXPECT_EQ(notification->tid, ::getpid());
  EXPECT_EQ(notification->number, SYS_unlinkat);
  EXPECT_EQ(notification->arguments[5], 6U);
}

TEST_F(PreloadCallTest, AThreadMustBeOneOfItsProcess) {
  say(request(::getpid(), 1));
  EXPECT_FALSE(call_->take_request());
}

TEST_F(PreloadCallTest, WhatIsNoRequestIsNotTaken) {
  say(message_of(Kind::kTaken, 3));
  EXPECT_FALSE(call_->take_request());
  ASSERT_EQ(::send(library_.get(), "hello", 5, 0), 5);
  EXPECT_FALSE(call_->take_request());
}

TEST_F(PreloadCallTest, WhoHasGoneIsGone) {
  library_.reset();
  const auto request = call_->take_request();
  ASSERT_FALSE(request);
  EXPECT_EQ(request.error().code, Code::kGone);
  EXPECT_EQ(call_->send(message_of(Kind::kValue)).error().code, Code::kGone);
}

TEST_F(PreloadCallTest, AnAnswerThatWasNotAskedForEndsTheCall) {
  say(message_of(Kind::kTaken, 3));
  std::array<char, 16> bytes{};
  EXPECT_FALSE(call_->read_memory(4096, bytes.data(), bytes.size()));
  EXPECT_TRUE(call_->gone());
}

TEST_F(PreloadCallTest, WhoDoesNotAnswerInTimeIsGivenUp) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()), 0);
  library_.reset(ends[0]);
  PreloadCall hurried(UniqueFd(ends[1]), 7, ::getpid(), std::chrono::milliseconds(0));
  say(message_of(Kind::kMemory, 16));  // in time
  std::array<char, 16> bytes{};
  EXPECT_EQ(hurried.read_memory(4096, bytes.data(), bytes.size()).error().code, Code::kUnreadable);
  EXPECT_FALSE(hurried.gone());
  std::thread late([this] {
    pollfd state{library_.get(), POLLRDHUP, 0};
    if (::poll(&state, 1, 5000) == 0) say(message_of(Kind::kMemory, 16));  // it waits for longer
  });
  EXPECT_EQ(hurried.read_memory(4096, bytes.data(), bytes.size()).error().code, Code::kGone);
  EXPECT_TRUE(hurried.gone());
  late.join();
  EXPECT_EQ(PreloadCall::kPatience, time_limit("preload.patience"));
}

TEST_F(PreloadCallTest, ShorterMemoryThanAskedForIsUnreadable) {
  say(message_of(Kind::kMemory, 16));  // and not a byte
  std::array<char, 16> bytes{};
  const auto read = call_->read_memory(4096, bytes.data(), bytes.size());
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, Code::kUnreadable);
}

TEST_F(PreloadCallTest, AFileThatFindsNoRoomIsAnErrorAndNoAnswer) {
  say(message_of(Kind::kTaken, -EMFILE));
  UniqueFd file(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const auto number = call_->hand_over(file, true);
  ASSERT_FALSE(number);
  EXPECT_EQ(number.error().code, Code::kSystem);
  EXPECT_EQ(number.error().sys_errno, EMFILE);
  EXPECT_FALSE(call_->gone());
}

// --- programs that the library will not be in

UniqueFd file_with(const std::string& bytes) {
  UniqueFd fd(static_cast<int>(::syscall(SYS_memfd_create, "program", 0)));
  EXPECT_EQ(::write(fd.get(), bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  return fd;
}

std::string headers_of(const char* path, std::size_t size) {
  UniqueFd fd(::open(path, O_RDONLY | O_CLOEXEC));
  std::string bytes(size, '\0');
  const ssize_t n = ::read(fd.get(), bytes.data(), bytes.size());
  bytes.resize(n < 0 ? 0 : static_cast<std::size_t>(n));
  return bytes;
}

TEST(UnseenProgramTest, ALinkedProgramAndAScriptAreSeen) {
  const UniqueFd self(::open("/proc/self/exe", O_PATH | O_CLOEXEC));
  EXPECT_EQ(why_unseen(self.get()), "");
  EXPECT_EQ(why_unseen(file_with("#!/bin/sh\n").get()), "");
}

TEST(UnseenProgramTest, OneWithoutInterpreterOrOfAnotherMachineIsNot) {
  // The same headers, but for the type of PT_INTERP (3), which becomes PT_NULL.
  std::string bytes = headers_of("/proc/self/exe", 4096);
  for (std::size_t at = 64; at + 56 <= 64 + 20 * 56; at += 56)
    if (bytes[at] == 3) bytes[at] = 0;
  EXPECT_EQ(why_unseen(file_with(bytes).get()), "a static program");
  bytes[4] = 1;  // ELFCLASS32
  EXPECT_EQ(why_unseen(file_with(bytes).get()), "a program of another architecture");
}

}  // namespace
}  // namespace guard::interceptor
