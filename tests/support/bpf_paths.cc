// SPDX-License-Identifier: Apache-2.0
#include "tests/support/bpf_paths.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace guard::testing {
namespace {

constexpr std::uint32_t kTop = 1U << 31;

struct Bits {
  std::uint32_t mask = 0;
  std::uint32_t value = 0;
};

// Asked before anything is copied, for a cube is two lines of the cache.
bool contradicts(const InputCube& cube, std::size_t word, const Bits& bits) {
  return ((cube.value[word] ^ bits.value) & cube.mask[word] & bits.mask) != 0;
}

// At most one for each bit and one more; no allocation, for a proof makes millions.
class Sets {
 public:
  Sets() = default;
  explicit Sets(const Bits& only) { add(only); }
  void add(const Bits& bits) { all_[size_++] = bits; }
  void add(const Sets& more) {
    for (const Bits& each : more) add(each);
  }
  const Bits* begin() const { return all_.data(); }
  const Bits* end() const { return all_.data() + size_; }

 private:
  std::array<Bits, 34> all_;
  std::size_t size_ = 0;
};

// x & mask == constant, where every bit of mask is either free or decided.
Sets equals(std::uint32_t mask, std::uint32_t constant) {
  if ((constant & ~mask) != 0) return {};
  return Sets(Bits{mask, constant});
}

// The lowest bit in which x & mask is not the constant. From the bottom, for libseccomp tests masks
// of many bits first: cut from the top, each of its tests would cut up what the one before left.
Sets differs(std::uint32_t mask, std::uint32_t constant) {
  if ((constant & ~mask) != 0) return Sets(Bits{});
  Sets sets;
  std::uint32_t below = 0;
  for (std::uint32_t bit = 1; bit != 0; bit <<= 1) {
    if ((mask & bit) == 0) continue;
    sets.add({below | bit, (constant & below) | (~constant & bit)});
    below |= bit;
  }
  return sets;
}

// The first bit, from the top, in which x differs from the constant is one that x has (or has not).
Sets first_difference(std::uint32_t mask, std::uint32_t constant, bool has) {
  Sets sets;
  std::uint32_t above = 0;
  for (std::uint32_t bit = kTop; bit != 0; bit >>= 1) {
    const bool wanted = ((constant & bit) == 0) == has;
    if (wanted && (mask & bit) != 0) sets.add({above | bit, (constant & above) | (has ? bit : 0)});
    if ((mask & bit) == 0) {
      // x has no such bit: equal to the constant so far only if that has none either.
      if ((constant & bit) == 0) continue;
      if (!has) sets.add({above, constant & above});
      return sets;
    }
    above |= bit;
  }
  return sets;
}

Sets joined(Sets sets, const Sets& more) {
  sets.add(more);
  return sets;
}

Sets any_bit(std::uint32_t mask, std::uint32_t constant, bool holds) {
  const std::uint32_t looked_at = mask & constant;
  return holds ? differs(looked_at, 0) : equals(looked_at, 0);
}

Sets sets_of(const Condition& condition, bool holds) {
  const auto [word, mask, comparison, constant] = condition;
  const auto more = [m = mask, c = constant] { return first_difference(m, c, true); };
  const auto less = [m = mask, c = constant] { return first_difference(m, c, false); };
  const auto same = equals(mask, constant);
  switch (comparison) {
    case Comparison::kEquals:
      return holds ? same : differs(mask, constant);
    case Comparison::kGreater:
      return holds ? more() : joined(less(), same);
    case Comparison::kGreaterOrEqual:
      return holds ? joined(more(), same) : less();
    case Comparison::kAnyBit:
      return any_bit(mask, constant, holds);
  }
  return {};
}

bool compares(Comparison comparison, std::uint32_t left, std::uint32_t constant) {
  switch (comparison) {
    case Comparison::kEquals:
      return left == constant;
    case Comparison::kGreater:
      return left > constant;
    case Comparison::kGreaterOrEqual:
      return left >= constant;
    case Comparison::kAnyBit:
      return (left & constant) != 0;
  }
  return false;
}

std::vector<InputCube> parts_of(const InputCube& cube, const Condition& condition, bool holds) {
  std::vector<InputCube> parts;
  for (const Bits& bits : sets_of(condition, holds)) {
    if (contradicts(cube, condition.word, bits)) continue;
    InputCube& part = parts.emplace_back(cube);
    part.mask[condition.word] |= bits.mask;
    part.value[condition.word] |= bits.value;
  }
  return parts;
}

// If the cube leaves a bit of the mask free, such a bit can always be another one.
bool has_part(const InputCube& cube, const Condition& condition, bool holds) {
  if (condition.comparison == Comparison::kEquals && !holds) return true;
  return std::ranges::any_of(sets_of(condition, holds), [&](const Bits& bits) {
    return !contradicts(cube, condition.word, bits);
  });
}

constexpr struct {
  int operation;
  Comparison comparison;
} kComparisons[] = {{BPF_JEQ, Comparison::kEquals},
                    {BPF_JGT, Comparison::kGreater},
                    {BPF_JGE, Comparison::kGreaterOrEqual},
                    {BPF_JSET, Comparison::kAnyBit}};

bool branch(std::span<const sock_filter> program, const BpfState& state,
            const sock_filter& instruction, const BpfVisitor& visitor) {
  const auto* row = std::ranges::find(kComparisons, int{BPF_OP(instruction.code)},
                                      [](const auto& each) { return each.operation; });
  if (row == std::end(kComparisons)) return false;
  const Condition condition{state.word, state.mask, row->comparison, instruction.k};
  for (const bool holds : {true, false}) {
    BpfState then = state;
    then.next += holds ? instruction.jt : instruction.jf;
    for (const InputCube& part : where(state.input, condition, holds)) {
      then.input = part;
      if (!follow_bpf(program, then, visitor)) return false;
    }
  }
  return true;
}

}  // namespace

seccomp_data InputCube::example() const {
  seccomp_data data{};
  std::memcpy(&data, value.data(), sizeof(data));
  return data;
}

std::vector<InputCube> where(const InputCube& cube, const Condition& condition, bool holds) {
  const auto [word, mask, comparison, constant] = condition;
  if ((mask & ~cube.mask[word]) == 0) {
    const bool is_so = compares(comparison, cube.value[word] & mask, constant);
    return is_so == holds ? std::vector{cube} : std::vector<InputCube>{};
  }
  // Not cut up when it is so everywhere: else every comparison would multiply the cubes.
  if (!has_part(cube, condition, !holds)) return {cube};
  return parts_of(cube, condition, holds);
}

bool follow_bpf(std::span<const sock_filter> program, const BpfState& from,
                const BpfVisitor& visitor) {
  BpfState state = from;
  while (state.next < program.size()) {
    visitor.arrives(state);
    const sock_filter& instruction = program[state.next++];
    if (instruction.code == (BPF_RET | BPF_K)) return visitor.answers({state.input, instruction.k});
    if (instruction.code == (BPF_LD | BPF_W | BPF_ABS)) {
      if (instruction.k % 4 != 0 || instruction.k + 4 > sizeof(seccomp_data)) return false;
      state.word = instruction.k / 4;
      state.mask = ~0U;
    } else if (instruction.code == (BPF_ALU | BPF_AND | BPF_K)) {
      state.mask &= instruction.k;
    } else if (instruction.code == (BPF_JMP | BPF_JA)) {
      state.next += instruction.k;
    } else if (BPF_CLASS(instruction.code) == BPF_JMP && BPF_SRC(instruction.code) == BPF_K) {
      return branch(program, state, instruction, visitor);
    } else {
      return false;
    }
  }
  return false;
}

}  // namespace guard::testing
