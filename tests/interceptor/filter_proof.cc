// SPDX-License-Identifier: Apache-2.0
#include "tests/interceptor/filter_proof.h"

#include <algorithm>
#include <cerrno>
#include <span>
#include <vector>

#include "interceptor/seccomp/register_program.h"
#include "interceptor/syscalls/syscall_table.h"
#include "tests/interceptor/filter_inputs.h"

namespace guard::interceptor {
namespace {

using testing::BpfAnswer;
using testing::BpfState;
using testing::BpfVisitor;
using testing::Comparison;
using testing::Condition;
using testing::InputCube;
using Cubes = std::vector<InputCube>;

constexpr std::size_t kNumberWord = 0;
constexpr std::size_t kArchitectureWord = 1;
constexpr std::size_t kFirstArgumentWord = 4;  // little-endian: the low half comes first

Cubes where_all(const Cubes& cubes, const Condition& condition, bool holds) {
  Cubes parts;
  for (const InputCube& cube : cubes) {
    const auto of_cube = where(cube, condition, holds);
    parts.insert(parts.end(), of_cube.begin(), of_cube.end());
  }
  return parts;
}

std::vector<Condition> conditions_of(const RegisterTest& test) {
  const auto word = kFirstArgumentWord + 2 * static_cast<std::size_t>(test.argument);
  if (test.relation == RegisterTest::Relation::kNull)
    return {{word, ~0U, Comparison::kEquals, 0}, {word + 1, ~0U, Comparison::kEquals, 0}};
  if (test.relation == RegisterTest::Relation::kAnyBit)
    return {{word, test.mask, Comparison::kAnyBit, ~0U}};
  return {{word, test.mask, Comparison::kEquals, test.value}};
}

std::optional<seccomp_data> unless_answered(const Cubes& cubes, const FilterOutcome& outcome,
                                            std::uint32_t answer) {
  if (cubes.empty() || answer_of(outcome) == answer) return std::nullopt;
  return cubes.front().example();
}

std::uint32_t number_of(const SyscallRow* row) {
  return static_cast<std::uint32_t>(row->number);
}

Cubes of_number(InputCube cube, std::uint32_t number) {
  if (((cube.value[kNumberWord] ^ number) & cube.mask[kNumberWord]) != 0) return {};
  cube.mask[kNumberWord] = ~0U;
  cube.value[kNumberWord] = number;
  return {cube};
}

// Checks the inputs that the cases of a row leave, case by case.
std::optional<seccomp_data> contradiction_of_row(const SyscallRow& row, Cubes cubes,
                                                 std::uint32_t answer, ForGuard running) {
  for (const SpecialCase& special : row.cases) {
    if (!is_for(special.guard, running)) continue;
    Cubes left;
    Cubes held = cubes;
    for (const RegisterTest& test : special.tests) {
      for (const Condition& condition : conditions_of(test)) {
        const Cubes failed = where_all(held, condition, false);
        left.insert(left.end(), failed.begin(), failed.end());
        held = where_all(held, condition, true);
      }
    }
    if (auto found = unless_answered(held, {special.treatment, special.refuse_errno}, answer))
      return found;
    cubes = std::move(left);
  }
  return unless_answered(cubes, base_outcome_of(row), answer);
}

// A number of the cube that no row has: all of them answer ENOSYS.
std::optional<seccomp_data> contradiction_of_unknown(const InputCube& cube, std::uint32_t answer) {
  if (answer == (SECCOMP_RET_ERRNO | ENOSYS)) return std::nullopt;
  const std::uint32_t free = ~cube.mask[kNumberWord];
  const std::uint32_t fixed = cube.value[kNumberWord] & cube.mask[kNumberWord];
  // Visits the values of the free bits in ascending order; some number past the last row is met
  // before it visits more than there are rows.
  std::uint32_t bits = 0;
  do {
    if (row_of(static_cast<int>(fixed | bits)) == nullptr) {
      InputCube found = cube;
      found.value[kNumberWord] = fixed | bits;
      return found.example();
    }
    bits = (bits - free) & free;
  } while (bits != 0);
  return std::nullopt;
}

// The rows by their numbers: most cubes have a few neighbours.
std::span<const SyscallRow* const> rows_between(std::uint32_t first, std::uint32_t last) {
  static const auto kSorted = [] {
    std::vector<const SyscallRow*> rows;
    for (const SyscallRow& row : all_rows()) rows.push_back(&row);
    std::ranges::sort(rows, {}, &number_of);
    return rows;
  }();
  const auto from = std::ranges::lower_bound(kSorted, first, {}, &number_of);
  return {from, std::ranges::upper_bound(from, kSorted.end(), last, {}, &number_of)};
}

std::optional<seccomp_data> contradiction_of(const BpfAnswer& path, ForGuard running) {
  const Condition own{kArchitectureWord, ~0U, Comparison::kEquals, own_architecture()};
  const Cubes foreign = where(path.input, own, false);
  if (!foreign.empty() && path.answer != SECCOMP_RET_KILL_PROCESS) return foreign.front().example();
  for (const InputCube& cube : where(path.input, own, true)) {
    if (auto found = contradiction_of_unknown(cube, path.answer)) return found;
    const std::uint32_t mask = cube.mask[kNumberWord];
    const std::uint32_t first = cube.value[kNumberWord] & mask;
    for (const SyscallRow* row : rows_between(first, first | ~mask)) {
      auto part = of_number(cube, number_of(row));
      if (part.empty()) continue;
      if (auto found = contradiction_of_row(*row, std::move(part), path.answer, running))
        return found;
    }
  }
  return std::nullopt;
}

// Gives the contradiction that is found along the paths; an impossible program contradicts with the
// input it fails on.
std::optional<seccomp_data> follow(std::span<const sock_filter> program, const BpfState& from,
                                   ForGuard running, std::function<void(const BpfState&)> arrives) {
  std::optional<seccomp_data> found;
  const BpfVisitor visitor{.arrives = std::move(arrives), .answers = [&](const BpfAnswer& path) {
                             found = contradiction_of(path, running);
                             return !found.has_value();
                           }};
  if (!follow_bpf(program, from, visitor) && !found) found = from.input.example();
  return found;
}

}  // namespace

FilterProof::FilterProof(std::span<const sock_filter> program, ForGuard running)
    : program_(program), running_(running), arrivals_(program.size()) {
  contradiction_ = follow(program_, {}, running_, [this](const BpfState& state) {
    arrivals_[state.next].push_back(state);
  });
}

std::optional<seccomp_data> FilterProof::contradiction_with(std::size_t position,
                                                            const sock_filter& other) const {
  std::vector<sock_filter> changed(program_.begin(), program_.end());
  changed[position] = other;
  for (const BpfState& state : arrivals_[position]) {
    if (auto found = follow(changed, state, running_, [](const BpfState&) {})) return found;
  }
  return std::nullopt;
}

}  // namespace guard::interceptor
