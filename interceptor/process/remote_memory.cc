// SPDX-License-Identifier: Apache-2.0
#include "interceptor/process/remote_memory.h"

#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/limits.h"
#include "interceptor/process/process_memory.h"

namespace guard::interceptor {
namespace {

constexpr std::size_t kMostPagesAtOnce = 256;  // below IOV_MAX (1024)
constexpr std::size_t kMostStrings = size_limit("exec.strings");
constexpr std::size_t kMostSparePages = 64;

std::uint64_t page_of(std::uint64_t address, std::size_t page_size) {
  return address & ~static_cast<std::uint64_t>(page_size - 1);
}

}  // namespace

// Blocks of this size make malloc tidy up all small ones each time.
std::vector<RemoteMemory::PagePtr>& RemoteMemory::spare_pages() {
  thread_local std::vector<PagePtr> spare;
  return spare;
}

RemoteMemory::PagePtr RemoteMemory::new_page() {
  auto& spare = spare_pages();
  if (spare.empty()) return std::make_unique_for_overwrite<Page>();
  PagePtr page = std::move(spare.back());
  spare.pop_back();
  return page;
}

RemoteMemory::~RemoteMemory() {
  auto& spare = spare_pages();
  for (auto& [start, page] : pages_) {
    if (spare.size() >= kMostSparePages) return;
    spare.push_back(std::move(page));
  }
}

Result<void> RemoteMemory::read_alone(std::uint64_t address, void* destination,
                                      std::size_t size) const {
  if (size == 0) return {};
  iovec local{destination, size};
  iovec remote{reinterpret_cast<void*>(address), size};
  const ssize_t n = read_process_memory(tid_, {&local, 1}, {&remote, 1});
  if (n == static_cast<ssize_t>(size)) return {};
  if (n >= 0) errno = EFAULT;
  if (errno == ESRCH) return fail(Code::kGone, "read memory");
  if (help_ != nullptr && (errno == EPERM || errno == ENOSYS))
    return help_->read_memory(address, destination, size);
  return tl::make_unexpected(Error{Code::kUnreadable, errno, "read memory"});
}

Result<void> RemoteMemory::copy_page(std::uint64_t start, Page& page) const {
  return read_alone(start, page.data(), kPage);
}

Result<const RemoteMemory::Page*> RemoteMemory::page_at(std::uint64_t address) {
  const std::uint64_t start = page_of(address, kPage);
  if (last_page_ != nullptr && start == last_start_) return last_page_;
  last_start_ = start;
  if (const auto found = pages_.find(start); found != pages_.end())
    return last_page_ = found->second.get();
  last_page_ = nullptr;
  PagePtr page = new_page();
  if (auto copied = copy_page(start, *page); !copied) return forward(copied.error());
  return last_page_ = pages_.emplace(start, std::move(page)).first->second.get();
}

// One system call for all pages that a set of pointers needs; what it misses is read singly later.
void RemoteMemory::prefetch(const std::vector<std::uint64_t>& addresses) {
  std::vector<std::uint64_t> wanted;
  for (const std::uint64_t address : addresses) {
    const std::uint64_t start = page_of(address, kPage);
    if (wanted.empty() || wanted.back() != start) wanted.push_back(start);
  }
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  std::erase_if(wanted, [this](std::uint64_t start) { return pages_.contains(start); });
  if (wanted.empty()) return;
  if (wanted.size() > kMostPagesAtOnce) wanted.resize(kMostPagesAtOnce);
  std::vector<PagePtr> pages;
  std::vector<iovec> local;
  std::vector<iovec> remote;
  for (const std::uint64_t start : wanted) {
    pages.push_back(new_page());
    local.push_back({pages.back()->data(), kPage});
    remote.push_back({reinterpret_cast<void*>(start), kPage});
  }
  const ssize_t n = read_process_memory(tid_, local, remote);
  for (std::size_t i = 0; n > 0 && i < static_cast<std::size_t>(n) / kPage; ++i) {
    pages_.emplace(wanted[i], std::move(pages[i]));
  }
}

Result<void> RemoteMemory::read(std::uint64_t address, void* destination, std::size_t size) {
  auto* out = static_cast<char*>(destination);
  while (size > 0) {
    const auto page = page_at(address);
    if (!page) return forward(page.error());
    const std::size_t offset = address & (kPage - 1);
    const std::size_t n = std::min(size, kPage - offset);
    std::memcpy(out, (*page)->data() + offset, n);
    out += n;
    address += n;
    size -= n;
  }
  return {};
}

Result<std::string> RemoteMemory::read_string(std::uint64_t address, std::size_t limit) {
  std::string text;
  while (text.size() < limit) {
    const auto page = page_at(address);
    if (!page) return forward(page.error());
    const std::size_t offset = address & (kPage - 1);
    const char* start = (*page)->data() + offset;
    const std::size_t room = std::min(kPage - offset, limit - text.size());
    const void* end = std::memchr(start, 0, room);
    if (end != nullptr) {
      text.append(start, static_cast<std::size_t>(static_cast<const char*>(end) - start));
      return text;
    }
    text.append(start, room);
    address += room;
  }
  return fail_with(ENAMETOOLONG, "string without end");
}

Result<void> RemoteMemory::read_pointers(std::uint64_t address,
                                         std::vector<std::uint64_t>& pointers) {
  pointers.reserve(64);
  for (; address != 0; address += sizeof(std::uint64_t)) {
    std::uint64_t pointer = 0;
    if (auto got = read(address, &pointer, sizeof(pointer)); !got) return got;
    if (pointer == 0) break;
    if (pointers.size() >= kMostStrings) return fail_with(E2BIG, "too many strings");
    pointers.push_back(pointer);
  }
  return {};
}

void RemoteMemory::expect(std::uint64_t text, std::uint64_t first_array,
                          std::uint64_t second_array) {
  std::vector<std::uint64_t> addresses;
  for (const std::uint64_t address : {text, first_array, second_array})
    if (address != 0) addresses.push_back(address);
  prefetch(addresses);
  std::vector<std::uint64_t> words;
  for (const std::uint64_t array : {first_array, second_array}) {
    if (!read_pointers(array, words)) return;
  }
  prefetch(words);
}

Result<std::vector<std::string>> RemoteMemory::read_strings(std::uint64_t address,
                                                            std::size_t& budget) {
  std::vector<std::uint64_t> pointers;
  if (auto got = read_pointers(address, pointers); !got) return forward(got.error());
  prefetch(pointers);
  std::vector<std::string> strings;
  strings.reserve(pointers.size());
  for (const std::uint64_t pointer : pointers) {
    auto text = read_string(pointer, budget);
    if (!text) {
      if (text.error().sys_errno == ENAMETOOLONG) return fail_with(E2BIG, "strings too long");
      return forward(text.error());
    }
    budget -= std::min(budget, text->size() + 1);
    strings.push_back(std::move(*text));
  }
  return strings;
}

}  // namespace guard::interceptor
