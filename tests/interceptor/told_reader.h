// SPDX-License-Identifier: Apache-2.0
// ToldReader: a process that opens files for reading when it is told to, and keeps the last one
// open until it is told otherwise: for tests of what holds readers back. It ends with the object.
// Made before the test has threads.
#ifndef GUARD_TESTS_INTERCEPTOR_TOLD_READER_H_
#define GUARD_TESTS_INTERCEPTOR_TOLD_READER_H_

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>

#include "base/files/unique_fd.h"

namespace guard::testing {

enum class Place {
  kOutside,  // a child of the test, as the reaper is one of guard
  kInside,   // below one: of the tree
  kThread,   // the same, but not the first thread of its process
};

class ToldReader {
 public:
  static constexpr int kBecameAnother = -1;  // it runs the program that it was to run

  explicit ToldReader(Place place) {
    const auto [told, telling] = pipe();
    const auto [hearing, answer] = pipe();
    child_ = ::fork();
    if (child_ == 0) {
      ::close(telling);
      ::close(hearing);
      be_child(place, told, answer);
    }
    ::close(told);
    ::close(answer);
    telling_.reset(telling);
    hearing_.reset(hearing);
    if (::read(hearing, &tid_, sizeof(tid_)) != sizeof(tid_)) std::abort();
  }
  ~ToldReader() {
    telling_.reset();
    ::waitpid(child_, nullptr, 0);
  }
  ToldReader(const ToldReader&) = delete;
  ToldReader& operator=(const ToldReader&) = delete;

  // The thread that opens.
  [[nodiscard]] pid_t tid() const { return tid_; }
  void open(const std::string& path) const { tell('o', path); }
  void run(const std::string& path) const { tell('x', path); }
  void close() const { tell('c', ""); }
  // The last result that it was told: 0, an errno, or kBecameAnother; nothing when none came.
  [[nodiscard]] std::optional<int> result() const {
    if (!is_done(10'000)) return std::nullopt;
    int error = 0;
    return ::read(hearing_.get(), &error, sizeof(error)) == sizeof(error) ? error : kBecameAnother;
  }
  [[nodiscard]] bool is_done(int patience = 0) const {
    pollfd state = {hearing_.get(), POLLIN, 0};
    return ::poll(&state, 1, patience) == 1;
  }
  int result_of_open(const std::string& path) const {
    open(path);
    return result().value_or(ETIMEDOUT);
  }

 private:
  struct Order {
    char act = 0;
    std::array<char, 255> path{};
  };
  struct Ends {
    int reader = -1;
    int writer = -1;
  };
  static Ends pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) std::abort();
    return {ends[0], ends[1]};
  }
  void tell(char act, const std::string& path) const {
    Order order;
    order.act = act;
    path.copy(order.path.data(), order.path.size() - 1);
    if (::write(telling_.get(), &order, sizeof(order)) != sizeof(order)) std::abort();
  }

  [[noreturn]] static void be_child(Place place, int told, int answer) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (place == Place::kOutside) serve(told, answer);
    const pid_t reader = ::fork();
    if (reader == 0 && place == Place::kInside) serve(told, answer);
    if (reader == 0) std::thread(serve, told, answer).join();
    ::close(told);
    ::close(answer);
    ::waitpid(reader, nullptr, 0);
    ::_exit(0);
  }
  static void serve(int told, int answer) {
    const pid_t tid = ::gettid();
    (void)!::write(answer, &tid, sizeof(tid));
    UniqueFd file;
    Order order;
    while (::read(told, &order, sizeof(order)) == sizeof(order)) {
      int error = 0;
      if (order.act != 'x') file.reset();
      if (order.act == 'o') {
        file.reset(::open(order.path.data(), O_RDONLY | O_CLOEXEC));
        error = file.valid() ? 0 : errno;
      }
      if (order.act == 'x') {
        ::execl(order.path.data(), "told", static_cast<char*>(nullptr));
        error = errno;
      }
      (void)!::write(answer, &error, sizeof(error));
    }
    ::_exit(0);
  }

  UniqueFd telling_;
  UniqueFd hearing_;
  pid_t child_ = 0;
  pid_t tid_ = 0;
};

}  // namespace guard::testing

#endif  // GUARD_TESTS_INTERCEPTOR_TOLD_READER_H_
