# SPDX-License-Identifier: Apache-2.0
# The results that test suites leave behind, as lines WORD<tab>TEST.

# Automake's parallel tests: a .trs file each.
automake_results() { # FOLDER
  find "$1" -name '*.trs' -exec awk '
    /^:global-test-result:/ { name = FILENAME; sub(/^\.\//, "", name); sub(/\.trs$/, "", name); print $2 "\t" name }' {} +
}

# The Test Anything Protocol: a file NAME.tap a script, whose tests have numbers. A script that ends early has no plan.
tap_results() { # FOLDER
  find "$1" -name '*.tap' -exec awk '
    FNR == 1 { name = FILENAME; sub(/.*\//, "", name); sub(/\.tap$/, "", name); print "begun\t" name }
    /^(not )?ok [0-9]/ {
      word = /^not/ ? "not ok" : "ok"
      if (/# [Ss][Kk][Ii][Pp]/) word = "skip"; else if (/# TODO/) word = word " (todo)"
      sub(/^(not )?ok /, ""); sub(/ *# (skip|SKIP|TODO).*/, ""); print word "\t" name "." $0 }
    /^1\.\.[0-9]/ { print "planned\t" name " " $1 }' {} +
}
