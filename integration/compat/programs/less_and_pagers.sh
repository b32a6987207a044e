# SPDX-License-Identifier: Apache-2.0
# less without a terminal, man pages not needed; head, tail -f with an end, column, sort to its input.
# needs: less
# quick
work() { seq 100 | less | tail -1; seq 5 >f; sort -nr -o f f; cat f; (for i in 1 2 3; do echo $i >>g; sleep 0.05; done) & p=$!; touch g; timeout 3 tail -f --pid=$p -n +1 g; wait; sed -i.old s/5/6/ f; cat f f.old; }
