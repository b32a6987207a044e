# SPDX-License-Identifier: Apache-2.0
# go build, vet, test and run of a module without dependencies (signals every 10 ms, static programs).
# packages: golang-go
# needs: go
# leave-out: .cache/go-build go/telemetry .config/go
# output: any
# timeout: 300
setup() {
  printf 'module p\n\ngo 1.19\n' >go.mod
  printf 'package main\n\nimport (\n\t"fmt"\n\t"os"\n\t"sync"\n)\n\nfunc Sum(a, b int) int { return a + b }\n\nfunc main() {\n\tvar all sync.WaitGroup\n\tfor i := 0; i < 50; i++ {\n\t\tall.Add(1)\n\t\tgo func(n int) {\n\t\t\tdefer all.Done()\n\t\t\tname := fmt.Sprintf("f%%d", n)\n\t\t\tos.WriteFile(name, []byte(name), 0o640)\n\t\t\tos.Rename(name, name+".n")\n\t\t\tif n%%2 == 0 {\n\t\t\t\tos.Remove(name + ".n")\n\t\t\t}\n\t\t}(i)\n\t}\n\tall.Wait()\n\tfmt.Println(Sum(2, 2))\n}\n' >p.go
  printf 'package main\n\nimport "testing"\n\nfunc TestSum(t *testing.T) {\n\tif Sum(2, 2) != 4 {\n\t\tt.Fail()\n\t}\n}\n' >p_test.go
}
work() { export GOFLAGS=-mod=mod GOPROXY=off GOTOOLCHAIN=local; go build -o p . && ./p && go vet . && go test . && go run .; }
