// SPDX-License-Identifier: Apache-2.0
#include "base/gzip.h"

#include <zlib.h>

namespace guard {
namespace {

// zlib's structure, which is given back whatever happens.
class Deflate {
 public:
  Deflate() {
    constexpr int kWindowWithGzip = MAX_WBITS + 16;
    constexpr int kMemory = 8;  // zlib's own default
    ready_ = deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kWindowWithGzip, kMemory,
                          Z_DEFAULT_STRATEGY) == Z_OK;
  }
  ~Deflate() {
    if (ready_) (void)deflateEnd(&stream_);
  }
  Deflate(const Deflate&) = delete;
  Deflate& operator=(const Deflate&) = delete;

  Result<std::string> all(std::string_view bytes) {
    if (!ready_) return fail(Code::kSystem, "zlib has no memory");
    std::string packed(deflateBound(&stream_, bytes.size()), '\0');
    // zlib reads its input alone, and has no const for it.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    stream_.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream_.avail_out = static_cast<uInt>(packed.size());
    if (stream_.avail_in != bytes.size() || deflate(&stream_, Z_FINISH) != Z_STREAM_END)
      return fail(Code::kInvalid, "too much for gzip at once");
    packed.resize(stream_.total_out);
    return packed;
  }

 private:
  z_stream stream_{};
  bool ready_ = false;
};

}  // namespace

Result<std::string> gzip(std::string_view bytes) {
  return Deflate().all(bytes);
}

}  // namespace guard
