/// Words, numbers and lines of text files, against a reading of the same text done another way.

#include <bit>
#include <cerrno>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/mesh/text.h"

namespace graze::io {
namespace {

using Words = std::vector<std::string>;

TEST(Numbers, AreFiniteDecimalsAndNothingElse) {
  const auto is = [](std::string_view word, double value) {
    const auto number = to_number(word);
    return number && std::bit_cast<std::uint64_t>(*number) == std::bit_cast<std::uint64_t>(value);
  };
  EXPECT_TRUE(is("0", 0) && is("-0", -0.0) && is("+0", 0) && is("1", 1) && is("-1.5", -1.5));
  EXPECT_TRUE(is(".5", 0.5) && is("5.", 5) && is("-.5e1", -5) && is("1E3", 1000) && is("1e+3", 1000) && is("+1e-3", 1e-3));
  EXPECT_TRUE(is("000000000000000000000000001", 1) && is("0.000000000000000000000000000000", 0));
  for (const char* word :
       {"",     "+",  "-",   ".",   "e",   "1e",   "1e+", "--1",  "+-1",  "-+1",      "++1",   "1 ",     " 1",    "1,5",   "1_000",
        "0x10", "1f", "1d3", "nan", "NaN", "-nan", "inf", "-inf", "+inf", "Infinity", "1e999", "-1e999", "1.2.3", "1e1e1", "١"})
    EXPECT_FALSE(to_number(word)) << word;
}

/// The C library rounds correctly too, by another method.
TEST(Numbers, AreTheNearestDoubles) {
  std::mt19937_64 random(31);
  const auto digits = [&](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += static_cast<char>('0' + random() % 10);
    return text;
  };
  for (int i = 0; i < 50'000; ++i) {
    const std::string text = fmt::format("{}{}.{}e{}", random() % 2 == 0 ? "-" : "", digits(1 + random() % 25),
                                         digits(random() % 30), static_cast<int>(random() % 660) - 350);
    const double expected = std::strtod(text.c_str(), nullptr);
    const auto number = to_number(text);
    ASSERT_EQ(number.has_value(), std::isfinite(expected)) << text << ", case " << i << " of seed 31";
    if (number) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(*number), std::bit_cast<std::uint64_t>(expected)) << text << ", case " << i;
    }
  }
}

TEST(Numbers, HalfwayBetweenDoublesGoToTheEvenOne) {
  EXPECT_EQ(to_number("9007199254740993"), 9007199254740992.0);
  EXPECT_EQ(to_number("9007199254740995"), 9007199254740996.0);
  EXPECT_EQ(to_number("9007199254740993.0000000000000000000000000000000000001"), 9007199254740994.0);
  EXPECT_EQ(to_number("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_EQ(to_number("1.7976931348623158e308"), std::numeric_limits<double>::max());
  EXPECT_FALSE(to_number("1.7976931348623159e308")) << "nearer to 2^1024";
  EXPECT_EQ(to_number("4.9406564584124654e-324"), 5e-324);
  EXPECT_EQ(to_number("2.4703282292062329e-324"), 5e-324) << "just above half of it";
  EXPECT_EQ(to_number("2.4703282292062327e-324"), 0) << "just below";
  EXPECT_EQ(to_number("1e-400"), 0);
  EXPECT_EQ(to_number("2.2250738585072011e-308"), 2.2250738585072011e-308) << "once a way to hang programs";
}

TEST(Numbers, DoNotDependOnTheLocale) {
  const char* german = std::setlocale(LC_NUMERIC, "de_DE.UTF-8");
  EXPECT_EQ(to_number("1.5"), 1.5);
  EXPECT_FALSE(to_number("1,5"));
  if (german != nullptr) std::setlocale(LC_NUMERIC, "C");
}

TEST(Integers, FitSixtyFourBits) {
  EXPECT_EQ(to_integer("0"), 0);
  EXPECT_EQ(to_integer("-0"), 0);
  EXPECT_EQ(to_integer("+12"), 12);
  EXPECT_EQ(to_integer("007"), 7);
  EXPECT_EQ(to_integer("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(to_integer("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  for (const char* word :
       {"", "+", "-", "1.0", "1e3", "9223372036854775808", "-9223372036854775809", "0x1", "1 ", "+-1", "++1", "1a"})
    EXPECT_FALSE(to_integer(word)) << word;
}

TEST(TextWords, AreTheSameInUpperAndLowerCase) {
  EXPECT_TRUE(same_word("SoLiD", "solid"));
  EXPECT_TRUE(same_word(".STL", ".stl"));
  EXPECT_FALSE(same_word("solids", "solid"));
  EXPECT_FALSE(same_word("soli", "solid"));
  EXPECT_FALSE(same_word("", "solid"));
  EXPECT_FALSE(same_word("[", "{")) << "32 apart, but no letters";
}

TEST(ByteOrderMarks, AreLeftOutOnceAndOnlyInFront) {
  EXPECT_EQ(without_mark("\xEF\xBB\xBFsolid"), "solid");
  EXPECT_EQ(without_mark("\xEF\xBB\xBF\xEF\xBB\xBFx"), "\xEF\xBB\xBFx");
  EXPECT_EQ(without_mark("\xEF\xBB"), "\xEF\xBB");
  EXPECT_EQ(without_mark(""), "");
}

TEST(TextCursor, EndsLinesAtEveryKindOfLineEnd) {
  TextCursor cursor("a b\nc\r\nd\re\n\r\n\rf");
  Words words;
  std::vector<std::uint64_t> lines;
  for (std::string_view word = cursor.word_across_lines(); !word.empty(); word = cursor.word_across_lines()) {
    words.emplace_back(word);
    lines.push_back(cursor.line());
  }
  EXPECT_EQ(words, (Words{"a", "b", "c", "d", "e", "f"}));
  EXPECT_EQ(lines, (std::vector<std::uint64_t>{1, 1, 2, 3, 4, 7})) << "LF, CR LF and CR count one each";
  EXPECT_TRUE(cursor.at_end());
}

TEST(TextCursor, StopsAtTheEndOfALineUntilItIsToldToGoOn) {
  TextCursor cursor(" \t one \v\f two \n three");
  EXPECT_EQ(cursor.word(), "one");
  EXPECT_FALSE(cursor.line_is_over());
  EXPECT_EQ(cursor.word(), "two");
  EXPECT_TRUE(cursor.line_is_over());
  EXPECT_EQ(cursor.word(), "");
  EXPECT_EQ(cursor.word(), "");
  EXPECT_TRUE(cursor.next_line());
  EXPECT_EQ(cursor.rest_of_line(), "three");
  EXPECT_FALSE(cursor.next_line());
  EXPECT_EQ(cursor.line(), 2U);
}

TEST(TextCursor, TakesHashesAndBackslashesForWordsUnlessTheStyleSaysOtherwise) {
  TextCursor plain("a#b \\\n c");
  EXPECT_EQ(plain.word(), "a#b");
  EXPECT_EQ(plain.word(), "\\");
  EXPECT_TRUE(plain.line_is_over());
  TextCursor comments("a#b c\nd", {.hash_comments = true});
  EXPECT_EQ(comments.word(), "a");
  EXPECT_TRUE(comments.line_is_over());
  EXPECT_EQ(comments.word_across_lines(), "d");
  TextCursor continued("a\\\n b\\x \\\r\n\\\r c\\", {.line_continuations = true});
  EXPECT_EQ(continued.word(), "a");
  EXPECT_EQ(continued.word(), "b\\x") << "a backslash elsewhere is a letter";
  EXPECT_EQ(continued.word(), "c\\") << "and so is one at the end of the text";
  EXPECT_EQ(continued.line(), 4U);
  EXPECT_FALSE(continued.next_line());
}

TEST(TextCursor, DoesNotContinueACommentThatEndsInABackslash) {
  TextCursor cursor("v # C:\\path\\\nf", {.hash_comments = true, .line_continuations = true});
  EXPECT_EQ(cursor.word(), "v");
  EXPECT_TRUE(cursor.next_line());
  EXPECT_EQ(cursor.word(), "f");
}

TEST(TextCursor, LooksAtNothingBeyondItsText) {
  const std::string whole = "a\\\nb";
  TextCursor cursor(std::string_view(whole).substr(0, 2), {.line_continuations = true});
  EXPECT_EQ(cursor.word(), "a\\");
  const std::string returns = "a\r\nb";
  TextCursor cut(std::string_view(returns).substr(0, 2));
  EXPECT_EQ(cut.word(), "a");
  EXPECT_FALSE(cut.next_line());
  EXPECT_EQ(cut.offset(), 2U);
}

TEST(TextCursor, CountsWhatIsLeft) {
  TextCursor cursor("ab cd");
  EXPECT_EQ(cursor.offset(), 0U);
  EXPECT_EQ(cursor.bytes_left(), 5U);
  EXPECT_EQ(cursor.word(), "ab");
  EXPECT_EQ(cursor.offset(), 2U);
  EXPECT_EQ(cursor.bytes_left(), 3U);
}

/// Letter by letter, with none of the cursor's tables: lines of words, comments taken out.
std::vector<Words> lines_by_letters(std::string_view text, bool hash_comments) {
  std::vector<Words> lines(1);
  bool in_word = false, in_comment = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n' || c == '\r') {
      if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
      in_word = in_comment = false;
      lines.emplace_back();
    } else if (in_comment || c == ' ' || c == '\t' || c == '\v' || c == '\f') {
      in_word = false;
    } else if (hash_comments && c == '#') {
      in_comment = true;
    } else {
      if (!in_word) lines.back().emplace_back();
      lines.back().back() += c;
      in_word = true;
    }
  }
  return lines;
}

TEST(TextCursor, FindsTheWordsOfRandomTextLineByLine) {
  std::mt19937 random(12);
  constexpr std::string_view letters("ab \t\n\r#\\\v\f\0\xff", 12);
  for (int round = 0; round < 5000; ++round) {
    std::string text;
    for (std::size_t length = random() % 30; length > 0; --length) text += letters[random() % letters.size()];
    for (const bool hash_comments : {false, true}) {
      TextCursor cursor(text, {.hash_comments = hash_comments});
      std::vector<Words> lines;
      do {
        lines.emplace_back();
        for (std::string_view word = cursor.word(); !word.empty(); word = cursor.word()) lines.back().emplace_back(word);
        ASSERT_EQ(cursor.line(), lines.size());
      } while (cursor.next_line());
      std::vector<Words> expected = lines_by_letters(text, hash_comments);
      const bool ends_in_line_end = !text.empty() && (text.back() == '\n' || text.back() == '\r');
      if (ends_in_line_end) expected.pop_back();  // after the last line end there is no line
      ASSERT_EQ(lines, expected) << "round " << round << " of seed 12";
    }
  }
}

}  // namespace
}  // namespace graze::io
