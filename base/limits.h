// SPDX-License-Identifier: Apache-2.0
// Limits: every limit, budget and deadline on the way to a verdict, in one list. A limit may cost
// time, a question or an act; it never lets something happen that would have been asked about
// below it. So each row says what a verdict becomes at it, and names the test that tries it just
// below, at and just above. docs/threat_model.md has the same table, held to this one by
// LimitsTest. Code takes its numbers from here: `limit("wildcard.listing")`; an id that is not
// here does not compile.
#ifndef GUARD_BASE_LIMITS_H_
#define GUARD_BASE_LIMITS_H_

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace guard {

struct Limit {
  std::string_view id;
  std::uint64_t value = 0;
  std::string_view unit;
  std::string_view protects;
  std::string_view at_limit;  // what a verdict becomes beyond it
  std::string_view test;      // "WalkTest.Name", or "area/case" of integration/cases
};

inline constexpr auto kLimits = std::to_array<Limit>({
    // --- policy: reading shell text ---
    {"shell.text", 131072, "bytes of one shell text", "time; no argument is longer",
     "asked (shell.unread); operands that it does not hold count as a wildcard's",
     "ShellLimitsTest.TextBeyondItsLengthIsUnread"},
    {"shell.tokens", 40000, "words and marks of one shell text",
     "the parser's memory: libtree-sitter 0.20.7 writes beyond it from 65,536 tokens on",
     "as shell.text", "ShellLimitsTest.MoreTokensThanTheParserBearsAreUnread"},
    {"shell.time", 50, "ms of processor time", "time", "as shell.text",
     "ShellLimitsTest.TextBeyondItsTimeIsUnread"},
    {"shell.nesting", 250, "levels of grammar", "the stack", "as shell.text",
     "ShellLimitsTest.GrammarBeyondItsDepthIsUnread"},
    {"shell.texts_in_texts", 4, "levels of sh -c, eval and kin", "the stack", "as shell.text",
     "ShellLimitsTest.TextsInTextsBeyondTheirDepthAreUnread"},
    {"shell.commands", 4000, "commands of one text", "time", "as shell.text",
     "ShellLimitsTest.CommandsBeyondTheirNumberAreUnread"},
    {"shell.bomb_scan", 67108864, "bytes looked at in a text that cannot be parsed", "time",
     "taken for a fork bomb: refused", "ShellLimitsTest.AScanThatTakesTooLongFindsABomb"},
    // --- policy: what an intent takes ---
    {"find.picked", 1000, "files that the tests of find pick", "time",
     "asked about the whole folder, secrets and version control among the picks counted",
     "FindLimitsTest.MorePicksThanAreNamedAreAskedAboutAsAWhole"},
    // --- supervisor: what was named, and by whom ---
    {"operands.listing", 20000, "entries of a folder", "time",
     "taken for all that the folder shows: asked", "ask/lists_of_any_length_ask"},
    {"operands.untyped", 20, "operands of one command that no text names", "a person's view",
     "a list: asked", "ask/lists_of_any_length_ask"},
    {"operands.from_a_pipe", 4, "operands of one command from xargs or parallel", "a person's view",
     "a list: asked", "ask/lists_of_any_length_ask"},
    {"shell.line", 131072, "bytes of the command that bash is at", "memory", "as shell.text",
     "ShellLineTest.ALineBeyondItsLengthIsUnread"},
    {"check.names", 20000, "names that a pattern stands for", "memory",
     "guard check: asked, at least these", "PreviewWorldTest.NamesBeyondTheirNumberAreNotAll"},
    {"build_folders.lines", 2000, "lines of a .gitignore", "time",
     "none of its names is build output: saved, or asked",
     "BuildFoldersTest.LinesBeyondTheirNumberMakeNothingExpendable"},
    // --- supervisor: what undo keeps; a policy may set these ---
    {"undo.bytes", 5368709120, "bytes that all sessions keep", "the disk",
     "not saved: asked, and the question says that it cannot be undone",
     "undo/limits_are_told_before"},
    {"undo.file", 1073741824, "bytes of a file that is kept", "the disk", "as undo.bytes",
     "undo/limits_are_told_before"},
    {"undo.files", 200000, "files that a session keeps", "the disk", "as undo.bytes",
     "undo/limits_are_told_before"},
    {"process.ancestors", 4096, "parents of a process", "loops in /proc",
     "taken for one of the tree: judged", "ProcStatusTest.AncestorsBeyondTheirNumberAreUnknown"},
    {"lease.in_doubt", 20, "s that a reader of a secret may hang",
     "the kernel lets everybody pass after fs.lease-break-time",
     "ended; of a shorter break time a half; where that is too short every open is asked",
     "LeaseGateTest.BreaksOfTheKernelComeLater"},
    // --- policy: files that are read ---
    {"json.depth", 16, "levels of a request", "the stack", "the request is refused",
     "JsonObjectTest.LevelsBeyondTheirNumberAreRefused"},
    {"own_file.bytes", 1048576, "bytes of a file of guard's own", "memory",
     "it cannot be read: no standing approval holds, so asked",
     "OwnFileTest.FilesBeyondTheirLengthAreNotRead"},
    // --- supervisor: secrets ---
    {"turner.running", 100, "ms that a tree is stopped while some of it still runs", "the tree",
     "let go, and tried again; lease.in_doubt ends it",
     "OpenTurnerTest.AHoldIsGivenUpAfterItsTime"},
    {"turner.looks", 1000, "ms that a tree is stopped while some of it ends", "the tree",
     "as turner.running", "OpenTurnerTest.AHoldIsGivenUpAfterItsTime"},
    // --- interceptor: what a call hands over ---
    {"exec.argument_bytes", 2097152, "bytes of arguments and environment", "memory",
     "refused (E2BIG)", "DecoderTest.ArgumentsAndEnvironmentShareOneLimit"},
    {"exec.strings", 262144, "arguments, or variables", "memory", "refused (E2BIG)",
     "RemoteMemoryTest.StringsBeyondTheirNumberAreRefused"},
    {"exec.head", 256, "bytes of a script's first line", "the kernel's own",
     "read as the kernel reads it", "ExecImageTest.FirstLinesReadAsTheKernelReadsThem"},
    {"exec.interpreters", 5, "scripts that run one another", "the kernel's own", "refused (ELOOP)",
     "ExecImageTest.ScriptsOfScriptsUpToTheKernelsDepth"},
    {"path.bytes", 4096, "bytes of a path, its end counted", "the kernel's own",
     "refused (ENAMETOOLONG)", "DecoderTest.LongestPathIsTakenAndOneByteMoreIsNot"},
    {"path.links", 40, "links of a path", "the kernel's own", "refused (ELOOP)",
     "PathResolverTest.FortyLinksAreFollowedAndFortyOneAreNot"},
    {"path.scoped_links", 40, "links of a path of openat2", "the kernel's own", "refused (ELOOP)",
     "ScopedPathTest.FortyLinksAreFollowedAndFortyOneAreNot"},
    {"call.structure", 4096, "bytes of a structure that grows with the kernel", "the kernel's own",
     "refused (E2BIG)", "DecoderTest.LongerOpenHowMustBeZeroBeyondWhatIsKnown"},
    {"xattr.name", 255, "bytes of an attribute's name", "the kernel's own", "refused (ERANGE)",
     "MetadataDecoderTest.WrongAttributesAreRefusedInTheKernelsOrder"},
    {"xattr.value", 65536, "bytes of an attribute", "the kernel's own", "refused (E2BIG)",
     "MetadataDecoderTest.WrongAttributesAreRefusedInTheKernelsOrder"},
    {"message.parts", 1024, "pieces of memory of a message", "the kernel's own",
     "refused (EMSGSIZE)", "OutgoingMessageTest.TooManyPartsAndTooMuchControl"},
    {"message.control", 131072, "bytes of control messages", "the kernel's own",
     "refused (ENOBUFS)", "OutgoingMessageTest.TooManyPartsAndTooMuchControl"},
    {"message.files", 253, "descriptors in a message", "the kernel's own", "refused (EINVAL)",
     "ControlMessagesTest.DescriptorsBeyondTheKernelsNumberAreRefused"},
    {"message.packet", 131072, "bytes of a packet; a larger send buffer raises it", "memory",
     "refused (EMSGSIZE)", "OutgoingMessageTest.PacketsBeyondTheirLengthAreTooLong"},
    // --- interceptor: what an object is called ---
    {"procfs.depth", 16, "folders of procfs above one another", "loops", "refused (EACCES)",
     "ProcfsPlaceTest.FoldersBeyondTheirDepthAreRefused"},
    {"fd_name.levels", 4096, "folders above a name that the kernel does not tell", "loops",
     "it has no name: outside of the workspace, asked",
     "FdNameTest.FoldersBeyondTheirNumberHaveNoName"},
    {"fd_name.entries", 20000, "entries of such a folder", "time", "as fd_name.levels",
     "FdNameTest.AFolderBehindTooManyEntriesHasNoName"},
    {"mounts.namespaces", 32, "mount namespaces of the tree", "memory",
     "the oldest is forgotten: names in it are unknown, asked",
     "HostNamesTest.TheOldestOfTooManyNamespacesIsForgotten"},
    {"netlink.buffer", 32768, "bytes of an answer about sockets", "memory",
     "an owner that is not found is not of the tree: asked",
     "UnixNamesTest.AnOwnerIsFoundBeyondOneBuffer"},
    // --- interceptor: how long a call is worked on ---
    {"exec.stack", 65536, "bytes of a first stack", "time",
     "/proc tells instead; another word than judged: ended",
     "RunningImageTest.AStackBeyondItsLengthIsToldByProc"},
    {"exec.mark_words", 8388608, "bytes of words that any exec may have",
     "marks that others could have", "no mark: the program is unknown, which is stricter",
     "ProcessTreeTest.AStackThatAnyExecMayHaveIsNoMark"},
    {"exec.mark_beside", 65536, "bytes on a first stack beside its words",
     "marks that others could have", "as exec.mark_words",
     "ProcessTreeTest.OnlyAStackAsFarFromTheEndAsItsWordsReachIsNoMark"},
    {"tracer.file", 10000, "ms that a traced program takes to fetch its file", "who waits",
     "it is ended", "TraceListenerTest.WhoDoesNotTakeItsFileInTimeIsEnded"},
    {"preload.patience", 10000, "ms that the preloaded library takes to answer", "who waits",
     "its call fails", "PreloadCallTest.WhoDoesNotAnswerInTimeIsGivenUp"},
    {"start.child", 10000, "ms until CMD's process reports", "who waits", "guard does not start",
     "LauncherReportTest.AChildThatDoesNotReportInTimeIsNotLaunched"},
    {"landlock.roots", 3, "as the first version of Landlock with roots",
     "truncation, which older ones do not bound",
     "an older one: the level is mediated; --require refuses",
     "LandlockTest.OlderKernelsAreToldAsUnsupported"},
    {"landlock.scopes", 6, "as the first version of Landlock with scopes",
     "signals and abstract sockets", "an older one: no scopes, as doctor says",
     "LandlockTest.OlderKernelsAreToldAsUnsupported"},
    // --- supervisor: calls that wait ---
    {"waiting.fifos", 256, "opens of FIFOs", "threads", "refused (ENFILE)",
     "FifoWaitTest.ThereAreNotTooMany"},
});

// The value of a row.
consteval std::uint64_t limit(std::string_view id) {
  for (const Limit& row : kLimits)
    if (row.id == id) return row.value;
  throw "no limit of that name: add a row";  // ends compilation, never a program
}
consteval std::size_t size_limit(std::string_view id) {
  return static_cast<std::size_t>(limit(id));
}
consteval int int_limit(std::string_view id) {
  return static_cast<int>(limit(id));
}
// Of rows whose unit is "ms".
consteval std::chrono::milliseconds time_limit(std::string_view id) {
  return std::chrono::milliseconds(limit(id));
}

}  // namespace guard

#endif  // GUARD_BASE_LIMITS_H_
