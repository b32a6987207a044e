// SPDX-License-Identifier: Apache-2.0
// Runs a classic BPF program on every seccomp_data at once: each path through the program with the
// set of inputs that take it. A set of inputs is a list of cubes (bits that are known, all others
// free), so what comes out is exact, a proof and no sample. Pure values. A program that the kernel
// would not take (an unknown instruction, a jump outside, a misaligned load) has no paths.
#ifndef GUARD_TESTS_SUPPORT_BPF_PATHS_H_
#define GUARD_TESTS_SUPPORT_BPF_PATHS_H_

#include <linux/filter.h>
#include <linux/seccomp.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace guard::testing {

// The 16 words of a seccomp_data: those that agree with `value` where `mask` has ones.
struct InputCube {
  std::array<std::uint32_t, sizeof(seccomp_data) / 4> mask{};
  std::array<std::uint32_t, sizeof(seccomp_data) / 4> value{};
  [[nodiscard]] seccomp_data example() const;
};

enum class Comparison { kEquals, kGreater, kGreaterOrEqual, kAnyBit };

// The part of a cube in which (word & mask) compares so with the constant, or does not; as cubes
// that do not overlap.
struct Condition {
  std::size_t word;
  std::uint32_t mask;
  Comparison comparison;
  std::uint32_t constant;
};
[[nodiscard]] std::vector<InputCube> where(const InputCube& cube, const Condition& condition,
                                           bool holds);

// A machine in the middle of a run: what it knows of its input, and what it has loaded.
struct BpfState {
  InputCube input;
  std::size_t word = 0;  // the accumulator is this word of the input, with these bits
  std::uint32_t mask = 0;
  std::size_t next = 0;
};

struct BpfAnswer {
  InputCube input;
  std::uint32_t answer = 0;
};

// Called before each instruction is executed, and with each answer. False ends the run.
struct BpfVisitor {
  std::function<void(const BpfState&)> arrives = [](const BpfState&) {};
  std::function<bool(const BpfAnswer&)> answers;
};

// False: the program is impossible, or the visitor ended the run.
[[nodiscard]] bool follow_bpf(std::span<const sock_filter> program, const BpfState& from,
                              const BpfVisitor& visitor);

}  // namespace guard::testing

#endif  // GUARD_TESTS_SUPPORT_BPF_PATHS_H_
