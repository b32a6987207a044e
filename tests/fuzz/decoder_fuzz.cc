// SPDX-License-Identifier: Apache-2.0
// A notified call of this very process: the first byte chooses the call, the next six what each
// register is (a place in a buffer that ends at an unmapped page, or any number), the rest is the
// buffer: names, argv, struct open_how, sockaddr. Decoding copies or fails, never more.
#include <linux/limits.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "interceptor/decode/decoder.h"
#include "interceptor/decode/precheck.h"
#include "interceptor/process/proc_status.h"
#include "interceptor/sockets/outgoing_message.h"
#include "interceptor/sockets/remote_address.h"
#include "interceptor/syscalls/open_flags.h"
#include "tests/fuzz/input.h"

namespace guard::interceptor {
namespace {

using testing::expect;

constexpr std::size_t kPage = 4096;
constexpr std::size_t kRoom = 4 * kPage;

// Readable bytes whose end is the end of what is mapped.
class Memory {
 public:
  Memory() {
    base_ = static_cast<char*>(
        ::mmap(nullptr, kRoom + kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    expect(base_ != MAP_FAILED && ::mprotect(base_ + kRoom, kPage, PROT_NONE) == 0, "memory");
  }
  void fill(const std::string& bytes) {
    std::memset(base_, 0, kRoom);
    const std::size_t n = std::min(bytes.size(), kRoom);
    std::memcpy(base_ + kRoom - n, bytes.data(), n);
    start_ = reinterpret_cast<std::uint64_t>(base_ + kRoom - n);
  }
  [[nodiscard]] std::uint64_t start() const { return start_; }

 private:
  char* base_ = nullptr;
  std::uint64_t start_ = 0;
};

// The value of a register, by the byte that chooses: a place in the buffer, or something odd.
std::uint64_t register_of(std::uint8_t choice, const Memory& memory) {
  constexpr std::array<std::uint64_t, 8> kOdd = {
      0, 1, 8, 24, static_cast<std::uint64_t>(-100), 0xFFFFFFFFFFFFFFFF, 0x8000000000000000, 0xFFF};
  return choice < kOdd.size() ? kOdd[choice] : memory.start() + choice - kOdd.size();
}

const SyscallRow& chosen_row(std::uint8_t choice) {
  static const std::vector<const SyscallRow*> rows = [] {
    std::vector<const SyscallRow*> all;
    for (const SyscallRow& row : all_rows()) {
      if (row.operation != Operation::kNone) all.push_back(&row);
    }
    return all;
  }();
  return *rows[choice % rows.size()];
}

void expect_sound(const RawCall& call) {
  constexpr std::size_t kMostArguments = 6UL << 20;
  expect(call.path.size() < PATH_MAX && call.new_path.size() < PATH_MAX, "names have a limit");
  expect(call.path.find('\0') == std::string::npos, "a name ends at its NUL");
  std::size_t bytes = 0;
  for (const auto* list : {&call.argv, &call.envp}) {
    for (const std::string& word : *list) bytes += word.size() + 1;
  }
  expect(bytes <= kMostArguments, "arguments have a limit");
}

void read_send(const RawCall& call) {
  const auto messages = read_messages(call);
  if (!messages) return;
  for (const OutgoingMessage& message : *messages) {
    expect(message.address.size() <= sizeof(sockaddr_storage), "addresses have a limit");
    std::array<char, 256> bytes{};
    const std::size_t wanted = std::min(bytes.size(), message.size);
    (void)read_bytes(call.notification.tid, message, 0, bytes.data(), wanted);
  }
}

void read_addresses(const std::vector<char>& bytes) {
  for (const int domain : {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK}) {
    for (const int type : {SOCK_STREAM, SOCK_DGRAM}) {
      for (const AddressUse use : {AddressUse::kConnect, AddressUse::kSend, AddressUse::kBind})
        (void)parse_address(bytes, {domain, type, 0}, use);
    }
  }
}

}  // namespace
}  // namespace guard::interceptor

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace guard::interceptor;  // NOLINT: this function is the fuzzer's
  static Memory memory;
  guard::testing::Input input(data, size);
  const SyscallRow& row = chosen_row(input.byte());
  std::array<std::uint8_t, 6> choices{};
  for (auto& choice : choices) choice = input.byte();
  const std::string bytes = input.rest();
  memory.fill(bytes);
  Notification notification{1, ::gettid(), row.number, {}, {}};
  std::ranges::transform(choices, notification.arguments.begin(),
                         [&](std::uint8_t choice) { return register_of(choice, memory); });
  const auto call = decode(notification);
  if (call) {
    expect_sound(*call);
    (void)check_open_flags(*call);
    if (call->operation == Operation::kSend) read_send(*call);
  }
  const std::size_t n = std::min(bytes.size(), sizeof(sockaddr_storage));
  read_addresses({bytes.begin(), bytes.begin() + static_cast<long>(n)});
  (void)parse_proc_status(bytes);
  return 0;
}
