# SPDX-License-Identifier: Apache-2.0
# packages: git zlib1g-dev libssl-dev perl
# passed: ok
# timeout: 7200
# allow: command: [git, cp, ln, mv, rm]
# allow: path: "t/trash directory.*/**"
# known: t7300-clean.53* GIT_TRACE2_PERF has git write a file of any name

# The tests that change and lose files and history: repositories, attributes and ignored files, configuration, rebase,
# stash, clean.
names() {
  (cd t && printf '%s\n' t000[0-9]-*.sh t1300-*.sh t340[0-4]-*.sh t3903-*.sh t7300-*.sh) | sed 's/\.sh$//'
}

build() {
  printf '%s\n' 'NO_CURL=1' 'NO_EXPAT=1' 'NO_TCLTK=1' 'NO_GETTEXT=1' 'NO_PYTHON=1' 'NO_INSTALL_HARDLINKS=1' 'CFLAGS=-O1' \
    "CC=${CC:-gcc}" >config.mak
  make -j"$JOBS" all
}

# Its tests are for the git that is installed, of the same version (t/README): a git that somebody has just built is
# to guard a program like any other, and only git itself may write to .git unasked. Its tests set some variables for
# every git. They are set before guard starts, so the session brings in no loader; and no library is preloaded.
surroundings() {
  GIT_TEST_INSTALLED=$(dirname "$(command -v git)")
  export GIT_TEST_INSTALLED GIT_TEMPLATE_DIR=$TREE/templates/blt TEST_NO_MALLOC_CHECK=1
}

check() {
  mkdir -p t/taps
  cd t && printf '%s\n' "$@" |
    xargs -P "$JOBS" -I NAME sh -c './"$1.sh" --no-color >"taps/$1.tap" 2>"taps/$1.err"' sh NAME
}

results() { tap_results t/taps; }
