# SPDX-License-Identifier: Apache-2.0
"""query.py value EXPRESSION: prints it, over `data`, the JSON on stdin.
query.py some EXPRESSION: status 0 when it holds for a record `r` of the JSON lines on stdin.
query.py count EXPRESSION: for how many it holds."""
import json
import sys

verb, expression = sys.argv[1:3]
code = compile(expression, expression, "eval")
if verb == "value":
    value = eval(code, {"data": json.load(sys.stdin)})
    print(value if isinstance(value, str) else json.dumps(value))
else:
    holds = sum(bool(eval(code, {"r": json.loads(line)})) for line in sys.stdin if line.strip())
    if verb == "count":
        print(holds)
    else:
        sys.exit(0 if holds else 1)
