# SPDX-License-Identifier: Apache-2.0
# A developer's day on a C++ project of before: configure, build, test, edit, commit, branch, merge,
# rebase, stash, tag, clean the build outputs, build again. Nothing is asked.
# timeout: 240
. "$LIB/case.sh"
for tool in cmake c++ git; do command -v "$tool" >/dev/null || skip "no $tool here"; done
with_undo
git config --global user.name ana
git config --global user.email ana@example.org
mkdir src test
printf 'cmake_minimum_required(VERSION 3.16)\nproject(day CXX)\nadd_library(sum src/sum.cc)\nadd_executable(sum_test test/sum_test.cc)\ntarget_link_libraries(sum_test sum)\nenable_testing()\nadd_test(NAME sum COMMAND sum_test)\n' >CMakeLists.txt
printf 'int sum(int a, int b) {\n  return a + b;\n}\n' >src/sum.cc
printf 'int sum(int, int);\nint main() { return sum(2, 2) == 4 ? 0 : 1; }\n' >test/sum_test.cc
printf 'build/\n' >.gitignore
git init -q -b main .
git add .
git commit -qm start
cat >"$CASE_ROOM/day.sh" <<'SH'
set -e
cmake -S . -B build >build.log && rm build.log
cmake --build build
ctest --test-dir build
git switch -q -c faster
sed -i 's/return a + b;/return b + a;/' src/sum.cc
printf '// twice\nint twice(int a) { return 2 * a; }\n' >src/twice.cc
sed -i 's|src/sum.cc|src/sum.cc src/twice.cc|' CMakeLists.txt
if command -v clang-format; then clang-format -i src/*.cc; fi
cmake --build build && ctest --test-dir build
git add -A && git commit -qm 'sum: the other way round'
git switch -q main
printf 'notes\n' >NOTES && git add NOTES && git commit -qm notes
git switch -q faster && git rebase -q main
git switch -q main && git merge -q --no-ff -m merged faster
echo '// later' >>src/sum.cc && git stash -q && git stash pop -q && git checkout -q -b later && git commit -qam later
git branch -d faster
git tag v1
git mv NOTES notes.txt && git commit -qm moved
cmake --build build --target clean
rm -rf build
cmake -S . -B build >/dev/null && cmake --build build && ctest --test-dir build
git log --oneline | wc -l
SH
guard_run --on-ask deny -- bash "$CASE_ROOM/day.sh"
assert_status 0
[[ $(tail -1 "$OUT") == 6 ]] || fail "commits: $(tail -3 "$OUT")"
assert_nothing_asked
