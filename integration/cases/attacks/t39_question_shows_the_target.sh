# SPDX-License-Identifier: Apache-2.0
# The question shows what would really go, not the text that led there. Threat 39.
. "$LIB/case.sh"
precious my_photos/one my_photos/two
shown() { # LINE
  start_guarded -- bash -c "$1"
  wait_for_question
  [[ $(json_of "data[0]['what']") == *my_photos* ]] || fail "what: $QUESTION"
  [[ $(json_of "data[0]['what']") != *printf* ]] || fail "what: $QUESTION"
  [[ $(json_of "any('my_photos' in change for change in data[0]['changes'])") == true ]] || fail "changes: $QUESTION"
  [[ $(json_of "'2 files' in str(data[0])") == true ]] || fail "extent: $QUESTION"
  guard deny "$question_id"
  finish_guarded
  assert_untouched my_photos/one my_photos/two
}
shown 'rm -rf "$(printf "my_%s" photos)"'
shown 'X=my_; rm -rf ./${X}photos'
shown 'rm -rf "$(printf "./%s/../my_photos" my_photos)"'
