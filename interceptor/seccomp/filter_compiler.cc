// SPDX-License-Identifier: Apache-2.0
#include "interceptor/seccomp/filter_compiler.h"

#include <seccomp.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string>
#include <utility>

#include "base/files/unique_fd.h"
#include "interceptor/seccomp/register_program.h"
#include "interceptor/syscalls/syscall_table.h"

namespace guard::interceptor {
namespace {

struct ReleaseContext {
  void operator()(void* context) const { seccomp_release(context); }
};
using Context = std::unique_ptr<void, ReleaseContext>;

constexpr std::uint32_t kUnknownCall = SCMP_ACT_ERRNO(ENOSYS);
constexpr unsigned kApiWithNotify = 5;
constexpr std::uint32_t kBinaryTree = 2;  // SCMP_FLTATR_CTL_OPTIMIZE, libseccomp 2.5.0

// A row whose registers decide is answered by libseccomp with a mark of its own; splice() puts the
// row's program in the mark's place. Nothing else answers SECCOMP_RET_TRACE.
std::uint32_t mark_of(const SyscallRow& row) {
  return SCMP_ACT_TRACE(static_cast<std::uint16_t>(row.number));
}

Result<void> add_rows(scmp_filter_ctx context, ForGuard running) {
  for (const SyscallRow& row : all_rows()) {
    const std::uint32_t action =
        has_cases(row, running) ? mark_of(row) : answer_of(base_outcome_of(row));
    if (action == kUnknownCall) continue;  // the default; libseccomp rejects a repetition
    const int status = seccomp_rule_add(context, action, row.number, 0);
    if (status != 0) return fail_with(-status, std::string("filter rule of ") + row.name);
  }
  return {};
}

// Jumps to PROGRAM, appended to WHOLE, from every answer that is the row's mark.
void splice(std::vector<sock_filter>& whole, std::uint32_t mark,
            const std::vector<sock_filter>& program) {
  const std::size_t target = whole.size();
  for (std::size_t i = 0; i < target; ++i) {
    if (whole[i].code != (BPF_RET | BPF_K) || whole[i].k != mark) continue;
    whole[i] = BPF_STMT(BPF_JMP | BPF_JA, static_cast<std::uint32_t>(target - i - 1));
  }
  whole.insert(whole.end(), program.begin(), program.end());
}

Result<std::vector<sock_filter>> with_registers(std::vector<sock_filter> whole, ForGuard running) {
  for (const SyscallRow& row : all_rows()) {
    if (has_cases(row, running)) splice(whole, mark_of(row), register_program(row, running));
  }
  if (whole.size() > BPF_MAXINSNS) return fail(Code::kInternal, "filter of a size no kernel takes");
  return whole;
}

Result<Context> new_context() {
  // The machine that builds need not know SCMP_ACT_NOTIFY (level 5): nothing is loaded here.
  if (const int status = seccomp_api_set(kApiWithNotify); status != 0)
    return fail_with(-status, "seccomp_api_set");
  Context context(seccomp_init(kUnknownCall));
  if (!context) return fail(Code::kUnsupported, "seccomp_init");
  int status = seccomp_attr_set(context.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  if (status == 0) status = seccomp_attr_set(context.get(), SCMP_FLTATR_CTL_OPTIMIZE, kBinaryTree);
  if (status != 0) return fail_with(-status, "seccomp_attr_set");
  return context;
}

// Added last, x32 has no rules at all: every call of it gets the default.
Result<void> add_x32(scmp_filter_ctx context) {
  if (kThisArchitecture != Architecture::kX86_64) return {};
  if (const int status = seccomp_arch_add(context, SCMP_ARCH_X32); status != 0)
    return fail_with(-status, "seccomp_arch_add x32");
  return {};
}

Result<std::vector<sock_filter>> exported(scmp_filter_ctx context) {
  const UniqueFd file(memfd_create("guard-filter", MFD_CLOEXEC));
  if (!file.valid()) return fail_errno("memfd_create");
  const int status = seccomp_export_bpf(context, file.get());
  if (status != 0) return fail_with(-status, "seccomp_export_bpf");
  struct stat info {};
  if (fstat(file.get(), &info) != 0) return fail_errno("fstat of the filter");
  const auto bytes = static_cast<std::size_t>(info.st_size);
  std::vector<sock_filter> program(bytes / sizeof(sock_filter));
  if (program.empty()) return fail(Code::kInternal, "an empty filter");
  if (pread(file.get(), program.data(), bytes, 0) != static_cast<ssize_t>(bytes))
    return fail_errno("reading the filter");
  return program;
}

}  // namespace

Result<std::vector<sock_filter>> compile_filter(ForGuard running) {
  auto context = new_context();
  if (!context) return forward(context.error().during("filter"));
  if (auto rows = add_rows(context->get(), running); !rows)
    return forward(rows.error().during("filter"));
  if (auto x32 = add_x32(context->get()); !x32) return forward(x32.error().during("filter"));
  auto tree = exported(context->get());
  if (!tree) return forward(tree.error().during("filter"));
  return with_registers(std::move(*tree), running);
}

}  // namespace guard::interceptor
