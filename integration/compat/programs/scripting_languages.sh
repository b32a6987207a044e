# SPDX-License-Identifier: Apache-2.0
# ruby and lua where they are: files, processes, threads.
# packages: ruby lua5.4
# needs: ruby lua5.4
work() {
  ruby -e 'require "fileutils"; require "tempfile"; Tempfile.create("x", ".") { |f| f.write "y" }; FileUtils.mkdir_p "a/b"; File.write "a/b/f", "x"; FileUtils.cp_r "a", "c"; FileUtils.rm_rf "a"; 4.times.map { |i| Thread.new { File.write "t#{i}", i.to_s } }.each(&:join); puts Dir["*"].sort.join(" "); puts `echo sub`'
  lua5.4 -e 'local f = io.open("l", "w"); f:write("lua"); f:close(); os.rename("l", "m"); print(io.open("m"):read("a")); os.remove("m"); print(io.popen("echo sub"):read("l"))'
}
