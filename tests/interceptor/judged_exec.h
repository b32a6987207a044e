// SPDX-License-Identifier: Apache-2.0
// For tests of who verifies execs: a JudgedTree with its verifier, an order for what it execs, and
// a HeldImage, whose start waits in the kernel for the test. All of it inside of a small guard.
#ifndef GUARD_TESTS_INTERCEPTOR_JUDGED_EXEC_H_
#define GUARD_TESTS_INTERCEPTOR_JUDGED_EXEC_H_

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/seccomp.h>
#include <sys/fanotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <filesystem>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "interceptor/kernel/kernel_features.h"
#include "interceptor/ptrace/exec_verifier.h"
#include "interceptor/tracee/tracee.h"
#include "tests/interceptor/scratch_folder.h"
#include "tests/interceptor/small_guard.h"

namespace guard::testing {

// The words that the callbacks of one order say, and on which thread.
class Told {
 public:
  Told() = default;
  Told(const Told&) = delete;
  Told& operator=(const Told&) = delete;

  void listen_to(interceptor::ExecOrder& order) {
    order.on_outcome = [this](const interceptor::ExecEnd& end) { note("outcome", &end); };
    order.on_released = [this] { note("released", nullptr); };
  }
  // Waits for it.
  interceptor::ExecEnd end() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !steps_.empty(); });
    return end_;
  }
  // The same for a program that was verified, which is released after that.
  interceptor::ExecEnd verified_end() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] {
      const bool verified = end_.outcome == interceptor::ExecOutcome::kVerified;
      return steps_.size() == 2 || (steps_.size() == 1 && !verified);
    });
    return end_;
  }
  [[nodiscard]] bool has_ended() {
    const std::lock_guard lock(mutex_);
    return !steps_.empty();
  }
  [[nodiscard]] std::vector<std::string> steps() {
    const std::lock_guard lock(mutex_);
    return steps_;
  }
  [[nodiscard]] std::thread::id thread() {
    const std::lock_guard lock(mutex_);
    return thread_;
  }

 private:
  void note(const char* step, const interceptor::ExecEnd* end) {
    const std::lock_guard lock(mutex_);
    if (end != nullptr) end_ = *end;
    thread_ = std::this_thread::get_id();
    steps_.emplace_back(step);
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> steps_;
  interceptor::ExecEnd end_;
  std::thread::id thread_;
};

inline const std::vector<std::string> kJudgedArgv = {"judged", "two words", ""};
inline const std::vector<std::string> kJudgedEnvp = {"A=1"};

// Returns where the kernel refuses (becomes()).
inline int becomes_judged(const std::string& image) {
  char name[] = "judged";
  char words[] = "two words";
  char empty[] = "";
  char variable[] = "A=1";
  char* const argv[] = {name, words, empty, nullptr};
  char* const envp[] = {variable, nullptr};
  return becomes(image, argv, envp);
}

struct JudgedTree {
  JudgedTree(unsigned filter_flags, const AskedTree::Program& program,
             Debugger debugger = Debugger::kNone, std::size_t mediators = 1)
      : tree(filter_flags, program, debugger),
        verifier(interceptor::ExecVerifier::start(
                     tree.listener(), interceptor::calls_on_signal(filter_flags), mediators)
                     .value()) {}

  // An exec of IMAGE with the judged words.
  interceptor::ExecOrder judged(const interceptor::Notification& call, const std::string& image,
                                Told& told) {
    struct stat status {};
    EXPECT_EQ(::stat(image.c_str(), &status), 0) << image;
    interceptor::ExecOrder order;
    order.id = call.id;
    order.tid = call.tid;
    order.tracee = tracees.find(call.tid).value();
    order.process = order.tracee->tgid;
    order.expected = {status.st_dev, status.st_ino, kJudgedArgv, kJudgedEnvp, status.st_ctim};
    told.listen_to(order);
    return order;
  }
  void run_next(const std::string& image, Told& told) {
    verifier->run(judged(tree.next_call(), image, told));
  }

  AskedTree tree;
  interceptor::TraceeTable tracees;
  std::unique_ptr<interceptor::ExecVerifier> verifier;
};

// A program that becomes IMAGE as soon as it may, and the order for that.
struct OneExec {
  OneExec(unsigned filter_flags, const std::string& image, const AskedTree::Program& program,
          Debugger debugger = Debugger::kNone)
      : scene(filter_flags, program, debugger) {
    scene.tree.say();
    call = scene.tree.next_call();
    order = scene.judged(call, image, told);
  }
  OneExec(unsigned filter_flags, const std::string& image)
      : OneExec(filter_flags, image, [image](const Words&) { return becomes_judged(image); }) {}

  void run() const { scene.verifier->run(order); }
  interceptor::ExecOutcome outcome() { return told.verified_end().outcome; }
  [[nodiscard]] bool starts() const {
    return scene.verifier->starts(order.expected.device, order.expected.inode);
  }
  [[nodiscard]] int end() const { return scene.tree.end(); }

  Told told;
  JudgedTree scene;
  interceptor::Notification call;
  interceptor::ExecOrder order;
};

// The kind of wait of a caller: true: a signal ends it, and the kernel makes the call anew
// (CallsOnSignal).
class EachWaitTest : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    const auto features = interceptor::probe_kernel();
    ASSERT_TRUE(features);
    if (const auto why = interceptor::why_not_mediated(*features); !why.empty())
      GTEST_SKIP() << why;
    if (!GetParam() && !features->wait_killable)
      GTEST_SKIP() << "the kernel has no waits that signals do not end (Linux 5.19)";
  }
  static unsigned flags() {
    const unsigned killable = GetParam() ? 0 : SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV;
    return SECCOMP_FILTER_FLAG_NEW_LISTENER | killable;
  }
  const ScratchFolder scratch_;
};
inline std::string name_of_wait(const ::testing::TestParamInfo<bool>& instance) {
  return instance.param ? "Repeated" : "Killable";
}

// For execs that a mediator holds: of processes of one thread alone.
class MediatorTest : public ::testing::Test {
 protected:
  void SetUp() override {
#ifdef __SANITIZE_THREAD__
    GTEST_SKIP() << "the sanitizer has a thread of its own in every process";
#endif
    const auto features = interceptor::probe_kernel();
    ASSERT_TRUE(features);
    if (const auto why = interceptor::why_not_mediated(*features); !why.empty())
      GTEST_SKIP() << why;
    flags_ = interceptor::listener_flags(*features);
  }
  unsigned flags_ = 0;
};

constexpr int kKilled = 128 + SIGKILL;

// A copy of a program whose start waits until let_go(): fanotify(7) holds the open of the image, in
// a sleep that no ptrace interrupts. Root only.
class HeldImage {
 public:
  explicit HeldImage(const ScratchFolder& folder, const char* program = "/bin/true")
      : path_(folder.at("held")) {
    std::filesystem::copy_file(program, path_);
    group_ = new_group();
    constexpr unsigned kAdd = FAN_MARK_ADD;
    EXPECT_EQ(::fanotify_mark(group_.get(), kAdd, FAN_OPEN_EXEC_PERM, AT_FDCWD, path_.c_str()), 0);
  }
  static bool can_be_had() { return new_group().valid(); }

  [[nodiscard]] const std::string& path() const { return path_; }
  // Until somebody waits for it.
  void await() {
    fanotify_event_metadata event{};
    EXPECT_TRUE(hear(group_, event));
    waiting_.reset(event.fd);
  }
  void let_go() { answer(FAN_ALLOW); }
  // Its exec fails with EPERM.
  void refuse() { answer(FAN_DENY); }

 private:
  static UniqueFd new_group() {
    return UniqueFd(::fanotify_init(FAN_CLASS_CONTENT | FAN_CLOEXEC, O_RDONLY | O_CLOEXEC));
  }
  void answer(unsigned verdict) {
    const fanotify_response response{waiting_.get(), verdict};
    (void)!::write(group_.get(), &response, sizeof(response));
    waiting_.reset();
  }

  const std::string path_;
  UniqueFd group_;
  UniqueFd waiting_;
};

// The number of a process that has ended.
inline pid_t ended_process() {
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(0);
  ::waitpid(pid, nullptr, 0);
  return pid;
}

// Once all that was handed over before has been looked at.
inline void await_a_look(interceptor::ExecVerifier& verifier) {
  std::promise<void> looked;
  verifier.turn({ended_process(), [] {}, [&](interceptor::TurnOutcome) { looked.set_value(); }});
  looked.get_future().get();
}

}  // namespace guard::testing

#endif  // GUARD_TESTS_INTERCEPTOR_JUDGED_EXEC_H_
