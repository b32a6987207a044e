# SPDX-License-Identifier: Apache-2.0
# timeout: 300
. "$LIB/case.sh"
. "$LIB/agent.sh"
. "$LIB/first_start.sh"
starts_in_an_empty_home qwen
