// SPDX-License-Identifier: Apache-2.0
#include "interceptor/launch/socket_trial.h"

#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "interceptor/launch/backend.h"
#include "interceptor/launch/listener_courier.h"
#include "interceptor/ptrace/descriptor_lender.h"
#include "interceptor/seccomp/notify_listener.h"
#include "interceptor/seccomp/seccomp_filter.h"
#include "interceptor/tracee/tracee.h"

namespace guard::interceptor {
namespace {

constexpr int kWake = SIGUSR1;
constexpr int kAnswer = EXDEV;  // no connect comes to that by itself

[[noreturn]] void connect_under_filter(const KernelFeatures& features, int report) {
  ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  const auto filter = filter_for({.guard = guard_run_by(::geteuid())});
  const char word = 'c';
  ListenerCourier courier;
  if (!courier.start(report, &word, sizeof(word))) ::_exit(2);
  const int listener = install_filter(filter, listener_flags(features));
  if (listener < 0 || !courier.send(listener)) ::_exit(2);
  ::close(listener);
  sockaddr_in nobody{};
  nobody.sin_family = AF_INET;
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  const int result = ::connect(socket, reinterpret_cast<sockaddr*>(&nobody), sizeof(nobody));
  ::_exit(result == -1 && errno == kAnswer ? 0 : 1);
}

ino_t inode_there(pid_t tid, int number) {
  const std::string place = "/proc/" + std::to_string(tid) + "/fd/" + std::to_string(number);
  struct stat status {};
  return ::stat(place.c_str(), &status) == 0 ? status.st_ino : 0;
}

bool has_socket_of(const Notification& call) {
  const auto number = static_cast<int>(call.arguments[0]);
  TraceeTable tracees;
  const auto tracee = tracees.find(call.tid);
  if (!tracee) return false;
  const auto socket = duplicate_descriptor(**tracee, number, call.help.get());
  struct stat status {};
  return socket && ::fstat(socket->get(), &status) == 0 &&
         status.st_ino == inode_there(call.tid, number);
}

std::unique_ptr<DescriptorLender> make_lender(CallListener& listener) {
  struct sigaction wake {};
  wake.sa_handler = [](int) {};
  ::sigaction(kWake, &wake, nullptr);
  sigset_t waking;
  sigemptyset(&waking);
  sigaddset(&waking, kWake);
  ::pthread_sigmask(SIG_UNBLOCK, &waking, nullptr);
  // Nobody else traces here: a call that cannot be lent anything fails the trial.
  return std::make_unique<DescriptorLender>(listener, kWake, [&listener](const Notification& call) {
    (void)listener.answer(call.id, Reply::fail(EPERM));
  });
}

// False: nobody calls any more.
bool serve_one(NotifyListener& listener, DescriptorLender* lender) {
  auto call = listener.receive();
  if (!call || !*call) return !call && call.error().code == Code::kGone;
  if (lender != nullptr && lender->meet(**call)) return true;
  if (lender != nullptr && !(*call)->help) {
    lender->lend(**call, {static_cast<int>((*call)->arguments[0])});
    return true;
  }
  const int answer = has_socket_of(**call) ? kAnswer : EPERM;
  (void)listener.answer((*call)->id, Reply::fail(answer));
  return true;
}

bool serve(UniqueFd fd, const KernelFeatures& features) {
  auto listener = NotifyListener::adopt(std::move(fd));
  if (!listener) return false;
  const auto lender = features.pidfd_getfd ? nullptr : make_lender(*listener);
  while (serve_one(*listener, lender.get())) continue;
  return true;
}

}  // namespace

bool has_the_very_socket(const KernelFeatures& features) {
  // A tracer takes descriptors itself, or does not run.
  if (choose_backend(WantedBackend::kAuto, features).traced) return features.pidfd_getfd;
  std::array<int, 2> report{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, report.data()) != 0) return false;
  const pid_t child = ::fork();
  if (child == 0) connect_under_filter(features, report[1]);
  ::close(report[1]);
  char word = 0;
  auto fd = child < 0 ? fail_errno("fork") : receive_with_file(report[0], &word, sizeof(word));
  const bool served = fd && fd->valid() && serve(std::move(*fd), features);
  int status = 0;
  return child > 0 && ::waitpid(child, &status, 0) == child && served && WIFEXITED(status) &&
         WEXITSTATUS(status) == 0;
}

}  // namespace guard::interceptor
