// SPDX-License-Identifier: Apache-2.0
#include "base/gzip.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <string>

namespace guard {
namespace {

using ::testing::StartsWith;

std::string unpacked(const std::string& packed, std::size_t size) {
  std::string bytes(size + 1, '\0');
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, MAX_WBITS + 16), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  bytes.resize(stream.total_out);
  EXPECT_EQ(stream.avail_in, 0U) << "something lies behind its end";
  (void)inflateEnd(&stream);
  return bytes;
}

TEST(GzipTest, GivesBackWhatWasPacked) {
  std::string noise;
  for (unsigned i = 0, x = 1; i < 100'000; ++i)
    noise += static_cast<char>((x = x * 69069 + 1) >> 24);
  for (const std::string& bytes :
       {std::string(), std::string("a"), std::string(1 << 20, 'a'), noise}) {
    const auto packed = gzip(bytes);
    ASSERT_TRUE(packed) << packed.error().text();
    EXPECT_THAT(*packed, StartsWith("\x1f\x8b"));
    EXPECT_EQ(unpacked(*packed, bytes.size()), bytes);
  }
}

TEST(GzipTest, TakesLessRoom) {
  const auto packed = gzip(std::string(100'000, 'x'));
  ASSERT_TRUE(packed);
  EXPECT_LT(packed->size(), 1000U);
}

}  // namespace
}  // namespace guard
