// SPDX-License-Identifier: Apache-2.0
#include "interceptor/operations/operation_table.h"

#include <algorithm>
#include <array>

namespace guard::interceptor {
namespace {

// An act that needs none of guard's own rights.
template <Executed (*act)(HeldCall&)>
Executed by(HeldCall& call, const Credentials&) {
  return act(call);
}

using enum Operation;
using enum Names;
using enum Rights;

constexpr std::array kOperations = {
    OperationRow{.operation = kExec, .resolve = resolve_exec, .act = nullptr},
    OperationRow{.operation = kOpen,
                 .resolve = resolve_open,
                 .act = by<act_open>,
                 .names = kChanged,
                 .so_far = opened_so_far},
    OperationRow{
        .operation = kRemove, .resolve = resolve_remove, .act = by<act_remove>, .names = kChanged},
    OperationRow{.operation = kRename,
                 .prepare = prepare_two_paths,
                 .resolve = resolve_rename,
                 .act = by<act_rename>,
                 .names = kChanged},
    OperationRow{.operation = kTruncate,
                 .resolve = resolve_truncate,
                 .act = by<act_truncate>,
                 .may_block = truncate_may_block},
    OperationRow{.operation = kMakeDirectory,
                 .resolve = resolve_first_name,
                 .act = by<act_make_directory>,
                 .names = kChanged},
    OperationRow{.operation = kMakeNode,
                 .resolve = resolve_first_name,
                 .act = by<act_make_node>,
                 .names = kChanged},
    OperationRow{.operation = kLink,
                 .prepare = prepare_two_paths,
                 .resolve = resolve_link,
                 .act = by<act_link>,
                 .names = kChanged},
    OperationRow{.operation = kSymlink,
                 .resolve = resolve_first_name,
                 .act = by<act_symlink>,
                 .names = kChanged},
    OperationRow{.operation = kConnect,
                 .prepare = prepare_socket,
                 .resolve = resolve_socket,
                 .act = by<act_connect>},
    OperationRow{.operation = kBind,
                 .prepare = prepare_socket,
                 .resolve = resolve_socket,
                 .act = by<act_bind>,
                 .names = kChanged},
    OperationRow{.operation = kListen,
                 .prepare = prepare_socket,
                 .resolve = resolve_socket,
                 .act = by<act_listen>},
    OperationRow{.operation = kSend,
                 .prepare = prepare_socket,
                 .resolve = resolve_socket,
                 .act = act_send,
                 .rights = kTakenOnByTheAct,
                 .so_far = sent_so_far},
    OperationRow{.operation = kMakeSocket,
                 .prepare = prepare_nothing,
                 .resolve = resolve_nothing,
                 .act = act_make_socket,
                 .rights = kTakenOnByTheAct},
    OperationRow{.operation = kNetworkSetup,
                 .prepare = prepare_nothing,
                 .resolve = resolve_nothing,
                 .act = by<act_network_setup>},
    OperationRow{.operation = kMount,
                 .resolve = resolve_mount,
                 .act = by<act_mount>,
                 .rights = kInAllNamespaces},
    OperationRow{.operation = kChangeMode, .resolve = resolve_metadata, .act = by<act_change_mode>},
    OperationRow{
        .operation = kChangeOwner, .resolve = resolve_metadata, .act = by<act_change_owner>},
    OperationRow{
        .operation = kChangeTimes, .resolve = resolve_metadata, .act = by<act_change_times>},
    OperationRow{
        .operation = kSetAttribute, .resolve = resolve_metadata, .act = by<act_set_attribute>},
    OperationRow{.operation = kRemoveAttribute,
                 .resolve = resolve_metadata,
                 .act = by<act_remove_attribute>},
    OperationRow{
        .operation = kChangeFlags, .resolve = resolve_metadata, .act = by<act_change_flags>},
    OperationRow{.operation = kSharedObject,
                 .prepare = prepare_shared,
                 .resolve = resolve_shared,
                 .act = by<act_shared_object>},
    OperationRow{.operation = kRemoveQueue,
                 .prepare = prepare_nothing,
                 .resolve = resolve_nothing,
                 .act = by<act_remove_queue>,
                 .rights = kInAllNamespaces},
};

}  // namespace

std::span<const OperationRow> operation_table() {
  return kOperations;
}

const OperationRow* row_of(Operation operation) {
  const auto* row = std::ranges::find(kOperations, operation, &OperationRow::operation);
  return row == kOperations.end() ? nullptr : row;
}

}  // namespace guard::interceptor
