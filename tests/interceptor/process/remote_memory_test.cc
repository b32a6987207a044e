// SPDX-License-Identifier: Apache-2.0
// Read from the test's own process: process_vm_readv(2) answers as it does for a tracee.
#include "interceptor/process/remote_memory.h"

#include <gtest/gtest.h>
#include <linux/limits.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "base/limits.h"
#include "tests/interceptor/still_process.h"

namespace guard::interceptor {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kPlenty = 1U << 20;

// `pages` readable pages, and one after them that nobody may read.
class EdgedMemory {
 public:
  explicit EdgedMemory(std::size_t pages) : pages_(pages) {
    void* all = ::mmap(nullptr, (pages + 1) * kPage, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    start_ = static_cast<char*>(all);
    ::mprotect(start_ + pages * kPage, kPage, PROT_NONE);
  }
  ~EdgedMemory() { ::munmap(start_, (pages_ + 1) * kPage); }
  EdgedMemory(const EdgedMemory&) = delete;
  EdgedMemory& operator=(const EdgedMemory&) = delete;
  [[nodiscard]] char* end() const { return start_ + pages_ * kPage; }

 private:
  std::size_t pages_;
  char* start_;
};

std::uint64_t address_of(const void* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

RemoteMemory own_memory() {
  return RemoteMemory(::getpid());
}

TEST(RemoteMemoryTest, StringMayEndWithTheLastReadableByte) {
  const EdgedMemory memory(1);
  std::memcpy(memory.end() - 4, "abc", 4);
  const auto text = own_memory().read_string(address_of(memory.end() - 4), PATH_MAX);
  ASSERT_TRUE(text) << text.error().text();
  EXPECT_EQ(*text, "abc");
}

TEST(RemoteMemoryTest, WhatIsExpectedIsReadAtOnceAndNoMore) {
  std::string path = "/bin/true";
  std::string word = "word";
  std::string setting = "NAME=VALUE";
  const std::vector<const char*> words = {word.data(), nullptr};
  const std::vector<const char*> settings = {setting.data(), nullptr};
  RemoteMemory memory(::getpid());
  memory.expect(address_of(path.data()), address_of(words.data()), address_of(settings.data()));
  path[1] = word[1] = setting[1] = 'X';
  std::size_t budget = kPlenty;
  EXPECT_EQ(memory.read_string(address_of(path.data()), PATH_MAX).value(), "/bin/true");
  EXPECT_EQ(memory.read_strings(address_of(words.data()), budget).value(),
            std::vector<std::string>{"word"});
  EXPECT_EQ(memory.read_strings(address_of(settings.data()), budget).value(),
            std::vector<std::string>{"NAME=VALUE"});
}

TEST(RemoteMemoryTest, WhatIsExpectedInVainIsAFaultWhenItIsRead) {
  const EdgedMemory unreadable(0);
  const std::string path = "/bin/true";
  RemoteMemory memory(::getpid());
  memory.expect(address_of(path.data()), address_of(unreadable.end()), 0);
  std::size_t budget = kPlenty;
  EXPECT_EQ(memory.read_string(address_of(path.data()), PATH_MAX).value(), "/bin/true");
  const auto words = memory.read_strings(address_of(unreadable.end()), budget);
  ASSERT_FALSE(words);
  EXPECT_EQ(words.error().sys_errno, EFAULT);
}

TEST(RemoteMemoryTest, StringThatRunsIntoUnreadableMemoryIsAFault) {
  const EdgedMemory memory(1);
  std::memcpy(memory.end() - 3, "abc", 3);
  const auto text = own_memory().read_string(address_of(memory.end() - 3), PATH_MAX);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, Code::kUnreadable);
  EXPECT_EQ(text.error().sys_errno, EFAULT);
}

TEST(RemoteMemoryTest, StringMayCrossPages) {
  const EdgedMemory memory(2);
  const std::string wanted(kPage + 100, 'x');
  char* start = memory.end() - wanted.size() - 1;
  std::memcpy(start, wanted.c_str(), wanted.size() + 1);
  const auto text = own_memory().read_string(address_of(start), 2 * kPage);
  ASSERT_TRUE(text) << text.error().text();
  EXPECT_EQ(*text, wanted);
}

TEST(RemoteMemoryTest, LimitCountsTheEndOfTheString) {
  const std::string fits(PATH_MAX - 1, 'p');
  const std::string too_long(PATH_MAX, 'p');
  EXPECT_TRUE(own_memory().read_string(address_of(fits.c_str()), PATH_MAX));
  const auto refused = own_memory().read_string(address_of(too_long.c_str()), PATH_MAX);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().sys_errno, ENAMETOOLONG);
}

TEST(RemoteMemoryTest, NullAndWildAddressesAreFaults) {
  for (const std::uint64_t address :
       {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}, std::uint64_t{0xffff800000000000}}) {
    const auto text = own_memory().read_string(address, PATH_MAX);
    ASSERT_FALSE(text) << address;
    EXPECT_EQ(text.error().sys_errno, EFAULT) << address;
  }
}

TEST(RemoteMemoryTest, EveryPageIsCopiedOnce) {
  const EdgedMemory memory(1);
  std::memcpy(memory.end() - 4, "abc", 4);
  RemoteMemory reader = own_memory();
  ASSERT_EQ(reader.read_string(address_of(memory.end() - 4), PATH_MAX).value(), "abc");
  std::memcpy(memory.end() - 4, "xyz", 4);
  EXPECT_EQ(reader.read_string(address_of(memory.end() - 4), PATH_MAX).value(), "abc");
}

TEST(RemoteMemoryTest, NullArrayIsEmpty) {
  std::size_t budget = kPlenty;
  const auto strings = own_memory().read_strings(0, budget);
  ASSERT_TRUE(strings);
  EXPECT_TRUE(strings->empty());
}

TEST(RemoteMemoryTest, TenThousandWordsOnManyPages) {
  std::vector<std::string> words;
  std::vector<const char*> pointers;
  for (int i = 0; i < 10'000; ++i)
    words.push_back("word" + std::to_string(i) + "-" + std::string(200, 'w'));
  for (const auto& word : words) pointers.push_back(word.c_str());
  pointers.push_back(nullptr);
  std::size_t budget = 4 * kPlenty;
  const auto strings = own_memory().read_strings(address_of(pointers.data()), budget);
  ASSERT_TRUE(strings) << strings.error().text();
  EXPECT_EQ(*strings, words);
}

TEST(RemoteMemoryTest, BudgetHoldsForAllStringsTogether) {
  const char* const words[] = {"abc", "defg", nullptr};
  std::size_t exact = 9;
  EXPECT_TRUE(own_memory().read_strings(address_of(words), exact));
  EXPECT_EQ(exact, 0U);
  std::size_t short_of_one = 8;
  const auto refused = own_memory().read_strings(address_of(words), short_of_one);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().sys_errno, E2BIG);
}

TEST(RemoteMemoryTest, StringsBeyondTheirNumberAreRefused) {
  constexpr std::size_t kMost = size_limit("exec.strings");
  for (const std::size_t count : {kMost - 1, kMost, kMost + 1}) {
    std::vector<const char*> words(count, "");
    words.push_back(nullptr);
    std::size_t budget = 2 * kMost;
    const auto strings = own_memory().read_strings(address_of(words.data()), budget);
    ASSERT_EQ(strings.has_value(), count <= kMost) << count;
    if (strings) {
      EXPECT_EQ(strings->size(), count);
    }
    if (!strings) {
      EXPECT_EQ(strings.error().sys_errno, E2BIG);
    }
  }
}

TEST(RemoteMemoryTest, ArrayWithoutEndIsAFault) {
  const EdgedMemory memory(1);
  const char* word = "word";
  std::memcpy(memory.end() - sizeof(word), &word, sizeof(word));
  std::size_t budget = kPlenty;
  const auto strings = own_memory().read_strings(address_of(memory.end() - sizeof(word)), budget);
  ASSERT_FALSE(strings);
  EXPECT_EQ(strings.error().sys_errno, EFAULT);
}

TEST(RemoteMemoryTest, OneUnreadableWordFailsTheWholeArray) {
  const char* const words[] = {"abc", reinterpret_cast<const char*>(16), nullptr};
  std::size_t budget = kPlenty;
  const auto strings = own_memory().read_strings(address_of(words), budget);
  ASSERT_FALSE(strings);
  EXPECT_EQ(strings.error().sys_errno, EFAULT);
}

TEST(RemoteMemoryTest, ReadsAnotherProcessAndKnowsWhenItHasGone) {
  const std::string text = "before the fork";
  testing::StillProcess other([] {});
  EXPECT_EQ(RemoteMemory(other.pid()).read_string(address_of(text.c_str()), PATH_MAX).value(),
            text);
  const pid_t pid = other.pid();
  other.end();
  const auto gone = RemoteMemory(pid).read_string(address_of(text.c_str()), PATH_MAX);
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().code, Code::kGone);
}

}  // namespace
}  // namespace guard::interceptor
