// SPDX-License-Identifier: Apache-2.0
// What the rows of the syscall table are made of: builders, special cases and the reasons that
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
                            const char* reason = "carried out by guard on the judged object") {
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
    "registers only: whose memory another may read or write owns no secret, and who has read one "
    "keeps it; the tree reaches nobody outside";

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
    "Landlock's signal scope keeps it inside the tree; asked, so that it is told, where the signal "
    "ends or stops; always where the kernel has no scope (6.12)";

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

inline constexpr char kAbsent[] = "not a call of today's Linux";
inline constexpr char kVerified[] = "judged, continued, and the image checked before it runs";
inline constexpr char kWriteOnly[] = "asked only with write intent; O_PATH opens nothing";
inline constexpr char kAtOpen[] = "needs a writable descriptor: the verdict fell at open";
inline constexpr char kScope[] =
    "Landlock's signal scope keeps it inside the tree; asked where the kernel has none (6.12)";
inline constexpr char kDomain[] =
    "Landlock's domain keeps it inside the tree; asked or refused where the kernel has no scopes";
inline constexpr char kSlows[] = "may slow another process of the same user, no more";
inline constexpr char kRing[] = "acts of io_uring pass by every filter; libraries fall back";
inline constexpr char kOwnMounts[] =
    "only where a user namespace of the tree owns the mounts; else refused";
inline constexpr char kNewMounts[] =
    "as an old kernel: libraries fall back to mount, which is asked";
inline constexpr char kNamespace[] =
    "with a user namespace of its own, or inside of one; else refused";
inline constexpr char kJoins[] = "namespaces outside: another's mounts, processes and networks";
inline constexpr char kModule[] = "code in the kernel";
inline constexpr char kKeys[] = "keys are shared with processes outside the tree";
inline constexpr char kSystem[] = "changes the whole machine";
inline constexpr char kCredential[] = "a root guard follows the caller's credentials";
inline constexpr char kByDescriptor[] =
    "carried out by guard on the judged object; a descriptor for reading is enough for it";
inline constexpr char kIpc[] = "removing, or changing whose it is; by number: no memory decides";
inline constexpr char kSends[] =
    "carried out by guard on a duplicate of the socket, unless no address can matter";
inline constexpr char kSandbox[] =
    "a sandbox inside the tree; acts that guard carries out are not bound by it";

}  // namespace guard::interceptor::rows

#endif  // GUARD_INTERCEPTOR_SYSCALLS_SYSCALL_ROWS_H_
