// SPDX-License-Identifier: Apache-2.0
// The kernel answers openat2(2) itself in integration/programs/openat2_forms.c; here is what is
// held when something may have to be made.
#include "interceptor/resolve/scoped_path.h"

#include <fcntl.h>
#include <linux/openat2.h>

#include <cerrno>

#include "base/limits.h"
#include "tests/interceptor/held_test.h"

namespace guard::interceptor {
namespace {

class ScopedPathTest : public testing::HeldTest {
 protected:
  Result<HeldCall> resolve(const std::string& path, int flags, std::uint64_t scope) {
    auto call = open_call(path, flags, (flags & O_CREAT) != 0 ? 0666 : 0);  // else: EINVAL
    call.is_openat2 = true;
    call.resolve = scope;
    return resolver_.resolve(std::move(call));
  }
  static int error_of(const Result<HeldCall>& held) { return held ? 0 : held.error().sys_errno; }
};

constexpr int kMake = O_WRONLY | O_CREAT;

TEST_F(ScopedPathTest, ADanglingLinkMakesItsTarget) {
  (void)scratch_.folder("sub");
  (void)scratch_.link("sub/link", "../target");
  for (const std::uint64_t scope : std::initializer_list<std::uint64_t>{
           RESOLVE_BENEATH, RESOLVE_IN_ROOT, RESOLVE_NO_MAGICLINKS}) {
    const auto held = resolve("sub/link", kMake, scope);
    ASSERT_TRUE(held) << held.error().text();
    EXPECT_FALSE(held->first.exists());
    EXPECT_EQ(held->first.name, "target");
    struct stat parent {};
    struct stat scratch {};
    ASSERT_EQ(::fstat(held->first.parent.get(), &parent), 0);
    ASSERT_EQ(::stat(scratch_.path().c_str(), &scratch), 0);
    EXPECT_EQ(parent.st_ino, scratch.st_ino);
  }
}

TEST_F(ScopedPathTest, AnAbsoluteLinkEndsInTheRootOfItsScope) {
  (void)scratch_.link("link", "/target");
  const auto held = resolve("link", kMake, RESOLVE_IN_ROOT);
  ASSERT_TRUE(held) << held.error().text();
  EXPECT_EQ(held->first.name, "target");
  EXPECT_EQ(error_of(resolve("link", kMake, RESOLVE_BENEATH)), EXDEV);
  EXPECT_EQ(error_of(resolve("link", kMake, RESOLVE_NO_SYMLINKS)), ELOOP);
}

TEST_F(ScopedPathTest, AnExistingFileIsHeldWithItsFolder) {
  (void)scratch_.folder("sub");
  (void)scratch_.file("sub/file");
  (void)scratch_.link("link", "sub/file");
  const auto held = resolve("link", kMake, RESOLVE_BENEATH);
  ASSERT_TRUE(held);
  EXPECT_TRUE(held->first.exists());
  EXPECT_TRUE(held->first.parent.valid());  // fs.protected_regular looks at it
  EXPECT_EQ(held->first.name, "file");
  EXPECT_FALSE(resolve("link", O_WRONLY, RESOLVE_BENEATH)->first.parent.valid());
}

TEST_F(ScopedPathTest, FortyLinksAreFollowedAndFortyOneAreNot) {
  constexpr int kMost = int_limit("path.scoped_links");
  std::string text = "new";
  for (int i = 1; i <= kMost + 1; ++i) {
    const std::string link = "l" + std::to_string(i);
    (void)scratch_.link(link, text);
    text = link;
  }
  const auto made_by = [&](int links) {
    const auto held = resolve("l" + std::to_string(links), kMake, RESOLVE_BENEATH);
    return held ? held->first.name : std::to_string(held.error().sys_errno);
  };
  EXPECT_EQ(made_by(kMost - 1), "new");
  EXPECT_EQ(made_by(kMost), "new");
  EXPECT_EQ(made_by(kMost + 1), std::to_string(ELOOP));
}

TEST_F(ScopedPathTest, NothingIsMadeOutsideOfTheScope) {
  (void)scratch_.link("link", "../outside");
  EXPECT_EQ(error_of(resolve("link", kMake, RESOLVE_BENEATH)), EXDEV);
  EXPECT_EQ(error_of(resolve("../outside", kMake, RESOLVE_BENEATH)), EXDEV);
  EXPECT_EQ(error_of(resolve("/outside", kMake, RESOLVE_BENEATH)), EXDEV);
}

TEST_F(ScopedPathTest, TheCacheMakesNothing) {
  EXPECT_EQ(error_of(resolve("file", kMake, RESOLVE_CACHED)), EAGAIN);
  EXPECT_EQ(error_of(resolve("file", O_WRONLY | O_TRUNC, RESOLVE_CACHED)), EAGAIN);
}

TEST_F(ScopedPathTest, GuardsOwnSelfIsNotTheTracees) {
  EXPECT_EQ(error_of(resolve("/proc/self/comm", O_WRONLY, RESOLVE_NO_MAGICLINKS)), EPERM);
  EXPECT_EQ(error_of(resolve("/proc/version", O_RDONLY, RESOLVE_NO_MAGICLINKS)), 0);
}

}  // namespace
}  // namespace guard::interceptor
