// SPDX-License-Identifier: Apache-2.0
// Read from the test's own memory, as the kernel would read such calls (net/socket.c).
#include "interceptor/sockets/outgoing_message.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "base/limits.h"

namespace guard::interceptor {
namespace {

template <class Value>
std::uint64_t word(Value value) {
  if constexpr (std::is_pointer_v<Value>) {
    return reinterpret_cast<std::uint64_t>(value);
  } else {
    return static_cast<std::uint64_t>(value);
  }
}

template <class... Values>
Result<std::vector<OutgoingMessage>> read_own(int number, Values... values) {
  RawCall raw;
  raw.row = row_of(number);
  raw.notification.tid = ::gettid();
  const std::array<std::uint64_t, sizeof...(values)> words = {word(values)...};
  std::copy(words.begin(), words.end(), raw.notification.arguments.begin());
  return read_messages(raw);
}

std::string text_of(const OutgoingMessage& message, std::size_t offset = 0) {
  std::string text(message.size, ' ');
  const auto size = read_bytes(::gettid(), message, offset, text.data(), text.size());
  EXPECT_TRUE(size);
  text.resize(size.value_or(0));
  return text;
}

int error_of(const Result<std::vector<OutgoingMessage>>& result) {
  return result ? 0 : result.error().sys_errno;
}

void* const kNowhere = reinterpret_cast<void*>(8);

TEST(OutgoingMessageTest, SendtoTakesAddressAndBytes) {
  const sockaddr_in name{};
  const auto read = read_own(SYS_sendto, 3, "hello", 5, 0, &name, sizeof(name));
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 1U);
  EXPECT_TRUE(read->front().addressed);
  EXPECT_EQ(read->front().address.size(), sizeof(name));
  EXPECT_EQ(text_of(read->front()), "hello");
  EXPECT_EQ(read->front().length_at, 0U);
}

TEST(OutgoingMessageTest, AnAddressOfNoBytesIsAnAddressToSendtoAlone) {
  char name = 0;
  EXPECT_TRUE(read_own(SYS_sendto, 3, "x", 1, 0, &name, 0)->front().addressed);
  msghdr header{};
  header.msg_name = &name;
  EXPECT_FALSE(read_own(SYS_sendmsg, 3, &header, 0)->front().addressed);
}

TEST(OutgoingMessageTest, LengthsOfAddressesAreTheKernels) {
  const std::array<char, 200> bytes{};
  const auto sendto = [&](std::int64_t length) {
    return error_of(read_own(SYS_sendto, 3, "x", 1, 0, bytes.data(), length));
  };
  EXPECT_EQ(sendto(sizeof(sockaddr_storage)), 0);
  EXPECT_EQ(sendto(sizeof(sockaddr_storage) + 1), EINVAL);
  EXPECT_EQ(sendto(-1), EINVAL);
  msghdr header{};
  header.msg_name = const_cast<char*>(bytes.data());
  header.msg_namelen = 200;  // sendmsg cuts it
  EXPECT_EQ(read_own(SYS_sendmsg, 3, &header, 0)->front().address.size(), sizeof(sockaddr_storage));
  header.msg_namelen = static_cast<socklen_t>(-1);
  EXPECT_EQ(error_of(read_own(SYS_sendmsg, 3, &header, 0)), EINVAL);
}

TEST(OutgoingMessageTest, PartsAreReadFromWhereverTheSendHasCome) {
  std::array<char, 3> first = {'a', 'b', 'c'};
  std::array<char, 4> second = {'d', 'e', 'f', 'g'};
  std::array<iovec, 3> parts = {{{first.data(), 3}, {nullptr, 0}, {second.data(), 4}}};
  msghdr header{};
  header.msg_iov = parts.data();
  header.msg_iovlen = parts.size();
  const auto read = read_own(SYS_sendmsg, 3, &header, 0);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->front().size, 7U);
  EXPECT_EQ(text_of(read->front()), "abcdefg");
  EXPECT_EQ(text_of(read->front(), 2), "cdefg");
  EXPECT_EQ(text_of(read->front(), 3), "defg");
  EXPECT_EQ(text_of(read->front(), 7), "");
}

TEST(OutgoingMessageTest, BadMemoryIsEfault) {
  EXPECT_EQ(error_of(read_own(SYS_sendmsg, 3, kNowhere, 0)), EFAULT);
  EXPECT_EQ(error_of(read_own(SYS_sendto, 3, "x", 1, 0, kNowhere, 16)), EFAULT);
  iovec part = {kNowhere, 5};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  const auto read = read_own(SYS_sendmsg, 3, &header, 0);
  ASSERT_TRUE(read);  // the bytes are not looked at before they are sent
  char byte = 0;
  EXPECT_EQ(read_bytes(::gettid(), read->front(), 0, &byte, 1).error().sys_errno, EFAULT);
  header.msg_control = kNowhere;
  header.msg_controllen = 32;
  EXPECT_EQ(error_of(read_own(SYS_sendmsg, 3, &header, 0)), EFAULT);
}

TEST(OutgoingMessageTest, TooManyPartsAndTooMuchControl) {
  constexpr std::size_t kParts = size_limit("message.parts");
  constexpr std::size_t kControl = size_limit("message.control");
  std::vector<iovec> parts(kParts + 1);
  std::vector<char> control(kControl + 1);
  msghdr header{};
  header.msg_iov = parts.data();
  header.msg_control = control.data();
  const auto error_with = [&](std::size_t part_count, std::size_t control_bytes) {
    header.msg_iovlen = part_count;
    header.msg_controllen = control_bytes;
    return error_of(read_own(SYS_sendmsg, 3, &header, 0));
  };
  EXPECT_EQ(error_with(kParts - 1, 0), 0);
  EXPECT_EQ(error_with(kParts, 0), 0);
  EXPECT_EQ(error_with(kParts + 1, 0), EMSGSIZE);
  EXPECT_EQ(error_with(0, kControl - 1), 0);
  EXPECT_EQ(error_with(0, kControl), 0);
  EXPECT_EQ(error_with(0, kControl + 1), ENOBUFS);
}

TEST(OutgoingMessageTest, PacketsBeyondTheirLengthAreTooLong) {
  constexpr std::size_t kMost = size_limit("message.packet");
  for (const std::size_t buffer : {std::size_t{0}, kMost, 2 * kMost}) {
    const std::size_t most = std::max(buffer, kMost);
    EXPECT_FALSE(is_too_long_a_packet(most - 1, buffer));
    EXPECT_FALSE(is_too_long_a_packet(most, buffer));
    EXPECT_TRUE(is_too_long_a_packet(most + 1, buffer));
  }
}

TEST(OutgoingMessageTest, AVectorOfMessagesEndsBeforeTheOneThatCannotBeRead) {
  std::array<mmsghdr, 3> vector{};
  vector[2].msg_hdr.msg_iov = static_cast<iovec*>(kNowhere);
  vector[2].msg_hdr.msg_iovlen = 1;
  const auto read = read_own(SYS_sendmmsg, 3, vector.data(), 3, 0);
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 2U);
  EXPECT_EQ((*read)[1].length_at, word(&vector[1].msg_len));
  EXPECT_TRUE(read_own(SYS_sendmmsg, 3, vector.data(), 0, 0)->empty());
  EXPECT_EQ(error_of(read_own(SYS_sendmmsg, 3, kNowhere, 2, 0)), EFAULT);
}

}  // namespace
}  // namespace guard::interceptor
