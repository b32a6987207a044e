// SPDX-License-Identifier: Apache-2.0
#include "supervisor/network/listeners.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "base/files/unique_fd.h"

namespace guard::supervisor {
namespace {

constexpr std::string_view kTable =
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid\n"
    "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0\n"
    "   1: 0100007F:1F91 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     0\n";

TEST(ListenersTest, AListenerIsKnownByItsPort) {
  EXPECT_TRUE(listens_by(kTable, 8080));
  EXPECT_FALSE(listens_by(kTable, 8081));  // connected
  EXPECT_FALSE(listens_by(kTable, 0x1F9));
  EXPECT_FALSE(listens_by("", 8080));
}

TEST(ListenersTest, TheKernelNamesThem) {
  const UniqueFd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size), 0);
  EXPECT_FALSE(anybody_listens(ntohs(address.sin_port)));
  ASSERT_EQ(::listen(socket.get(), 1), 0);
  EXPECT_TRUE(anybody_listens(ntohs(address.sin_port)));
}

}  // namespace
}  // namespace guard::supervisor
