// SPDX-License-Identifier: Apache-2.0
#include "interceptor/syscalls/syscall_list.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

#include "interceptor/syscalls/syscall_table.h"

namespace guard::interceptor {
namespace {

struct Section {
  Treatment treatment;
  const char* title;
  const char* text;
};

constexpr Section kSections[] = {
    {Treatment::kNotify, "Asked", "guard decides each call."},
    {Treatment::kNotifyIf, "Asked in some cases",
     "guard decides if a register matches; all other calls are allowed."},
    {Treatment::kRefuse, "Refused", "The filter answers at once, without guard."},
    {Treatment::kRefuseIf, "Refused in some cases",
     "The filter refuses if a register matches; all other calls are allowed."},
    {Treatment::kAllow, "Allowed, and why",
     "The filter lets these calls through. The last column says why that is safe."},
};

constexpr int kNamesInLine = 8;
constexpr char kHead[] =
    "# System calls\n\n"
    "This page is generated from `interceptor/syscalls/syscall_rows_x86_64.h`, "
    "`syscall_rows_unified.h`\n"
    "and `syscall_numbers_aarch64.h`. Do not edit it; run `cmake --build build --target "
    "syscall_page`.\n\n"
    "Every system call of Linux up to 7.0 is here. A number that is not here gets `ENOSYS`, and so "
    "does every x32 call.\n"
    "A call of another architecture (`int 0x80`) ends the process.\n\n"
    "How to read the tables:\n\n"
    "- A dash means that the architecture has no such call.\n"
    "- \"asked\" means that the call waits until guard has judged it. An errno such as `EPERM` "
    "means that the filter refuses it.\n"
    "- The filter tries the lines of an answer from top to bottom, and the first that matches "
    "counts.\n"
    "- `argument 0` is the first argument register. The filter sees its low 32 bits, and all 64 "
    "for null; memory never takes part.\n"
    "- \"root:\" and \"user:\" lines hold only while guard runs as root, or as an ordinary user.\n"
    "- \"pretended success\" means that the caller gets 0, and that nothing happens.\n";

std::string name_of_error(int error) {
  return error == 0 ? "pretended success" : "`" + std::string(strerrorname_np(error)) + "`";
}

std::string hexadecimal(std::uint32_t value) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "0x%x", value);
  return text.data();
}

std::string text_of(const RegisterTest& test) {
  const std::string argument = "argument " + std::to_string(test.argument);
  if (test.relation == RegisterTest::Relation::kNull) return "`" + argument + "` is null";
  if (test.relation == RegisterTest::Relation::kAnyBit && test.mask == ~0U)
    return "`" + argument + "` is not 0";
  if (test.relation == RegisterTest::Relation::kAnyBit)
    return "`" + argument + " & " + hexadecimal(test.mask) + "` is not 0";
  if (test.mask == ~0U) return "`" + argument + "` is `" + hexadecimal(test.value) + "`";
  return "`" + argument + " & " + hexadecimal(test.mask) + "` is `" + hexadecimal(test.value) + "`";
}

std::string answer_of(Treatment treatment, int refuse_errno) {
  if (treatment == Treatment::kNotify) return "asked";
  return treatment == Treatment::kRefuse ? name_of_error(refuse_errno) : "allowed";
}

// "root: `argument 1 & 0x80` is not 0"
std::string condition_of(const SpecialCase& special) {
  constexpr const char* kFor[] = {"", "user: ", "root: "};
  std::string text = kFor[static_cast<int>(special.guard)];
  for (const RegisterTest& test : special.tests)
    text += (&test == &special.tests.front() ? "" : " and ") + text_of(test);
  return text;
}

bool is_one_value(const SpecialCase& special) {
  return special.tests.size() == 1 && special.tests[0].mask == ~0U &&
         special.tests[0].relation == RegisterTest::Relation::kEquals;
}

// Both differ in nothing but the value of one register, so that one line can say both.
bool goes_on(const SpecialCase& special, const SpecialCase& next) {
  return is_one_value(special) && is_one_value(next) && special.guard == next.guard &&
         special.tests[0].argument == next.tests[0].argument &&
         special.treatment == next.treatment && special.refuse_errno == next.refuse_errno;
}

// "`argument 1` is `0x1` or `0x2`: asked"; takes what it said from CASES.
std::string next_line_of(std::span<const SpecialCase>& cases) {
  const SpecialCase& first = cases.front();
  std::string text = condition_of(first);
  for (cases = cases.subspan(1); !cases.empty() && goes_on(first, cases.front());
       cases = cases.subspan(1)) {
    const bool is_last = cases.size() == 1 || !goes_on(first, cases[1]);
    text += (is_last ? " or `" : ", `") + hexadecimal(cases.front().tests[0].value) + "`";
  }
  if (first.tests.empty()) return text + answer_of(first.treatment, first.refuse_errno);
  return text + ": " + answer_of(first.treatment, first.refuse_errno);
}

// "`EPERM`", or first the special cases in their order, a line each.
std::string answer_of(const SyscallRow& call) {
  const FilterOutcome base = base_outcome_of(call);
  if (call.cases.empty() && base.treatment == Treatment::kAllow) return "";
  std::string text;
  for (auto cases = call.cases; !cases.empty();) {
    const bool is_any = cases.front().tests.empty() && cases.front().guard == ForGuard::kAny;
    text += (is_any ? "otherwise: " : "") + next_line_of(cases);
    if (is_any) return text;
    text += "<br>";
  }
  return text + (text.empty() ? "" : "otherwise: ") + answer_of(base.treatment, base.refuse_errno);
}

constexpr struct {
  ArgRole role;
  const char* name;
} kRoleNames[] = {
    {ArgRole::kIgnored, "-"},
    {ArgRole::kDirfd, "folder"},
    {ArgRole::kPath, "path"},
    {ArgRole::kPathNoFollow, "path, not followed"},
    {ArgRole::kNewDirfd, "new folder"},
    {ArgRole::kNewPath, "new path"},
    {ArgRole::kLinkText, "text of the link"},
    {ArgRole::kArgv, "argv"},
    {ArgRole::kEnvp, "envp"},
    {ArgRole::kOpenFlags, "open flags"},
    {ArgRole::kOpenHow, "open_how"},
    {ArgRole::kOpenHowSize, "size of open_how"},
    {ArgRole::kAtFlags, "at flags"},
    {ArgRole::kRenameFlags, "rename flags"},
    {ArgRole::kMode, "mode"},
    {ArgRole::kDevice, "device"},
    {ArgRole::kLength, "length"},
    {ArgRole::kFd, "descriptor"},
    {ArgRole::kSockaddr, "address"},
    {ArgRole::kSockaddrLength, "length of the address"},
    {ArgRole::kBuffer, "bytes"},
    {ArgRole::kSendFlags, "send flags"},
    {ArgRole::kMessage, "message"},
    {ArgRole::kMessages, "messages"},
    {ArgRole::kMessageCount, "number of messages"},
    {ArgRole::kBacklog, "backlog"},
    {ArgRole::kSocketDomain, "domain"},
    {ArgRole::kSocketType, "type"},
    {ArgRole::kProtocol, "protocol"},
    {ArgRole::kLevel, "level"},
    {ArgRole::kOption, "option"},
    {ArgRole::kUid, "uid"},
    {ArgRole::kGid, "gid"},
    {ArgRole::kGroupCount, "number of groups"},
    {ArgRole::kGroupList, "groups"},
    {ArgRole::kCapHeader, "header of capabilities"},
    {ArgRole::kCapData, "capabilities"},
    {ArgRole::kSeconds, "times in seconds"},
    {ArgRole::kMicroseconds, "times in microseconds"},
    {ArgRole::kNanoseconds, "times in nanoseconds"},
    {ArgRole::kAttribute, "name of the attribute"},
    {ArgRole::kAttributeValue, "value"},
    {ArgRole::kAttributeSize, "size of the value"},
    {ArgRole::kAttributeFlags, "attribute flags"},
    {ArgRole::kAttributeHow, "xattr_args"},
    {ArgRole::kAttributeHowSize, "size of xattr_args"},
    {ArgRole::kFileAttributes, "file_attr"},
    {ArgRole::kFileAttributesSize, "size of file_attr"},
    {ArgRole::kRequest, "request"},
    {ArgRole::kRequestArgument, "argument of the request"},
    {ArgRole::kSharedId, "object"},
    {ArgRole::kSharedCommand, "command"},
    {ArgRole::kQueueName, "name of the queue"},
    {ArgRole::kNamespaceFlags, "clone flags"},
    {ArgRole::kMountSource, "source"},
    {ArgRole::kFileSystem, "kind of file system"},
    {ArgRole::kMountFlags, "mount flags"},
    {ArgRole::kMountData, "options"},
};
static_assert(std::ranges::is_sorted(kRoleNames, {}, [](const auto& row) { return row.role; }));

// "folder; path, not followed; mode". Without a name in the table the page shows a question mark.
std::string arguments_of(const SyscallRow& call) {
  const auto last = std::ranges::find_if(call.arguments.rbegin(), call.arguments.rend(),
                                         [](ArgRole role) { return role != ArgRole::kIgnored; });
  std::string text;
  for (auto role = call.arguments.begin(); role != last.base(); ++role) {
    const auto named =
        std::ranges::lower_bound(kRoleNames, *role, {}, [](const auto& row) { return row.role; });
    const bool known = named != std::end(kRoleNames) && named->role == *role;
    text += (text.empty() ? "" : "; ") + std::string(known ? named->name : "?");
  }
  return text;
}

std::string number_of(const SyscallRow& call, Architecture architecture) {
  const SyscallRow* row = row_named(call.name, architecture);
  return row != nullptr ? std::to_string(row->number) : "-";
}

std::string line_of(const SyscallRow& call) {
  std::string line = std::string("| ") + call.name;
  for (const auto architecture : {Architecture::kX86_64, Architecture::kAarch64})
    line += " | " + number_of(call, architecture);
  return line + " | " + arguments_of(call) + " | " + answer_of(call) + " | " + call.reason + " |\n";
}

std::string section_of(const Section& section) {
  std::string page =
      std::string("\n## ") + section.title + "\n\n" + section.text +
      "\n\n| call | x86-64 | aarch64 | arguments | answer | why |\n|---|---|---|---|---|---|\n";
  for (const SyscallRow& row : all_rows(Architecture::kX86_64)) {
    if (row.treatment == section.treatment && *row.reason != '\0') page += line_of(row);
  }
  return page;
}

std::string plainly_allowed() {
  std::string page =
      "\n## Allowed\n\nThese calls can lose nothing that was there before the "
      "session.\n\n```text\n";
  int count = 0;
  for (const SyscallRow& row : all_rows(Architecture::kX86_64)) {
    if (row.treatment != Treatment::kAllow || *row.reason != '\0') continue;
    if (count > 0) page += count % kNamesInLine == 0 ? "\n" : " ";
    page += row.name;
    ++count;
  }
  return page + "\n```\n";
}

}  // namespace

std::string syscall_list() {
  std::string page = kHead;
  for (const Section& section : kSections) page += section_of(section);
  return page + plainly_allowed();
}

}  // namespace guard::interceptor
