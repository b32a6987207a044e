// SPDX-License-Identifier: Apache-2.0
#include "interceptor/filter_compiler.h"

#include <seccomp.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string>

#include "base/unique_fd.h"
#include "interceptor/register_cube.h"
#include "interceptor/syscall_table.h"

#ifndef __x86_64__
#error "the syscall table is that of x86-64"
#endif

namespace guard::interceptor {
namespace {

struct ReleaseContext {
  void operator()(void* context) const { seccomp_release(context); }
};
using Context = std::unique_ptr<void, ReleaseContext>;

constexpr std::uint32_t kUnknownCall = SCMP_ACT_ERRNO(ENOSYS);
constexpr unsigned kApiWithNotify = 5;
constexpr std::uint32_t kBinaryTree = 2;  // SCMP_FLTATR_CTL_OPTIMIZE, libseccomp 2.5.0

std::uint32_t action_of(const FilterOutcome& outcome) {
  if (outcome.treatment == Treatment::kAllow) return SCMP_ACT_ALLOW;
  if (outcome.treatment == Treatment::kNotify) return SCMP_ACT_NOTIFY;
  return SCMP_ACT_ERRNO(static_cast<std::uint32_t>(outcome.refuse_errno));
}

std::vector<scmp_arg_cmp> comparisons_of(const RegisterCube& cube) {
  std::vector<scmp_arg_cmp> comparisons;
  for (unsigned i = 0; i < cube.mask.size(); ++i) {
    if (cube.mask[i] == 0) continue;
    comparisons.push_back({i, SCMP_CMP_MASKED_EQ, cube.mask[i], cube.value[i]});
  }
  return comparisons;
}

int add_rule(scmp_filter_ctx context, int number, const CubeRule& rule) {
  const std::uint32_t action = action_of(rule.outcome);
  if (action == kUnknownCall) return 0;  // the default; libseccomp rejects a repetition
  const auto comparisons = comparisons_of(rule.where);
  return seccomp_rule_add_array(context, action, number, static_cast<unsigned>(comparisons.size()),
                                comparisons.data());
}

Result<void> add_rows(scmp_filter_ctx context, bool for_root) {
  for (const SyscallRow& row : all_rows()) {
    for (const CubeRule& rule : rules_of(row, for_root)) {
      const int status = add_rule(context, row.number, rule);
      if (status != 0) return fail_with(-status, std::string("filter rule of ") + row.name);
    }
  }
  return {};
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

Result<std::vector<sock_filter>> exported(scmp_filter_ctx context) {
  const UniqueFd file(memfd_create("guard-filter", MFD_CLOEXEC));
  if (!file.valid()) return fail_errno("memfd_create");
  const int status = seccomp_export_bpf(context, file.get());
  if (status != 0) return fail_with(-status, "seccomp_export_bpf");
  struct stat info {};
  if (fstat(file.get(), &info) != 0) return fail_errno("fstat of the filter");
  const auto bytes = static_cast<std::size_t>(info.st_size);
  std::vector<sock_filter> program(bytes / sizeof(sock_filter));
  if (program.empty() || program.size() > BPF_MAXINSNS)
    return fail(Code::kInternal, "filter of a size that no kernel takes");
  if (pread(file.get(), program.data(), bytes, 0) != static_cast<ssize_t>(bytes))
    return fail_errno("reading the filter");
  return program;
}

}  // namespace

Result<std::vector<sock_filter>> compile_filter(bool for_root) {
  auto context = new_context();
  if (!context) return forward(context.error().during("filter"));
  if (auto rows = add_rows(context->get(), for_root); !rows)
    return forward(rows.error().during("filter"));
  // Added last, x32 has no rules at all: every call of it gets the default.
  if (const int status = seccomp_arch_add(context->get(), SCMP_ARCH_X32); status != 0)
    return fail_with(-status, "filter: seccomp_arch_add x32");
  return exported(context->get());
}

}  // namespace guard::interceptor
