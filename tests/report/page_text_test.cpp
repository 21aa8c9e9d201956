/// Foreign text stays text: in HTML, in scripts, whatever its bytes are.

#include "report/page_text.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "report/blob.h"

namespace graze::report {
namespace {

TEST(PageText, EscapesEveryCharacterThatMeansSomethingInHtml) {
  EXPECT_EQ(html_text(R"(<a href="x" title='y'>&</a>)"), "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;");
}

TEST(PageText, KeepsValidUtf8AndReplacesWhatIsNot) {
  EXPECT_EQ(valid_utf8("Zahnrad ä € 𝄞"), "Zahnrad ä € 𝄞");
  EXPECT_EQ(valid_utf8("\xff"), "\xEF\xBF\xBD");
  EXPECT_EQ(valid_utf8("a\xC3"), "a\xEF\xBF\xBD");                                // cut short
  EXPECT_EQ(valid_utf8("\xC0\xBC"), "\xEF\xBF\xBD\xEF\xBF\xBD");                  // an overlong '<'
  EXPECT_EQ(valid_utf8("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");  // a surrogate
  EXPECT_EQ(valid_utf8(std::string_view("a\0b", 3)),
            "a\xEF\xBF\xBD"
            "b");
}

TEST(PageText, JsonInAScriptHoldsNothingThatEndsIt) {
  const nlohmann::json json{{"name", "</script><script>alert(1)</script><!-- & \xE2\x80\xA8\xE2\x80\xA9"}};
  const std::string text = script_json(json);
  for (const char* forbidden : {"<", ">", "&", "\xE2\x80\xA8", "\xE2\x80\xA9"})
    EXPECT_EQ(text.find(forbidden), std::string::npos) << forbidden;
  EXPECT_EQ(nlohmann::json::parse(text), json);
}

TEST(Blob, Base64AgreesWithTheExamplesOfRfc4648) {
  const std::pair<const char*, const char*> examples[] = {{"", ""},
                                                          {"f", "Zg=="},
                                                          {"fo", "Zm8="},
                                                          {"foo", "Zm9v"},
                                                          {"foob", "Zm9vYg=="},
                                                          {"fooba", "Zm9vYmE="},
                                                          {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : examples) EXPECT_EQ(base64(bytes), text);
  EXPECT_EQ(base64("\xff\xff\xff"), "////");
}

TEST(Blob, RunsBeginAtMultiplesOfFour) {
  Blob blob;
  EXPECT_EQ(blob.add_indices(std::array<std::uint32_t, 3>{1, 2, 65535}, true), 0U);
  EXPECT_EQ(blob.add_floats(std::array<float, 1>{1}), 8U);
  EXPECT_EQ(blob.add_indices(std::array<std::uint32_t, 1>{65536}, false), 12U);
  EXPECT_EQ(blob.bytes().substr(0, 6), std::string_view("\x01\0\x02\0\xff\xff", 6));
  EXPECT_EQ(blob.bytes().size(), 16U);
}

}  // namespace
}  // namespace graze::report
