/// Which options a question takes, and what is said about those that it does not.

#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/query_format.h>

namespace graze {
namespace {

using nlohmann::json;

const std::string two_points = R"("a": {"type": "point", "p": [0,0,0]}, "b": {"type": "point", "p": [3,4,0]})";
const std::string cubes =
    R"("a": {"type": "mesh", "v": [[-2,-2,-2],[9,-2,-2],[-2,9,-2],[-2,-2,9]], "f": [[0,2,1],[0,1,3],[0,3,2],[1,2,3]]},
                            "b": {"type": "mesh", "v": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "f": [[0,2,1],[0,1,3],[0,3,2],[1,2,3]]})";

json ask_strictly(const std::string& line, bool strict = false) {
  return json::parse(answer(QuestionReader("", strict).read(line)).line);
}

std::string complaint(const std::string& fields, bool strict = false) {
  const json found = ask_strictly("{" + fields + ", " + two_points + "}", strict);
  if (found["ok"] == true) return "answered";
  return found["error"]["code"].get<std::string>() + " " + found["error"]["message"].get<std::string>();
}

TEST(QuestionOptions, ThatAQuestionDoesNotTakeAreErrors) {
  EXPECT_EQ(complaint(R"("query": "overlap", "clearance": 1)"),
            "bad_option clearance: not an option of overlap, which takes solid");
  EXPECT_EQ(complaint(R"("query": "penetration", "t_max": 1)"),
            "bad_option t_max: not an option of penetration, which takes direction");
  EXPECT_EQ(complaint(R"("query": "distance", "solid": true)"), "answered");
}

TEST(QuestionOptions, ThatAreOneEditAwaySayWhatWasMeant) {
  EXPECT_EQ(complaint(R"("query": "sweep", "tmax": 1)"), "bad_option tmax: did you mean t_max?");
  EXPECT_EQ(complaint(R"("query": "sweep", "T_Max": 1)"), "bad_option T_Max: did you mean t_max?");
  EXPECT_EQ(complaint(R"("query": "overlap", "solids": true)"), "bad_option solids: did you mean solid?");
  EXPECT_EQ(complaint(R"("query": "overlap", "sold": true)"), "bad_option sold: did you mean solid?");
  EXPECT_EQ(complaint(R"("query": "status", "clearence": 1)"), "bad_option clearence: did you mean clearance?");
  EXPECT_EQ(complaint(R"("query": "overlap", "tmax": 1)"), "bad_option tmax: did you mean t_max?") << "of any question";
  EXPECT_EQ(complaint(R"("query": "overlap", "expects": {"intersect": true})"), "bad_option expects: did you mean expect?");
}

TEST(QuestionOptions, LeaveAnnotationsAloneUnlessStrict) {
  const std::string annotated =
      R"("query": "overlap", "source": "by hand", "class": 3, "family": "near", "note": "two edits from nothing")";
  EXPECT_EQ(complaint(annotated), "answered");
  EXPECT_EQ(complaint(R"("query": "overlap", "source": "by hand")", true), "bad_option source: unknown field");
  EXPECT_EQ(complaint(R"("query": "overlap", "id": 1, "expect": {}, "borderline": true, "disputed": false, "inputs_rounded": true)",
                      true),
            "answered");
}

TEST(QuestionOptions, CallTheToleranceByEitherName) {
  const auto status_with = [](const std::string& option) {
    return ask_strictly(R"({"query": "status", )" + option + ", " + two_points + "}").value("status", "none");
  };
  EXPECT_EQ(status_with(R"("tolerance": 5)"), "touching");
  EXPECT_EQ(status_with(R"("tol": 5)"), "touching");
  EXPECT_EQ(status_with(R"("tol": 4.5)"), "separated");
  EXPECT_EQ(complaint(R"("query": "status", "tol": 1, "tolerance": 1)"), "bad_option tol: the same as tolerance; give one of them");
  EXPECT_EQ(complaint(R"("query": "sweep", "tolerance": 0)"), "bad_option tolerance: 0 is not > 0");
}

TEST(QuestionOptions, SaySolidOfTheQuestionOrOfABody) {
  const auto meet = [](const std::string& fields, const std::string& bodies) {
    return ask_strictly(R"({"query": "overlap")" + fields + ", " + bodies + "}").at("intersect").get<bool>();
  };
  EXPECT_FALSE(meet("", cubes));
  EXPECT_TRUE(meet(R"(, "solid": true)", cubes));
  const auto with_a = [&](const std::string& solid) {
    std::string bodies = cubes;
    return bodies.replace(bodies.find(R"("mesh")"), 6, R"("mesh", "solid": )" + solid);
  };
  EXPECT_TRUE(meet("", with_a("true")));
  EXPECT_FALSE(meet(R"(, "solid": true)", with_a("false"))) << "a body knows better";
  EXPECT_EQ(ask_strictly(R"({"query": "overlap", )" + with_a("1") + "}")["error"]["message"],
            "a.solid: expected true or false, found a number");
  EXPECT_EQ(complaint(R"("query": "overlap", "z": {"solid": true})"), "answered");
}

TEST(QuestionOptions, ShowThatAListWasCutShort) {
  const std::string same = R"("a": {"type": "mesh", "v": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "f": [[0,2,1],[0,1,3],[0,3,2],[1,2,3]]},
                             "b": {"type": "mesh", "v": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "f": [[0,2,1],[0,1,3],[0,3,2],[1,2,3]]})";
  for (const char* query : {R"("intersection")", R"("pairs_within", "distance": 0)", R"("sweep", "t_max": 0, "pairs": true)"}) {
    const std::string start = R"({"query": )" + std::string(query);
    EXPECT_EQ(ask_strictly(start + R"(, "max_pairs": 3, )" + same + "}").value("truncated", false), true) << query;
    EXPECT_FALSE(ask_strictly(start + ", " + same + "}").contains("truncated")) << query;
  }
}

TEST(QuestionOptions, AskARaycastForItsFirstCrossingOnly) {
  const std::string line =
      R"(, "a": {"type": "ray", "o": [-5,0.1,0.2], "d": [1,0,0]}, "b": {"type": "sphere", "c": [0,0,0], "r": 1}})";
  EXPECT_EQ(ask_strictly(R"({"query": "raycast")" + line)["hits"].size(), 2U);
  EXPECT_EQ(ask_strictly(R"({"query": "raycast", "first_only": true)" + line)["hits"].size(), 1U);
}

}  // namespace
}  // namespace graze
