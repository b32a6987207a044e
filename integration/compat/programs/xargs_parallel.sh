# SPDX-License-Identifier: Apache-2.0
# xargs -P: many processes at once that make, rename and delete.
# packages: findutils
# needs: xargs
# quick
work() { seq 120 | xargs -P 8 -n 1 sh -c 'echo "$0" >"p$0" && mv "p$0" "q$0" && if [ $(($0 % 3)) = 0 ]; then rm "q$0"; fi' && ls | wc -l && cat q* | sort -n | md5sum; find . -name 'q*' -print0 | xargs -0 -P 4 -n 10 rm && ls; }
