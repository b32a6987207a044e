// SPDX-License-Identifier: Apache-2.0
// RemoteMemory: a snapshot of a tracee's memory, taken page by page (process_memory.h); each
// page is copied once, so that what was judged is one reading. A read that fails is an error (the
// call is refused), never a shorter answer. Lives for one call, on one thread, which lends its
// pages to the next.
#ifndef GUARD_INTERCEPTOR_PROCESS_REMOTE_MEMORY_H_
#define GUARD_INTERCEPTOR_PROCESS_REMOTE_MEMORY_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/error.h"
#include "interceptor/calls/notification.h"

namespace guard::interceptor {

class RemoteMemory {
 public:
  // HELP: asked for what guard may not read by itself; null: nobody.
  explicit RemoteMemory(Tid tid, CallerHelp* help = nullptr) : tid_(tid), help_(help) {}
  ~RemoteMemory();
  RemoteMemory(const RemoteMemory&) = delete;
  RemoteMemory& operator=(const RemoteMemory&) = delete;

  Result<void> read(std::uint64_t address, void* destination, std::size_t size);
  // For memory that nothing else of the call lies beside: no page is kept.
  Result<void> read_alone(std::uint64_t address, void* destination, std::size_t size) const;
  // Up to and without its NUL; fails with ENAMETOOLONG when there is none within `limit` bytes.
  Result<std::string> read_string(std::uint64_t address, std::size_t limit);
  // A NULL-terminated array of strings (argv, envp); a null address is an empty array, as in
  // execve(2) on Linux. `budget` is what is left of the limit on all bytes; E2BIG beyond it.
  Result<std::vector<std::string>> read_strings(std::uint64_t address, std::size_t& budget);
  // A string and two such arrays will be read: of all their pages two calls, instead of one for
  // each. A page that cannot be had is left to those readings, and to their errors.
  void expect(std::uint64_t text, std::uint64_t first_array, std::uint64_t second_array);

 private:
  static constexpr std::size_t kPage = 4096;
  using Page = std::array<char, kPage>;
  using PagePtr = std::unique_ptr<Page>;
  static std::vector<PagePtr>& spare_pages();
  static PagePtr new_page();
  Result<const Page*> page_at(std::uint64_t address);
  Result<void> copy_page(std::uint64_t start, Page& page) const;
  void prefetch(const std::vector<std::uint64_t>& addresses);

  Result<void> read_pointers(std::uint64_t address, std::vector<std::uint64_t>& pointers);

  Tid tid_;
  CallerHelp* help_;
  std::unordered_map<std::uint64_t, PagePtr> pages_;
  std::uint64_t last_start_ = 0;  // of the page that was asked for last: most words lie in one
  const Page* last_page_ = nullptr;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PROCESS_REMOTE_MEMORY_H_
