# SPDX-License-Identifier: Apache-2.0
# While a question about sudo waits, folders may swap their names and files may be made: an answer to what was
# shown is none to what the command would reach by then, so it is asked about anew.
. "$LIB/case.sh"
export SUDOER_SETUP='mount -t tmpfs -o mode=755 none /usr/games && printf "#!/bin/sh\n. ./\$1\n" >/usr/games/loads &&
  chmod 755 /usr/games/loads'
. "$LIB/sudoer.sh"
wait_for_words() { # TEXT
  wait_for_question
  [[ $QUESTION == *"$1"* ]] || fail "asked, without '$1': $QUESTION"
}
mkdir -p out/build safe/build
echo 1 >out/build/one
for i in {1..9}; do echo "$i" >"safe/build/$i"; done
start_guarded --policy "$WITH_SUDO" -- sudo rm -rf out/build
wait_for_words '1 directory, 1 file, 2 B'
shown=$question_id
mv out away
ln -s safe out
guard approve "$shown" >/dev/null
wait_for_words 'Asked anew'
[[ $question_id != "$shown" && $QUESTION == *'1 directory, 9 files'* ]] || fail "$QUESTION"
assert_exists safe/build/9
guard deny "$question_id" >/dev/null
finish_guarded
assert_status 126
assert_exists safe/build/1 safe/build/9
# One that is as it was goes at once.
start_guarded --policy "$WITH_SUDO" -- sudo rm -rf away/build
wait_for_words 'rm -rf away/build'
guard approve "$question_id" >/dev/null
finish_guarded
assert_status 0
assert_missing away/build
# A file that nobody had made is code once it is there.
start_guarded --policy "$WITH_SUDO" -- sudo /usr/games/loads later
wait_for_words '"tier": 2'
shown=$question_id
echo 'touch made' >later
guard approve "$shown" >/dev/null
wait_for_words '"tier": 3'
[[ $QUESTION == *sudo.unbound* ]] || fail "$QUESTION"
guard deny "$question_id" >/dev/null
finish_guarded
assert_missing made
