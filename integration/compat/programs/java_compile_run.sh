# SPDX-License-Identifier: Apache-2.0
# javac, java with threads, files, a child process; jar.
# packages: default-jdk-headless
# needs: javac java
# leave-out: .java/ hsperfdata m.jar
# timeout: 120
setup() {
  cat >M.java <<'J'
import java.nio.file.*; import java.util.*; import java.util.concurrent.*; import java.util.stream.*;
public class M { public static void main(String[] a) throws Exception {
  ExecutorService pool = Executors.newFixedThreadPool(4); List<Future<Integer>> all = new ArrayList<>();
  for (int i = 0; i < 20; i++) { final int n = i; all.add(pool.submit(() -> { Path p = Files.write(Paths.get("f" + n), ("x" + n).getBytes()); Files.move(p, Paths.get("g" + n), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING); if (n % 2 == 0) Files.delete(Paths.get("g" + n)); return n; })); }
  int sum = 0; for (Future<Integer> f : all) sum += f.get(); pool.shutdown(); System.out.println(sum);
  Process p = new ProcessBuilder("sh", "-c", "echo from sh; exit 3").redirectErrorStream(true).start(); System.out.print(new String(p.getInputStream().readAllBytes())); System.out.println(p.waitFor());
  try (Stream<Path> s = Files.list(Paths.get("."))) { System.out.println(s.filter(x -> x.toString().startsWith("./g")).count()); } } }
J
}
work() { javac M.java && java -Xshare:auto M && printf 'Main-Class: M\n' >mf && jar cfm m.jar mf M.class && java -jar m.jar; }
