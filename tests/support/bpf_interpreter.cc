// SPDX-License-Identifier: Apache-2.0
#include "tests/support/bpf_interpreter.h"

#include <cstring>

namespace guard::testing {
namespace {

struct Machine {
  std::uint32_t accumulator = 0;
  std::size_t next = 0;
};

bool load(Machine& machine, const sock_filter& instruction, const seccomp_data& data) {
  if (instruction.k % 4 != 0 || instruction.k + 4 > sizeof(data)) return false;
  std::memcpy(&machine.accumulator, reinterpret_cast<const char*>(&data) + instruction.k, 4);
  return true;
}

bool jump(Machine& machine, const sock_filter& instruction) {
  const std::uint32_t left = machine.accumulator;
  bool holds = false;
  switch (BPF_OP(instruction.code)) {
    case BPF_JA:
      machine.next += instruction.k;
      return true;
    case BPF_JEQ:
      holds = left == instruction.k;
      break;
    case BPF_JGT:
      holds = left > instruction.k;
      break;
    case BPF_JGE:
      holds = left >= instruction.k;
      break;
    case BPF_JSET:
      holds = (left & instruction.k) != 0;
      break;
    default:
      return false;
  }
  machine.next += holds ? instruction.jt : instruction.jf;
  return true;
}

bool step(Machine& machine, const sock_filter& instruction, const seccomp_data& data) {
  switch (instruction.code) {
    case BPF_LD | BPF_W | BPF_ABS:
      return load(machine, instruction, data);
    case BPF_ALU | BPF_AND | BPF_K:
      machine.accumulator &= instruction.k;
      return true;
    default:
      return BPF_CLASS(instruction.code) == BPF_JMP && BPF_SRC(instruction.code) == BPF_K &&
             jump(machine, instruction);
  }
}

}  // namespace

std::optional<BpfRun> run_bpf(std::span<const sock_filter> program, const seccomp_data& data) {
  Machine machine;
  for (std::size_t steps = 1; machine.next < program.size(); ++steps) {
    const sock_filter& instruction = program[machine.next++];
    if (instruction.code == (BPF_RET | BPF_K)) return BpfRun{instruction.k, steps};
    if (!step(machine, instruction, data)) return std::nullopt;
  }
  return std::nullopt;
}

std::vector<std::size_t> path_of_bpf(std::span<const sock_filter> program,
                                     const seccomp_data& data) {
  std::vector<std::size_t> path;
  Machine machine;
  while (machine.next < program.size()) {
    path.push_back(machine.next);
    const sock_filter& instruction = program[machine.next++];
    if (instruction.code == (BPF_RET | BPF_K) || !step(machine, instruction, data)) break;
  }
  return path;
}

}  // namespace guard::testing
