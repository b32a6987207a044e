# SPDX-License-Identifier: Apache-2.0
# timeout: 240
# A hundred commands of an ordinary day in balanced mode: no question but for the push to another machine's repository
# and the new host.
. "$LIB/case.sh"
with_undo
for tool in make gcc python3 curl; do command -v "$tool" >/dev/null || skip "no $tool here"; done
git config --global user.name A
git config --global user.email a@b
git config --global init.defaultBranch main
mkdir -p src tests docs
cat >src/shop.c <<'C'
#include <stdio.h>
int main(void) { puts("shop"); return 0; }
C
printf 'all: build/shop\nbuild/shop: src/shop.c\n\tmkdir -p build\n\tgcc -o $@ $<\ntest: all\n\t./build/shop | grep -q shop\nclean:\n\trm -rf build\n' >Makefile
printf 'import unittest\nclass T(unittest.TestCase):\n    def test_one(self):\n        self.assertEqual(1, 1)\n' >tests/test_shop.py
printf 'build/\n.env\nvenv/\n*.log\n__pycache__/\n' >.gitignore
printf 'TOKEN=canary\n' >.env
echo "# shop" >README.md
git init -q .
git add -A
git commit -qm start
git clone -q --bare . ../shop.git
git remote add origin https://shop.example.org/shop.git

# One a line; each by itself, as an agent runs them.
cat >"$CASE_ROOM/day" <<'DAY'
ls -la
pwd
cat README.md
head -20 src/shop.c
wc -l src/*.c
find . -name '*.c' -not -path './.git/*'
grep -n main src/shop.c
git status
git log --oneline -5
git diff
git branch -a
which gcc make python3
uname -a
env | sort | head -3
df -h .
du -sh src
date
id
ps aux | head -3
make
make test
./build/shop
file build/shop
git checkout -q -b feature
echo 'int twice(int x) { return 2 * x; }' >src/twice.c
sed -i 's/shop/Shop/' README.md
git diff --stat
git add src/twice.c README.md
git commit -qm 'add twice'
git show --stat HEAD
git stash list
echo more >>README.md
git stash -q
git stash pop -q
git restore --staged README.md
git commit -q --allow-empty -m 'nothing'
git reset -q --soft HEAD~1
git tag v0.1
git tag -l
git checkout -q main
git merge -q feature
git branch -d feature
git log --graph --oneline | head -5
git blame README.md | head -2
git rev-parse HEAD
git worktree list
git clone -q ../shop.git copy
rm -rf copy
mkdir -p tmp/a/b
touch tmp/a/b/one tmp/two
mv tmp/two tmp/three
cp -r tmp tmp2
ln -s ../README.md tmp/link
chmod +x tmp/three
rm -r tmp tmp2
tar czf src.tar.gz src
tar tzf src.tar.gz
mkdir unpacked && tar xzf src.tar.gz -C unpacked
rm -rf unpacked src.tar.gz
zip -qr docs.zip docs || true
rm -f docs.zip
python3 -m unittest -q tests/test_shop.py
python3 -c 'print(sum(range(10)))'
python3 -m json.tool <<<'{"a": 1}'
python3 -m compileall -q tests
rm -rf tests/__pycache__
python3 -m venv --without-pip venv
./venv/bin/python -c 'import sys; print(sys.prefix)'
rm -rf venv
echo 'print("hi")' >run.py
python3 run.py
diff run.py README.md
patch --dry-run -p1 </dev/null || true
sort README.md | uniq -c | sort -rn
awk '{print NF}' README.md
xargs -n1 echo <<<'a b c'
for f in src/*.c; do gcc -fsyntax-only "$f"; done
gcc -c src/twice.c -o build/twice.o
ar rcs build/libtwice.a build/twice.o
nm build/libtwice.a
strip build/shop
make clean
make -j2
touch notes.log
tail -1 notes.log
find . -name '*.log' -delete
find . -name '*.o' -exec rm {} +
git clean -n
git gc -q
git fsck --no-progress
git config user.name
git ls-files | head -3
git grep -n Shop
git archive HEAD | tar t | head -3
git format-patch -1 -o patches -q
rm -r patches
git cherry -v HEAD~1 HEAD || true
git rebase -q HEAD~1
python3 -m http.server --bind 127.0.0.1 8765 >/dev/null 2>&1 & server=$!; sleep 1; curl -s http://127.0.0.1:8765/README.md; curl -s -d a=b http://localhost:8765/ >/dev/null; kill $server; wait $server
timeout 5 sleep 0.1
sleep 0.1 & kill $!; wait $!
printf 'a\nb\n' | while read -r x; do echo "$x"; done
bash -c 'echo nested'
test -f README.md && echo there
mktemp -d
DAY
[[ $(grep -c . "$CASE_ROOM/day") -ge 100 ]] || fail "only $(grep -c . "$CASE_ROOM/day") commands"
cat >"$CASE_ROOM/agent.py" <<'PYTHON'
import subprocess, sys
for line in open(sys.argv[1]):
    ran = subprocess.run(["bash", "-c", line], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if "guard:" in ran.stderr:
        print(line.strip(), "->", ran.stderr.strip())
PYTHON
guard_run --on-ask deny -- python3 "$CASE_ROOM/agent.py" "$CASE_ROOM/day"
assert_status 0
[[ -z $(<"$OUT") ]] || fail "asked or refused: $(<"$OUT")"
assert_nothing_asked

printf 'git push -q origin main\ncurl -s -m 5 http://192.0.2.7/\n' >"$CASE_ROOM/day"
guard_run --on-ask deny -- python3 "$CASE_ROOM/agent.py" "$CASE_ROOM/day"
assert_says "$OUT" "denied git push"
assert_says "$OUT" "denied connect to 192.0.2.7"
