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
    {"operands.named", 10, "operands of one command", "a person's view", "a list: asked",
     "ask/lists_of_any_length_ask"},
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
    {"yaml.bytes", 1048576, "bytes of a policy file", "memory",
     "the file is refused, with the reason", "YamlLoaderTest.TextsBeyondTheirLengthAreRefused"},
    {"yaml.depth", 32, "levels of a policy file", "the stack", "as yaml.bytes",
     "YamlLoaderTest.LevelsBeyondTheirNumberAreRefused"},
    {"policy.id", 100, "characters of a rule's id", "a person's view", "as yaml.bytes",
     "YamlLoaderTest.IdsBeyondTheirLengthAreRefused"},
    {"policy.duration", 316224000, "s of any duration, ten years", "overflow", "as yaml.bytes",
     "YamlLoaderTest.DurationsBeyondTenYearsAreRefused"},
    {"policy.web_address", 2000, "characters of a web address", "memory", "as yaml.bytes",
     "WebAddressTest.AddressesBeyondTheirLengthAreRefused"},
    {"json.depth", 16, "levels of a request", "the stack", "the request is refused",
     "JsonObjectTest.LevelsBeyondTheirNumberAreRefused"},
    {"own_file.bytes", 1048576, "bytes of a file of guard's own", "memory",
     "it cannot be read: no standing approval holds, so asked",
     "OwnFileTest.FilesBeyondTheirLengthAreNotRead"},
    // --- policy: what a command is, and what it takes ---
    {"command.levels", 8, "wrappers around a command", "time",
     "asked (exec.wrapped); no rule allows it", "CommandLevelsDepthTest.MoreThanEightAreTooDeep"},
    {"copies.notes", 4096, "notes in a program that is not installed", "time",
     "asked (exec.unread)", "BuildIdTest.NotesBeyondTheirNumberAreRefused"},
    {"copies.programs", 8192, "installed programs that a copy is compared with", "time",
     "asked (exec.unread), unless it is one of them",
     "KnownProgramsTest.BeyondTheirNumberNobodyCanSay"},
    {"copies.compared", 268435456, "bytes of a program without a build id", "time",
     "taken for the installed program of the same length",
     "KnownProgramsTest.WhatIsTooLongToCompareIsTakenForIt"},
    {"scratch.entries", 20, "entries of before in a scratch folder", "people from false alarms",
     "asked", "FileEffectTest.ScratchFoldersAskOnlyWhenMuchOfBeforeGoes"},
    {"walk.entries", 20000, "entries of what an intent takes", "time and memory",
     "counted again as far as question.walk_entries, then asked with \"at least\"; guard check "
     "says \"at least\" at once",
     "TreeFactsTest.StopsAtItsLimitAndSaysSo"},
    {"walk.ms", 50, "ms for that count", "time", "as walk.entries",
     "TreeFactsTest.OutOfTimeACountIsNotComplete"},
    {"question.walk_entries", 200000, "entries of what a question is about", "a person's patience",
     "asked with \"at least\"; no remembered approval covers it",
     "TreeFactsTest.AQuestionCountsFurther"},
    {"question.walk_ms", 700, "ms for that count", "a person's patience",
     "as question.walk_entries", "TreeFactsTest.AQuestionCountsFurther"},
    {"approval.walk_entries", 2000000, "entries that an approved \"at least\" covers", "memory",
     "what lies beyond is asked about by itself", "TreeFactsTest.AnApprovalCountsFurther"},
    {"approval.walk_ms", 10000, "ms for that count", "the approved command waits for it",
     "as approval.walk_entries", "TreeFactsTest.AnApprovalCountsFurther"},
    // --- supervisor: what git has ---
    {"git.file", 8388608, "bytes of a file that is compared with its commit", "time",
     "not clean: saved, or asked", "GitFactsTest.FilesBeyondTheirSizeAreNotClean"},
    {"git.tree", 8388608, "bytes of a folder's list in a commit", "memory",
     "none of its files is clean", "GitFactsTest.ListsBeyondTheirSizeAreNotRead"},
    {"git.commit", 1048576, "bytes of a commit", "memory", "no file is clean",
     "GitFactsTest.CommitsBeyondTheirSizeAreNotRead"},
    {"git.ref", 4096, "bytes of HEAD, or of a branch's file", "memory", "no file is clean",
     "GitHeadTest.RefsBeyondTheirLengthAreNoCommit"},
    {"git.packed_refs", 16777216, "bytes of packed-refs", "memory", "no file is clean",
     "GitHeadTest.PackedRefsBeyondTheirLengthAreNoCommit"},
    {"git.config", 262144, "bytes of a file of git's configuration", "memory",
     "where a push leads is not known: each of its acts is asked",
     "GitPushTest.ConfigurationBeyondItsLengthTellsNothing"},
    {"git.includes", 8, "files of git's configuration that include one another", "time",
     "as git.config", "GitPushTest.IncludesBeyondTheirDepthTellNothing"},
    // --- supervisor: secrets ---
    {"content.bytes", 1048576, "bytes of a certificate file", "time",
     "of this length or more: a secret, asked", "SecretReadsTest.WhatIsTooLongToLookThroughIsHeld"},
    {"lease.lock_tries", 30, "tries of 10 ms to be the session that leases", "the time to start",
     "every open is asked about", "ReadGatesTest.WhereSomebodyElseLeasesTriesEnd"},
    {"turner.running", 100, "ms that a tree is stopped while some of it still runs", "the tree",
     "let go, and tried again; lease.in_doubt ends it",
     "OpenTurnerTest.AHoldIsGivenUpAfterItsTime"},
    {"descendants.looks", 10, "looks at all processes, for one in which nobody's parent is missing",
     "time",
     "the tree counts as not held, as turner.running; what is to be ended is looked for again",
     "DescendantsTest.LooksThatNeverSettleAreNotAll"},
    {"turner.looks", 1000, "ms that a tree is stopped while some of it ends", "the tree",
     "as turner.running", "OpenTurnerTest.AHoldIsGivenUpAfterItsTime"},
    // --- supervisor: who acts, and who answers ---
    {"process.unseen_parents", 64, "parents of a process that guard has not seen start", "loops",
     "the rest is unknown: not installed, no lease, no approval of its command: asked",
     "ProcessTreeTest.UnseenParentsBeyondTheirNumberAreUnknown"},
    {"peer.ancestors", 4096, "parents of who connects to guard", "loops in /proc",
     "a stranger: may not answer", "ServingProcessTest.WhoHasTooManyParentsIsAStranger"},
    {"nested.sessions", 256, "runs of guard inside of a session", "memory",
     "the inner one does not start", "NestedSessionsTest.NoMoreJoinThanMay"},
    {"nested.files", 8, "policy files of an inner guard run", "memory",
     "the inner one does not start", "NestedRequestTest.MoreFilesThanMayAreRefused"},
    // --- supervisor: how often ---
    {"streak.unasked", 4, "files of before that a command deletes one by one within 60 s",
     "people from false alarms", "asked", "DeleteStreaksTest.AFewFilesAreNoStreak"},
    {"streak.named", 10, "files of before that a command names for deletion within 60 s",
     "people from false alarms", "asked", "DeleteStreaksTest.FilesCountHoweverManyRunsNameThem"},
    {"streak.of_session", 20, "files of before that all commands delete within 60 s",
     "people from false alarms", "asked",
     "PaceTest.ManyCommandsThatDeleteOneFileEachAreAskedAbout"},
    {"hourly.tier0", 1000, "commands of one tool at tier 0 an hour",
     "the user from a loop of an agent", "asked",
     "ToolCallLimitsTest.TheHourlyNumbersAreThoseOfTheList"},
    {"hourly.tier1", 100, "commands of one tool at tier 1 an hour",
     "the user from a loop of an agent", "asked",
     "ToolCallLimitsTest.TheHourlyNumbersAreThoseOfTheList"},
    {"hourly.all", 500, "commands an hour", "the user from a loop of an agent", "asked",
     "ToolCallLimitsTest.TheHourlyNumbersAreThoseOfTheList"},
    {"hourly.asked", 10, "questions about one tool an hour", "people", "denied",
     "ToolCallLimitsTest.TheHourlyNumbersAreThoseOfTheList"},
    {"questions.per_second", 10, "questions a second", "people", "denied",
     "RateLimiterTest.TenInASecondThenNoMoreUntilTheSecondIsOver"},
    {"questions.at_once", 100, "questions that wait", "people", "denied",
     "RateLimiterTest.AHundredAtOnce"},
    // --- supervisor: answers; a policy may set the times ---
    {"question.tier2_timeout", 86400, "s until a question of tier 2 is answered", "who waits",
     "denied", "BrokerTest.AnAnswerAtTheDeadlineIsTooLate"},
    {"question.tier3_timeout", 3600, "s until a question of tier 3 is answered", "who waits",
     "denied", "BrokerTest.AnAnswerAtTheDeadlineIsTooLate"},
    {"answer.pattern", 4096, "bytes of the pattern of an answer", "memory", "the answer is refused",
     "BrokerTest.PatternsBeyondTheirLengthAreRefused"},
    {"answer.minutes", 1440, "minutes that an answer may hold", "people from forgetting it",
     "the answer is refused", "QuestionTest.MinutesBeyondADayAreRefused"},
    // --- supervisor: undo ---
    {"undo.open_tries", 100, "tries of 1 ms to open what somebody leases", "who waits",
     "as undo.bytes", "UndoStoreTest.WhatStaysLeasedIsNotSaved"},
    {"undo.version", 8388608, "bytes of a file that is kept for a checkpoint alone", "the disk",
     "not kept for it: guard undo --to says which",
     "VersionsTest.LargeFilesAreKeptForNoCheckpoint"},
    {"undo.same_names", 10000, "sessions of one name", "loops",
     "no undo store: guard does not start", "UndoStoreTest.MoreSessionsOfOneNameThanMayAreRefused"},
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
    {"call.attempts", 5, "judgements anew of a call whose names change", "loops",
     "refused (ESTALE)", "PendingCallTest.ItIsJudgedAgainOnlySoOften"},
    {"call.exec_ms", 1000, "ms that a call waits for an exec that is verified", "who waits",
     "it goes on: the program that starts is then another than judged and is ended, and a debugger "
     "is refused",
     "PendingCallTest.ItWaitsForAnExecOnlySoLong"},
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
    // --- supervisor: where a connection goes ---
    {"sockets.remembered", 65536, "sockets of which something is known", "memory",
     "the oldest is forgotten: asked again", "SocketMemoryTest.ForgetsTheOldestFirst"},
    {"hints.heard", 64, "names that the tree asked a name server for", "memory",
     "the oldest is forgotten: the question shows the address alone, and no approval of a name "
     "covers it",
     "NameHintsTest.NamesBeyondTheirNumberAreForgotten"},
    {"hints.looked", 256, "names that were looked up within 30 s", "name servers", "as hints.heard",
     "NameHintsTest.NamesBeyondTheirNumberAreNotLookedUp"},
    {"hints.lookups", 8, "names that are looked up for one question", "name servers",
     "as hints.heard", "NameHintsTest.AQuestionWaitsForFewLookups"},
    {"hints.ms", 1000, "ms that a question waits for a name server", "who waits", "as hints.heard",
     "SlowNameHintsTest.ALookupThatTakesLongHoldsUpNothing"},
    {"host.addresses", 10000, "ms that an answer about one address of a host speaks for its others",
     "a person's view", "asked about by itself", "HostLeaseTest.ItHoldsForAMoment"},
    {"names.fresh", 300000, "ms that an address is a name's", "name servers",
     "looked up again; an older one holds for rules that restrict alone",
     "NetworkFactsTest.AnAddressIsANamesForSoLong"},
    {"names.rotates", 2000, "ms before a name is looked up again for an address that is not known",
     "name servers", "looked up again; until then the address has no name: asked",
     "NetworkFactsTest.AnUnknownAddressIsLookedUpAgain"},
    {"names.failed", 30000, "ms before a lookup that failed is tried again", "name servers",
     "looked up again; until then rules of that name restrict every address",
     "NetworkFactsTest.AFailedLookupIsTriedAgain"},
    {"names.fake", 65536, "names of a session that get an address of their own", "memory",
     "a further name cannot be looked up", "FakeNamesTest.NamesBeyondTheirNumberGetNone"},
    {"names.connections", 64, "TCP connections to guard's name server", "descriptors",
     "a further one is closed", "NameServerTest.ConnectionsBeyondTheirNumberAreClosed"},
    {"names.quiet", 10000, "ms that such a connection may be silent", "descriptors", "it is closed",
     "NameServerTest.AConnectionThatSaysNothingIsClosed"},
    {"names.given", 65536, "real addresses of a session that guard gave for names", "memory",
     "a further lookup fails (SERVFAIL)", "GivenNamesTest.WhatFindsNoRoomIsNotNoted"},
    {"names.shared", 64, "names that share one of these addresses", "time",
     "a lookup of a further one fails (SERVFAIL)", "GivenNamesTest.WhatFindsNoRoomIsNotNoted"},
    {"names.lookups", 128, "names that guard looks up at once", "threads",
     "a further one cannot be looked up now; its connection is refused",
     "RealAddressesTest.TooManyLookupsFailAndDoNotWait"},
    {"names.lookup_ms", 10000, "ms that a lookup of guard's may take", "who waits",
     "the name cannot be looked up; its connection is refused",
     "RealAddressesTest.ASlowLookupHasADeadlineOfItsOwn"},
    {"names.waiting", 16, "questions that wait for the lookup of one name", "memory",
     "a further one is not answered", "RealAddressesTest.FewWaitForOneName"},
    {"names.real", 60000, "ms that guard keeps the real addresses of a name", "name servers",
     "looked up again", "RealAddressesTest.AreLookedUpAgainAfterAWhile"},
    {"names.unknown", 2000, "ms that guard keeps that a name could not be looked up",
     "name servers", "looked up again", "RealAddressesTest.AFailureIsKeptForAMomentAlone"},
    // --- supervisor: calls that wait ---
    {"waiting.calls", 20000, "calls that wait for room or for another program", "memory",
     "refused (ENFILE)", "WaitingCallsTest.ThereIsABound"},
    {"waiting.descriptors", 75, "percent of guard's descriptors", "descriptors", "refused (ENFILE)",
     "WaitingCallsTest.DescriptorsHaveABoundToo"},
    {"waiting.fifos", 256, "opens of FIFOs", "threads", "refused (ENFILE)",
     "FifoWaitTest.ThereAreNotTooMany"},
    {"repeated.away", 2000, "ms that the caller of a question is away in a signal handler",
     "who waits", "the question is withdrawn", "RepeatedCallsTest.WhoStaysAwayIsLost"},
    // --- supervisor: records ---
    {"audit.queue", 131072, "records that are not written yet", "memory",
     "tier 2 and 3 refused; others are counted as lost, and refused after audit.behind",
     "RecorderTest.TheQueueHasABound"},
    {"audit.queue_bytes", 67108864, "bytes of such records", "memory", "as audit.queue",
     "RecorderTest.TheQueueHasABound"},
    {"audit.behind", 5000, "ms that a record may be unwritten", "what is only in memory",
     "all that is recorded waits for its record, or is refused",
     "RecorderTest.ItIsBehindAfterItsTime"},
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
