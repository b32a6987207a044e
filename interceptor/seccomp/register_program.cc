// SPDX-License-Identifier: Apache-2.0
#include "interceptor/seccomp/register_program.h"

#include <linux/seccomp.h>

#include <algorithm>
#include <cstddef>

namespace guard::interceptor {
namespace {

using Relation = RegisterTest::Relation;
using Program = std::vector<sock_filter>;

constexpr std::uint32_t kAllBits = 0xFFFFFFFF;
constexpr std::size_t kHighHalf = 4;  // both architectures are little-endian
constexpr std::uint8_t kNextCase = 0xFF;

sock_filter load(int argument, std::size_t half) {
  const std::size_t offset = offsetof(seccomp_data, args) +
                             static_cast<std::size_t>(argument) * sizeof(std::uint64_t) + half;
  return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}

// Goes on when the test holds; a jump of kNextCase stands for "this case does not hold".
void add_test(Program& program, const RegisterTest& test) {
  program.push_back(load(test.argument, 0));
  if (test.relation == Relation::kNull) {
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, kNextCase));
    program.push_back(load(test.argument, kHighHalf));
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, kNextCase));
  } else if (test.relation == Relation::kAnyBit) {
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, test.mask, 0, kNextCase));
  } else {
    if (test.mask != kAllBits) program.push_back(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, test.mask));
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, test.value, 0, kNextCase));
  }
}

sock_filter answer(const FilterOutcome& outcome) {
  return BPF_STMT(BPF_RET | BPF_K, answer_of(outcome));
}

void add_case(Program& program, const SpecialCase& special) {
  const std::size_t start = program.size();
  for (const RegisterTest& test : special.tests) add_test(program, test);
  program.push_back(answer({special.treatment, special.refuse_errno}));
  for (std::size_t i = start; i < program.size(); ++i) {
    if (BPF_CLASS(program[i].code) == BPF_JMP)
      program[i].jf = static_cast<std::uint8_t>(program.size() - i - 1);
  }
}

}  // namespace

std::uint32_t answer_of(const FilterOutcome& outcome) {
  if (outcome.treatment == Treatment::kAllow) return SECCOMP_RET_ALLOW;
  if (outcome.treatment == Treatment::kNotify) return SECCOMP_RET_USER_NOTIF;
  return SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(outcome.refuse_errno);
}

bool has_cases(const SyscallRow& row, ForGuard running) {
  return std::ranges::any_of(
      row.cases, [&](const SpecialCase& special) { return is_for(special.guard, running); });
}

Program register_program(const SyscallRow& row, ForGuard running) {
  Program program;
  for (const SpecialCase& special : row.cases) {
    if (is_for(special.guard, running)) add_case(program, special);
  }
  program.push_back(answer(base_outcome_of(row)));
  return program;
}

}  // namespace guard::interceptor
