// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/otlp_protobuf.h"

#include <charconv>
#include <map>

namespace guard::supervisor {
namespace {

// The wire types of protobuf.
enum class Wire : unsigned { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

void append_varint(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>((value & 0x7F) | 0x80);
  out += static_cast<char>(value);
}

void append_tag(std::string& out, unsigned field, Wire wire) {
  append_varint(out, (field << 3U) | static_cast<unsigned>(wire));
}

void append_number(std::string& out, unsigned field, std::uint64_t value) {
  append_tag(out, field, Wire::kVarint);
  append_varint(out, value);
}

// Texts, bytes and messages within messages.
void append_bytes(std::string& out, unsigned field, std::string_view bytes) {
  append_tag(out, field, Wire::kBytes);
  append_varint(out, bytes.size());
  out += bytes;
}

void append_fixed(std::string& out, std::uint64_t value, unsigned size) {
  for (unsigned i = 0; i < size; ++i) out += static_cast<char>((value >> (8 * i)) & 0xFF);
}

std::string bytes_of_hex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    unsigned value = 0;
    std::from_chars(hex.data() + i, hex.data() + i + 2, value, 16);
    bytes += static_cast<char>(value);
  }
  return bytes;
}

std::string any_value(const OtlpAttribute& attribute) {
  std::string value;
  if (const auto* number = std::get_if<std::int64_t>(&attribute.value)) {
    append_number(value, 3, static_cast<std::uint64_t>(*number));
  } else {
    append_bytes(value, 1, std::get<std::string>(attribute.value));
  }
  return value;
}

void append_attributes(std::string& out, unsigned field,
                       const std::vector<OtlpAttribute>& attributes) {
  for (const OtlpAttribute& attribute : attributes) {
    std::string pair;
    append_bytes(pair, 1, attribute.key);
    append_bytes(pair, 2, any_value(attribute));
    append_bytes(out, field, pair);
  }
}

void append_trace(std::string& out, const TraceParent& trace) {
  append_tag(out, 8, Wire::kFixed32);
  append_fixed(out, static_cast<std::uint64_t>(trace.flags), 4);
  append_bytes(out, 9, bytes_of_hex(trace.trace_id));
  append_bytes(out, 10, bytes_of_hex(trace.span_id));
}

std::string log_record(const OtlpLog& log) {
  std::string out;
  append_tag(out, 1, Wire::kFixed64);
  append_fixed(out, log.nanoseconds, 8);
  append_number(out, 2, static_cast<std::uint64_t>(log.severity));
  append_bytes(out, 3, log.severity_text);
  std::string body;
  append_bytes(body, 1, log.body);
  append_bytes(out, 5, body);
  append_attributes(out, 6, log.attributes);
  if (log.trace) append_trace(out, *log.trace);
  append_tag(out, 11, Wire::kFixed64);
  append_fixed(out, log.nanoseconds, 8);
  append_bytes(out, 12, log.event);
  return out;
}

// Reads what others wrote: each step says whether the bytes were there.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::optional<std::uint64_t> varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return value;
    }
    return std::nullopt;
  }

  std::optional<std::string_view> bytes(std::uint64_t size) {
    if (size > rest_.size()) return std::nullopt;
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  [[nodiscard]] bool is_at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

// The fields of a message, numbers and bytes; the last of each counts.
struct Fields {
  std::map<std::uint64_t, std::uint64_t> numbers;
  std::map<std::uint64_t, std::string_view> texts;
};

bool read_field(Reader& reader, Fields& fields) {
  const auto tag = reader.varint();
  if (!tag) return false;
  const auto wire = static_cast<Wire>(*tag & 7U);
  if (wire == Wire::kFixed64) return reader.bytes(8).has_value();
  if (wire == Wire::kFixed32) return reader.bytes(4).has_value();
  if (wire != Wire::kVarint && wire != Wire::kBytes) return false;
  const auto number = reader.varint();
  if (!number) return false;
  if (wire == Wire::kVarint) {
    fields.numbers[*tag >> 3U] = *number;
    return true;
  }
  const auto text = reader.bytes(*number);
  if (text) fields.texts[*tag >> 3U] = *text;
  return text.has_value();
}

std::optional<Fields> fields_in(std::string_view message) {
  Reader reader(message);
  Fields fields;
  while (!reader.is_at_end())
    if (!read_field(reader, fields)) return std::nullopt;
  return fields;
}

}  // namespace

std::string otlp_protobuf(const OtlpLogs& logs) {
  std::string scope;
  append_bytes(scope, 1, logs.scope);
  append_bytes(scope, 2, logs.version);
  std::string scope_logs;
  append_bytes(scope_logs, 1, scope);
  for (const OtlpLog& log : logs.logs) append_bytes(scope_logs, 2, log_record(log));
  std::string resource;
  append_attributes(resource, 1, logs.resource);
  std::string resource_logs;
  append_bytes(resource_logs, 1, resource);
  append_bytes(resource_logs, 2, scope_logs);
  std::string request;
  append_bytes(request, 1, resource_logs);
  return request;
}

std::optional<OtlpRefusal> refusal_in_protobuf(std::string_view answer) {
  const auto response = fields_in(answer);
  if (!response || !response->texts.contains(1)) return std::nullopt;
  const auto partial = fields_in(response->texts.at(1));
  if (!partial || !partial->numbers.contains(1) || partial->numbers.at(1) == 0) return std::nullopt;
  const auto why = partial->texts.find(2);
  return OtlpRefusal{std::to_string(partial->numbers.at(1)),
                     why == partial->texts.end() ? "" : std::string(why->second)};
}

}  // namespace guard::supervisor
