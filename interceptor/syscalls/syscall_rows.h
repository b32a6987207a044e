// SPDX-License-Identifier: Apache-2.0
// The parts that make the rows of the syscall table: builders, special cases and the reasons that
// several rows share. Included by the files with rows only. Constant data.
#ifndef GUARD_INTERCEPTOR_SYSCALLS_SYSCALL_ROWS_H_
#define GUARD_INTERCEPTOR_SYSCALLS_SYSCALL_ROWS_H_

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <span>

#include "interceptor/syscalls/ioctl_requests.h"
#include "interceptor/syscalls/syscall_table.h"

namespace guard::interceptor::rows {

struct NumberedCall {
  int number;
  const char* name;
};

using Arguments = std::array<ArgRole, 6>;
using Cases = std::span<const SpecialCase>;

constexpr SyscallRow allow(int number, const char* name, const char* reason = "") {
  return {number, name, Operation::kNone, Arguments{}, Treatment::kAllow, 0, reason, Cases{}};
}
constexpr SyscallRow refuse(int number, const char* name, int error, const char* reason) {
  return {number, name, Operation::kNone, Arguments{}, Treatment::kRefuse, error, reason, Cases{}};
}
constexpr SyscallRow notify(int number, const char* name, Operation operation, Arguments arguments,
                            const char* reason = "guard carries it out on the judged object") {
  return {number, name, operation, arguments, Treatment::kNotify, 0, reason, Cases{}};
}
constexpr bool has_case(Cases cases, Treatment treatment) {
  return std::ranges::any_of(cases, [&](const auto& each) { return each.treatment == treatment; });
}
// Allowed but for its cases.
constexpr SyscallRow depends(int number, const char* name, Cases cases, const char* reason,
                             Operation operation = Operation::kNone, Arguments arguments = {}) {
  const auto treatment =
      has_case(cases, Treatment::kNotify) ? Treatment::kNotifyIf : Treatment::kRefuseIf;
  return {number, name, operation, arguments, treatment, 0, reason, cases};
}
// Refused but for its cases.
constexpr SyscallRow refuse_unless(int number, const char* name, int error, Cases cases,
                                   const char* reason) {
  return {number, name, Operation::kNone, Arguments{}, Treatment::kRefuse, error, reason, cases};
}

using Relation = RegisterTest::Relation;
inline constexpr std::uint32_t kAllBits = 0xFFFFFFFF;

// open(2): the bits that write, create or truncate (fcntl.h). O_ACCMODE's value 3 has both bits.
inline constexpr std::uint32_t kWriteIntent = 01 | 02 | 0100 | 01000 | 020000000;
inline constexpr std::uint32_t kPathOnly = 010000000;  // O_PATH: every other flag is ignored
inline constexpr RegisterTest kOpenPathOnly[] = {{1, Relation::kEquals, kPathOnly, kPathOnly}};
inline constexpr RegisterTest kOpenWrites[] = {{1, Relation::kAnyBit, kWriteIntent, 0}};
inline constexpr SpecialCase kOpenCases[] = {{ForGuard::kAny, kOpenPathOnly, Treatment::kAllow, 0},
                                             {ForGuard::kAny, kOpenWrites, Treatment::kNotify, 0}};
inline constexpr RegisterTest kOpenatPathOnly[] = {{2, Relation::kEquals, kPathOnly, kPathOnly}};
inline constexpr RegisterTest kOpenatWrites[] = {{2, Relation::kAnyBit, kWriteIntent, 0}};
inline constexpr SpecialCase kOpenatCases[] = {
    {ForGuard::kAny, kOpenatPathOnly, Treatment::kAllow, 0},
    {ForGuard::kAny, kOpenatWrites, Treatment::kNotify, 0}};

// linux/sched.h. In clone, bit 0x80 (CLONE_NEWTIME of unshare) belongs to the exit signal.
inline constexpr std::uint32_t kNamespaces = 0x7E020000;
inline constexpr std::uint32_t kTimeNamespace = 0x80;
inline constexpr RegisterTest kCloneNamespace[] = {{0, Relation::kAnyBit, kNamespaces, 0}};
inline constexpr RegisterTest kUnshareNamespace[] = {
    {0, Relation::kAnyBit, kNamespaces | kTimeNamespace, 0}};
// CLONE_FILES without CLONE_THREAD: two processes, one descriptor table.
inline constexpr RegisterTest kCloneSharesFiles[] = {{0, Relation::kEquals, 0x10400, 0x400}};
// CLONE_FS without CLONE_THREAD: two processes, one umask.
inline constexpr RegisterTest kCloneSharesUmask[] = {{0, Relation::kEquals, 0x10200, 0x200}};
inline constexpr SpecialCase kCloneCases[] = {
    {ForGuard::kAny, kCloneNamespace, Treatment::kNotify, 0},
    {ForGuard::kAny, kCloneSharesFiles, Treatment::kNotify, 0},
    {ForGuard::kAny, kCloneSharesUmask, Treatment::kNotify, 0}};
inline constexpr SpecialCase kUnshareCases[] = {
    {ForGuard::kAny, kUnshareNamespace, Treatment::kNotify, 0}};

constexpr SpecialCase asked(std::span<const RegisterTest> tests) {
  return {ForGuard::kAny, tests, Treatment::kNotify, 0};
}

inline constexpr auto kRequestTests = [] {
  std::array<RegisterTest, kIoctlRequests.size()> tests{};
  for (std::size_t i = 0; i < tests.size(); ++i)
    tests[i] = {1, Relation::kEquals, kAllBits, kIoctlRequests[i].number};
  return tests;
}();
// linux/sockios.h: every request of sockets and interfaces is 0x89xx.
inline constexpr RegisterTest kSocketRequest[] = {{1, Relation::kEquals, 0xFFFFFF00, 0x8900}};
inline constexpr auto kIoctlCases = [] {
  std::array<SpecialCase, kIoctlRequests.size() + 1> cases{};
  cases.back() = {ForGuard::kRoot, kSocketRequest, Treatment::kNotify, 0};
  for (std::size_t i = 0; i < kIoctlRequests.size(); ++i) {
    const IoctlRequest& request = kIoctlRequests[i];
    cases[i] = {ForGuard::kAny, std::span(&kRequestTests[i], 1), request.treatment,
                request.refuse_errno};
  }
  return cases;
}();

// linux/ipc.h: IPC_RMID 0, IPC_SET 1.
inline constexpr RegisterTest kSecondRemovesOrSets[] = {{1, Relation::kEquals, kAllBits & ~1U, 0}};
inline constexpr RegisterTest kThirdRemovesOrSets[] = {{2, Relation::kEquals, kAllBits & ~1U, 0}};
inline constexpr SpecialCase kSharedCases[] = {asked(kSecondRemovesOrSets)};
inline constexpr SpecialCase kSemaphoreCases[] = {asked(kThirdRemovesOrSets)};

// linux/prctl.h: PR_SET_DUMPABLE 4, PR_SET_MM 35.
inline constexpr RegisterTest kHideMemory[] = {{0, Relation::kEquals, kAllBits, 4},
                                               {1, Relation::kEquals, kAllBits, 0}};
inline constexpr RegisterTest kRewriteImage[] = {{0, Relation::kEquals, kAllBits, 35}};
inline constexpr SpecialCase kPrctlCases[] = {
    {ForGuard::kUser, kHideMemory, Treatment::kRefuse, 0},
    {ForGuard::kAny, kRewriteImage, Treatment::kRefuse, EPERM}};

// linux/ptrace.h: PTRACE_TRACEME 0, PTRACE_ATTACH 16, PTRACE_SEIZE 0x4206: what every other request
// needs to have been done before.
inline constexpr RegisterTest kTraceMe[] = {{0, Relation::kEquals, kAllBits, 0}};
inline constexpr RegisterTest kAttach[] = {{0, Relation::kEquals, kAllBits, 16}};
inline constexpr RegisterTest kSeize[] = {{0, Relation::kEquals, kAllBits, 0x4206}};
inline constexpr SpecialCase kTraceCases[] = {asked(kTraceMe), asked(kAttach), asked(kSeize)};
inline constexpr char kTampers[] =
    "Decided by registers alone. A process whose memory another one may read or write owns no "
    "secret. These calls do not reach a process that has read a secret, nor any process outside "
    "the "
    "tree";

// signal(7): what one sends to end or stop another: SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGKILL,
// SIGTERM, SIGSTOP. The rest go from program to program by the thousand.
inline constexpr std::array<std::uint32_t, 7> kEndingSignals = {1, 2, 3, 6, 9, 15, 19};
inline constexpr auto kEndingTests = [] {
  std::array<RegisterTest, kEndingSignals.size()> tests{};
  for (std::size_t i = 0; i < tests.size(); ++i)
    tests[i] = {1, Relation::kEquals, kAllBits, kEndingSignals[i]};
  return tests;
}();
inline constexpr auto kKillCases = [] {
  std::array<SpecialCase, kEndingTests.size()> cases{};
  for (std::size_t i = 0; i < cases.size(); ++i) cases[i] = asked(std::span(&kEndingTests[i], 1));
  return cases;
}();
inline constexpr char kEnds[] =
    "Landlock's signal scope keeps it inside the tree. guard is asked about the signals that "
    "end or stop a process, so that they are recorded. Before Linux 6.12 there is no such scope: "
    "there guard is asked about every signal";

// prlimit64(2): pid 0 is the caller.
inline constexpr RegisterTest kOtherProcess[] = {{0, Relation::kAnyBit, kAllBits, 0}};
// The kernel writes a core dump over whatever has its name: CMD starts with a hard limit of 0,
// which only root could raise. It is told that it has set its own (RLIMIT_CORE is 4): programs that
// forbid themselves core dumps end when that fails. With old values asked for as well nothing is
// pretended.
inline constexpr RegisterTest kReadsLimit[] = {{2, Relation::kNull, 0, 0}};
inline constexpr RegisterTest kSetsCoreLimit[] = {{1, Relation::kEquals, kAllBits, 4},
                                                  {3, Relation::kNull, 0, 0}};
inline constexpr RegisterTest kExchangesCoreLimit[] = {{1, Relation::kEquals, kAllBits, 4}};
inline constexpr SpecialCase kPrlimitCases[] = {
    {ForGuard::kAny, kOtherProcess, Treatment::kRefuse, EPERM},
    {ForGuard::kRoot, kReadsLimit, Treatment::kAllow, 0},
    {ForGuard::kRoot, kSetsCoreLimit, Treatment::kRefuse, 0},
    {ForGuard::kRoot, kExchangesCoreLimit, Treatment::kRefuse, EPERM}};
inline constexpr RegisterTest kCoreLimit[] = {{0, Relation::kEquals, kAllBits, 4}};
inline constexpr SpecialCase kSetrlimitCases[] = {
    {ForGuard::kRoot, kCoreLimit, Treatment::kRefuse, 0}};

// syslog(2): 0 close and 1 open do nothing, 3 reads all, 9 and 10 read sizes.
inline constexpr RegisterTest kLogNothing[] = {{0, Relation::kEquals, kAllBits & ~1U, 0}};
inline constexpr RegisterTest kLogReadAll[] = {{0, Relation::kEquals, kAllBits, 3}};
inline constexpr RegisterTest kLogUnread[] = {{0, Relation::kEquals, kAllBits, 9}};
inline constexpr RegisterTest kLogSize[] = {{0, Relation::kEquals, kAllBits, 10}};
inline constexpr SpecialCase kSyslogCases[] = {{ForGuard::kAny, kLogNothing, Treatment::kAllow, 0},
                                               {ForGuard::kAny, kLogReadAll, Treatment::kAllow, 0},
                                               {ForGuard::kAny, kLogUnread, Treatment::kAllow, 0},
                                               {ForGuard::kAny, kLogSize, Treatment::kAllow, 0}};

// sendto(2): without an address it goes where connect(2) was judged to go.
inline constexpr RegisterTest kNoAddress[] = {{4, Relation::kNull, 0, 0}};
inline constexpr SpecialCase kSendtoCases[] = {{ForGuard::kAny, kNoAddress, Treatment::kAllow, 0},
                                               {ForGuard::kAny, {}, Treatment::kNotify, 0}};

inline constexpr SpecialCase kRootNotified[] = {{ForGuard::kRoot, {}, Treatment::kNotify, 0}};
inline constexpr SpecialCase kRootRefused[] = {{ForGuard::kRoot, {}, Treatment::kRefuse, EPERM}};

inline constexpr char kAbsent[] = "Linux no longer has this call";
inline constexpr char kVerified[] =
    "guard judges it, lets it continue, and checks the image before it runs";
inline constexpr char kWriteOnly[] =
    "asked only if the flags intend to write; `O_PATH` opens nothing";
inline constexpr char kAtOpen[] =
    "needs a writable descriptor, which guard judged when it was opened";
inline constexpr char kScope[] =
    "Landlock's signal scope keeps it inside the tree. Where the kernel has no such scope (before "
    "6.12), guard is asked";
inline constexpr char kDomain[] =
    "Landlock's domain keeps it inside the tree. Where the kernel has no scopes, it is asked or "
    "refused";
inline constexpr char kSlows[] = "can slow down another process of the same user, and nothing else";
inline constexpr char kRing[] =
    "calls through io_uring bypass every filter; libraries fall back to ordinary calls";
inline constexpr char kOwnMounts[] =
    "allowed only if a user namespace of the tree owns the mounts; otherwise refused";
inline constexpr char kNewMounts[] =
    "guard answers like an old kernel, so libraries fall back to `mount`, which is asked";
inline constexpr char kNamespace[] =
    "allowed if it makes a user namespace too, or if the caller is inside one; otherwise refused";
inline constexpr char kClone[] =
    "With a namespace: allowed if it makes a user namespace too, or if the caller is inside one; "
    "otherwise refused. guard must also know which processes share descriptors or a umask";
inline constexpr char kJoins[] =
    "enters namespaces outside the tree: the mounts, processes and networks of others";
inline constexpr char kModule[] = "puts code into the kernel, or removes it";
inline constexpr char kKeys[] = "keys are shared with processes outside the tree";
inline constexpr char kSystem[] = "affects the whole machine";
inline constexpr char kCredential[] =
    "a guard that runs as root must know the caller's credentials";
inline constexpr char kByDescriptor[] =
    "guard carries it out on the judged object; a descriptor for reading is enough for this call";
inline constexpr char kIpc[] =
    "asked if it removes the object or changes its owner or mode. The registers decide, not memory";
inline constexpr char kSends[] =
    "guard carries it out on a duplicate of the socket, unless no address can matter";
inline constexpr char kSandbox[] =
    "makes a sandbox inside the tree, which does not bind calls that guard carries out";

}  // namespace guard::interceptor::rows

#endif  // GUARD_INTERCEPTOR_SYSCALLS_SYSCALL_ROWS_H_
