// SPDX-License-Identifier: Apache-2.0
// Would the proof notice a wrong filter? Every instruction of both shipped programs is changed in
// turn (constants off by one and by each bit, jumps moved and exchanged, other comparisons, other
// answers, loads of another field). For each change the proof names an input that is then answered
// wrongly, and running the changed program on it must show that; or it says that no answer changes
// (libseccomp repeats tests), and then none of the single inputs may show one.
#include <gtest/gtest.h>
#include <linux/filter.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "interceptor/seccomp/seccomp_filter.h"
#include "tests/interceptor/filter_inputs.h"
#include "tests/interceptor/filter_proof.h"
#include "tests/support/bpf_interpreter.h"

namespace guard::interceptor {
namespace {

using Program = std::vector<sock_filter>;

bool is_jump(const sock_filter& instruction) {
  return BPF_CLASS(instruction.code) == BPF_JMP;
}

// All of them take minutes of processor: ./dev mutants tries them. Otherwise every fourth bit,
// others for each instruction.
bool all_are_tried() {
  return std::getenv("GUARD_ALL_MUTATIONS") != nullptr;
}

void add_constants(std::vector<sock_filter>& changed, const sock_filter& instruction,
                   std::size_t position) {
  constexpr unsigned kStep = 4;
  const unsigned stride = all_are_tried() ? 1 : kStep;
  for (unsigned bit = static_cast<unsigned>(position % stride); bit < 32; bit += stride) {
    changed.push_back(instruction);
    changed.back().k ^= 1U << bit;
  }
  for (const std::uint32_t step : {1U, ~0U}) {
    changed.push_back(instruction);
    changed.back().k += step;
  }
}

void add_jumps(std::vector<sock_filter>& changed, const sock_filter& instruction) {
  for (const int step : {-1, 1}) {
    for (std::uint8_t sock_filter::*jump : {&sock_filter::jt, &sock_filter::jf}) {
      const int moved = instruction.*jump + step;
      if (moved < 0 || moved > 255) continue;
      changed.push_back(instruction);
      changed.back().*jump = static_cast<std::uint8_t>(moved);
    }
  }
  changed.push_back(instruction);
  std::swap(changed.back().jt, changed.back().jf);
  for (const int comparison : {BPF_JEQ, BPF_JGT, BPF_JGE, BPF_JSET}) {
    changed.push_back(instruction);
    changed.back().code = static_cast<std::uint16_t>(BPF_JMP | comparison | BPF_K);
  }
}

bool same(const sock_filter& left, const sock_filter& right) {
  return left.code == right.code && left.jt == right.jt && left.jf == right.jf && left.k == right.k;
}

std::vector<sock_filter> mutations_of(const sock_filter& instruction, std::size_t position) {
  std::vector<sock_filter> changed;
  const bool branches = is_jump(instruction) && BPF_OP(instruction.code) != BPF_JA;
  if (branches) add_jumps(changed, instruction);
  // A jump with nothing but a distance has no constant to be off by a bit: one step is enough.
  if (branches || !is_jump(instruction)) add_constants(changed, instruction, position);
  if (!branches && is_jump(instruction)) {
    changed.assign(2, instruction);
    ++changed[0].k;
    --changed[1].k;
  }
  std::erase_if(changed, [&](const sock_filter& each) { return same(each, instruction); });
  return changed;
}

// The inputs that reach each instruction: a change is seen by those alone.
using Visitors = std::vector<std::vector<std::uint32_t>>;

Visitors visitors_of(std::span<const sock_filter> program,
                     const std::vector<seccomp_data>& inputs) {
  Visitors visitors(program.size());
  for (std::uint32_t i = 0; i < inputs.size(); ++i) {
    for (const std::size_t position : testing::path_of_bpf(program, inputs[i]))
      visitors[position].push_back(i);
  }
  return visitors;
}

class FilterMutationTest : public ::testing::TestWithParam<ForGuard> {
 protected:
  FilterMutationTest()
      : program_(filter_for({.guard = GetParam()})),
        proof_(program_, GetParam()),
        inputs_(filter_inputs()),
        visitors_(visitors_of(program_, inputs_)) {}

  Program with(std::size_t position, const sock_filter& changed) const {
    Program mutant(program_.begin(), program_.end());
    mutant[position] = changed;
    return mutant;
  }
  static bool is_wrong(const Program& program, const seccomp_data& input) {
    const auto run = testing::run_bpf(program, input);
    return !run || run->answer != answer_of_table(input, GetParam());
  }
  bool seen_by_inputs(std::size_t position, const sock_filter& changed) const {
    const Program mutant = with(position, changed);
    return std::ranges::any_of(
        visitors_[position], [&](std::uint32_t input) { return is_wrong(mutant, inputs_[input]); });
  }

  std::span<const sock_filter> program_;
  FilterProof proof_;
  std::vector<seccomp_data> inputs_;
  Visitors visitors_;
};

INSTANTIATE_TEST_SUITE_P(UserAndRoot, FilterMutationTest,
                         ::testing::Values(ForGuard::kUser, ForGuard::kRoot),
                         [](const auto& instance) {
                           return instance.param == ForGuard::kRoot ? "root" : "user";
                         });

std::string text_of(const sock_filter& each) {
  return std::to_string(each.code) + ' ' + std::to_string(each.jt) + ' ' + std::to_string(each.jf) +
         ' ' + std::to_string(each.k);
}

TEST_P(FilterMutationTest, EveryInputIsAnsweredAsTheTableSays) {
  const auto& found = proof_.contradiction();
  EXPECT_FALSE(found.has_value()) << name_of_syscall(found->nr) << ' ' << std::hex << found->nr;
}

TEST_P(FilterMutationTest, TheInputsReachWhateverAnyInputReaches) {
  for (std::size_t i = 0; i < program_.size(); ++i)
    EXPECT_EQ(proof_.is_reached(i), !visitors_[i].empty()) << "instruction " << i;
}

TEST_P(FilterMutationTest, EveryChangeThatMattersIsNoticed) {
  std::size_t tried = 0;
  std::size_t equal = 0;
  for (std::size_t i = 0; i < program_.size(); ++i) {
    for (const sock_filter& changed : mutations_of(program_[i], i)) {
      ++tried;
      const auto found = proof_.contradiction_with(i, changed);
      equal += found ? 0 : 1;
      EXPECT_TRUE(found ? is_wrong(with(i, changed), *found) : !seen_by_inputs(i, changed))
          << i << ": " << text_of(program_[i]) << " -> " << text_of(changed);
    }
  }
  EXPECT_GT(tried, (all_are_tried() ? 30U : 8U) * program_.size());
  EXPECT_LT(equal, tried / 5) << "is that still a proof?";
  RecordProperty("tried", std::to_string(tried));
  RecordProperty("without_effect", std::to_string(equal));
}

}  // namespace
}  // namespace guard::interceptor
