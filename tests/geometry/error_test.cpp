/// Errors carry a word for machines and, for people, the path to the culprit.

#include <set>
#include <string>

#include <gtest/gtest.h>

#include <graze/answers.h>
#include <graze/error.h>

namespace graze {
namespace {

std::string path_of(std::string_view path, std::string message) {
  return at(path, Error{ErrorCode::bad_shape, std::move(message)}).message;
}

TEST(ErrorName, IsTheWordOfTheQueryFormat) {
  EXPECT_EQ(name_of(ErrorCode::not_finite), "not_finite");
  EXPECT_EQ(name_of(ErrorCode::bad_shape), "bad_shape");
  EXPECT_EQ(name_of(ErrorCode::unknown_query), "unknown_query");
  EXPECT_EQ(name_of(ErrorCode::unsupported_pair), "unsupported_pair");
  EXPECT_EQ(name_of(ErrorCode::file), "file");
}

TEST(ErrorName, IsDifferentForEveryCode) {
  std::set<std::string_view> names;
  for (int code = 0; code <= static_cast<int>(ErrorCode::limit); ++code) names.insert(name_of(static_cast<ErrorCode>(code)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(ErrorCode::limit) + 1);
  EXPECT_FALSE(names.contains("unknown"));
}

TEST(ErrorPath, JoinsFieldsWithADot) { EXPECT_EQ(path_of("b", "h: negative half extent"), "b.h: negative half extent"); }

TEST(ErrorPath, JoinsAnIndexWithoutADot) { EXPECT_EQ(path_of("h", "[1]: negative half extent"), "h[1]: negative half extent"); }

TEST(ErrorPath, StartsAPathAtABareReason) { EXPECT_EQ(path_of("h", "expected three numbers"), "h: expected three numbers"); }

TEST(ErrorPath, GrowsOutwardsOneLevelAtATime) {
  const Error at_number{ErrorCode::bad_shape, "negative half extent -0.5"};
  EXPECT_EQ(at("b", at("h", at("[1]", at_number))).message, "b.h[1]: negative half extent -0.5");
}

TEST(ErrorPath, KeepsTheCode) { EXPECT_EQ(at("a", Error{ErrorCode::limit, "too large"}).code, ErrorCode::limit); }

TEST(Result, HoldsWhatFailPutIn) {
  const Result<int> result = fail(ErrorCode::file, "cube.stl: no such file");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::file);
  EXPECT_EQ(result.error().message, "cube.stl: no such file");
}

TEST(Feature, IsInteriorOfNoMeshByDefault) {
  EXPECT_EQ(Feature{}, (Feature{FeatureKind::interior, 0, -1}));
  EXPECT_NE(Feature{}, (Feature{FeatureKind::face, 0, -1}));
}

TEST(Impact, HasNoNormalUntilOneIsKnown) {
  EXPECT_FALSE(Impact{}.normal);
  EXPECT_TRUE(Impact{}.set.points.empty());
}

}  // namespace
}  // namespace graze
