// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "interceptor/preload/setting.h"
#include "interceptor/preload/wire.h"

namespace guard::interceptor::preload {
namespace {

std::vector<std::byte> bytes_of(const Message& message) {
  std::vector<std::byte> bytes(sizeof(message));
  std::memcpy(bytes.data(), &message, sizeof(message));
  return bytes;
}

TEST(PreloadWireTest, AMessageIsReadAsItWasWritten) {
  Message call = message_of(Kind::kCall, -7);
  call.number = 263;
  call.process = 41;
  call.thread = 42;
  call.arguments = {1, 2, 3, 4, 5, 0xFFFFFFFFFFFFFFFF};
  auto bytes = bytes_of(call);
  bytes.push_back(std::byte{9});  // what comes behind is not the message's
  const auto read = decode_message(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->kind, Kind::kCall);
  EXPECT_EQ(read->value, -7);
  EXPECT_EQ(read->number, 263);
  EXPECT_EQ(read->process, 41);
  EXPECT_EQ(read->thread, 42);
  EXPECT_EQ(read->arguments, call.arguments);
}

TEST(PreloadWireTest, WhatIsCutShortOrOfAnotherVersionIsNoMessage) {
  auto bytes = bytes_of(message_of(Kind::kContinue));
  ASSERT_TRUE(decode_message(bytes));
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(decode_message(std::span(bytes).first(size))) << size;
  bytes[0] = std::byte{0};
  EXPECT_FALSE(decode_message(bytes));
}

TEST(PreloadWireTest, OnlyThreeAnswersEndACall) {
  for (const Kind kind : {Kind::kFail, Kind::kValue, Kind::kContinue})
    EXPECT_TRUE(ends_a_call(kind));
  for (const Kind kind : {Kind::kCall, Kind::kTaken, Kind::kTakeFile, Kind::kFile,
                          Kind::kReadMemory, Kind::kGiveDescriptor, static_cast<Kind>(0)})
    EXPECT_FALSE(ends_a_call(kind));
  // A message that nobody filled in refuses.
  EXPECT_EQ(Message{}.kind, Kind::kFail);
}

TEST(PreloadSettingTest, NamesFlagsLibraryAndSocket) {
  const Setting setting = read_setting("rko:/lib/guard/libguard_preload.so:/run/g/asked");
  ASSERT_TRUE(setting.valid());
  EXPECT_EQ(setting.guard, ForGuard::kRoot);
  EXPECT_TRUE(setting.asks_reaching);
  EXPECT_TRUE(setting.asks_reading);
  EXPECT_EQ(setting.library, "/lib/guard/libguard_preload.so");
  EXPECT_EQ(setting.socket, "/run/g/asked");
  const Setting plain = read_setting("-:/l:/s");
  EXPECT_TRUE(plain.valid());
  EXPECT_EQ(plain.guard, ForGuard::kUser);
  EXPECT_FALSE(plain.asks_reaching || plain.asks_reading);
}

TEST(PreloadSettingTest, WhatIsNotUnderstoodIsNotValid) {
  for (const char* text : {"", "-", "-:", "-:/l", "-:/l:", "-::/s", "x:/l:/s", "/l:/s"})
    EXPECT_FALSE(read_setting(text).valid()) << text;
}

}  // namespace
}  // namespace guard::interceptor::preload
