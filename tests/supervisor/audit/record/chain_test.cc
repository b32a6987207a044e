// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/record/chain.h"

#include <gtest/gtest.h>

#include "supervisor/audit/record/digest.h"
#include "supervisor/audit/record/fields.h"
#include "tests/supervisor/audit/sample_records.h"

namespace guard::supervisor {
namespace {

TEST(ChainTest, CanonicalTextIsTheSortedCompactJsonWithoutTheHash) {
  AuditRecord record = sample_record("quote\" back\\ line\n tab\t \x01 gr\xC3\xBC\xC3\x9F");
  record.approval_id.reset();
  record.hash = "must not appear";
  nlohmann::json json = to_json(record);
  json.erase("hash");
  EXPECT_EQ(canonical_json(record), json.dump());
}

TEST(ChainTest, EveryMemberOfARecordIsHashed) {
  const std::string text = canonical_json(sample_record());
  for (const RecordField& field : kRecordFields) {
    const std::string name = "\"" + std::string(field.name) + "\":";
    EXPECT_EQ(text.find(name) != std::string::npos, field.name != "hash") << field.name;
  }
}

TEST(ChainTest, LinksHoldTheHashBefore) {
  ChainEnd end;
  AuditRecord first = sample_record();
  AuditRecord second = sample_record();
  append_to(end, first);
  append_to(end, second);
  EXPECT_EQ(first.seq, 1U);
  EXPECT_EQ(first.prev_hash, kFirstPrevHash);
  EXPECT_EQ(first.hash, sha256_hex(canonical_json(first)));
  EXPECT_EQ(second.seq, 2U);
  EXPECT_EQ(second.prev_hash, first.hash);
  EXPECT_EQ(end.hash, second.hash);
}

TEST(ChainTest, AChangedFieldChangesTheHash) {
  ChainEnd end;
  AuditRecord record = sample_record();
  append_to(end, record);
  record.decision = "allow";
  EXPECT_NE(record.hash, sha256_hex(canonical_json(record)));
}

TEST(ChainTest, AnOutcomeIsALinkOfItsOwn) {
  ChainEnd end{7, std::string(64, 'b')};
  OutcomeLink link;
  link.outcome = {"id", "failed", 13, 5, "permission denied"};
  link.session_id = "s";
  link.intent_seq = 3;
  link.timestamp = "2025-03-01T09:05:07.000250Z";
  append_to(end, link);
  EXPECT_EQ(link.seq, 8U);
  EXPECT_EQ(canonical_json(link),
            R"({"duration_ms":5,"errno":13,"intent_seq":3,"kind":"outcome","outcome":"failed",)"
            R"("prev_hash":")" +
                std::string(64, 'b') +
                R"(","request_id":"id","result_summary":"permission denied","seq":8,)"
                R"("session_id":"s","timestamp":"2025-03-01T09:05:07.000250Z"})");
}

TEST(DigestTest, MatchesPublishedVectors) {
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hmac_sha256_hex("Jefe", "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(hmac_sha256_hex(std::string(131, '\xaa'),  // longer than a block, and not the last key
                            "Test Using Larger Than Block-Size Key - Hash Key First"),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  EXPECT_EQ(hmac_sha256_hex("", ""),
            "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
}

}  // namespace
}  // namespace guard::supervisor
