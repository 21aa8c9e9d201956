/// The published schema and the reader agree: what one accepts the other does too, and what is written satisfies it.

#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>
#include <oracle/folders.h>
#include <nlohmann/json.hpp>

#include <graze/scene_file.h>

#include "io/mesh/temp.h"

namespace graze {
namespace {

using nlohmann::json;

/// As much of JSON Schema as the published file uses.
class SchemaCheck {
 public:
  explicit SchemaCheck(const json& root) : root_(root) {}

  [[nodiscard]] bool fits(const json& value, const json& schema) const {
    if (schema.contains("$ref")) {
      const auto reference = schema["$ref"].get<std::string>();
      if (!fits(value, root_.at(json::json_pointer(reference.substr(1))))) return false;
    }
    if (schema.contains("type") && !has_type(value, schema["type"].get<std::string>())) return false;
    if (schema.contains("enum") && std::find(schema["enum"].begin(), schema["enum"].end(), value) == schema["enum"].end())
      return false;
    return combined(value, schema) && sized(value, schema) && members(value, schema);
  }

 private:
  static bool has_type(const json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    return type == "integer" ? value.is_number_integer() : value.is_number();
  }

  [[nodiscard]] std::ptrdiff_t count_fitting(const json& value, const json& schemas) const {
    return std::count_if(schemas.begin(), schemas.end(), [&](const json& s) { return fits(value, s); });
  }

  [[nodiscard]] bool combined(const json& value, const json& schema) const {
    if (schema.contains("oneOf") && count_fitting(value, schema["oneOf"]) != 1) return false;
    if (schema.contains("anyOf") && count_fitting(value, schema["anyOf"]) == 0) return false;
    return !schema.contains("allOf") ||
           count_fitting(value, schema["allOf"]) == static_cast<std::ptrdiff_t>(schema["allOf"].size());
  }

  static bool sized(const json& value, const json& schema) {
    if (schema.contains("minItems") && value.is_array() && value.size() < schema["minItems"].get<std::size_t>()) return false;
    if (schema.contains("maxItems") && value.is_array() && value.size() > schema["maxItems"].get<std::size_t>()) return false;
    if (schema.contains("minLength") && value.is_string() && value.get<std::string>().empty()) return false;
    return !schema.contains("minimum") || !value.is_number() || value.get<double>() >= schema["minimum"].get<double>();
  }

  [[nodiscard]] bool members(const json& value, const json& schema) const {
    if (value.is_array() && schema.contains("items"))
      return std::all_of(value.begin(), value.end(), [&](const json& item) { return fits(item, schema["items"]); });
    if (!value.is_object()) return true;
    if (schema.contains("required")) {
      for (const json& name : schema["required"]) {
        if (!value.contains(name.get<std::string>())) return false;
      }
    }
    for (const auto& [name, member] : value.items()) {
      if (!member_fits(name, member, schema)) return false;
    }
    return true;
  }

  [[nodiscard]] bool member_fits(const std::string& name, const json& member, const json& schema) const {
    if (schema.contains("properties") && schema["properties"].contains(name)) return fits(member, schema["properties"][name]);
    if (schema.contains("unevaluatedProperties")) {
      for (const json& part : schema["allOf"]) {
        const json& fields = root_.at(json::json_pointer(part["$ref"].get<std::string>().substr(1)))["properties"];
        if (fields.contains(name)) return true;
      }
      return false;
    }
    if (!schema.contains("additionalProperties")) return true;
    return schema["additionalProperties"].is_object() && fits(member, schema["additionalProperties"]);
  }

  const json& root_;
};

class SceneSchema : public test::TempFiles {
 protected:
  static json schema() {
    std::ifstream file(testing::project_folder() / "docs/schema/scene.schema.json");
    return json::parse(file);
  }
  void expect_agreement(const std::string& text, bool is_scene) const {
    const json root = schema();
    EXPECT_EQ(SchemaCheck(root).fits(json::parse(text), root), is_scene) << text;
    const auto read = read_scene(write("s.json", text));
    EXPECT_EQ(read.has_value(), is_scene) << text << (read ? "" : read.error().message);
  }
};

TEST_F(SceneSchema, AgreesWithTheReader) {
  const std::string ball = R"("type": "sphere", "c": [0,0,0], "r": 1)";
  const std::string shaped = R"("name": "b", "shape": {)" + ball + "}";
  expect_agreement(R"({"bodies": []})", true);
  expect_agreement(R"({"objects": [{"name": "x", )" + ball + R"(, "t": [0,0,1]}]})", true);
  expect_agreement(
      R"({"units": "mm", "comment": "c", "shapes": {"s": {)" + ball +
          R"(}}, "bodies": [{"shape": "s", "q": [1,0,0,0], "scale": 2, "group": 1, "mask": 7, "vel": [0,0,1], "omega": [0,0,1], "center": [0,0,0]}]})",
      true);
  expect_agreement(R"({"bodies": [{)" + shaped + R"(, "keyframes": [{"at": 0, "rpy": [0,0,1]}, {"at": 1, "t": [0,0,1]}]}]})", true);
  expect_agreement(
      R"({"bodies": [{"shape": {"type": "compound", "parts": [{)" + ball + R"(, "t": [0,0,1], "name": "n"}]}}], "exclude": []})",
      true);
  for (const char* wrong :
       {R"({})", R"({"bodies": [], "objects": []})", R"({"bodies": 1})", R"({"bodies": [1]})", R"({"bodies": [{}]})",
        R"({"bodies": [], "bodys": []})", R"({"units": "x", "bodies": []})", R"({"bodies": [{"name": ""}]})",
        R"({"bodies": [], "exclude": [["a"]]})", R"({"bodies": [{"shape": {"type": "ball"}}]})", R"({"bodies": [{"robot": 1}]})",
        R"({"bodies": [], "shapes": []})"})
    expect_agreement(wrong, false);
  for (const char* wrong :
       {R"("t": [0,0])", R"("t": "x")", R"("R": [[1,0,0]])", R"("q": [1,0,0])", R"("group": -1)", R"("mask": 0.5)", R"("vel": [0])",
        R"("keyframes": [])", R"("keyframes": [{"t": [0,0,0]}])", R"("keyframes": [{"at": 0, "x": 1}])"})
    expect_agreement(R"({"bodies": [{)" + shaped + ", " + wrong + "}]}", false);
}

TEST_F(SceneSchema, HoldsForWhatIsWritten) {
  const auto read =
      read_scene(write("s.json", R"({"units": "m", "shapes": {"tet": {"type": "mesh", "v": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]],
    "f": [[0,2,1],[0,1,3],[1,2,3],[2,0,3]]}}, "bodies": [{"name": "a", "shape": "tet", "rpy": [1,0,0], "scale": 2, "vel": [0,0,1]},
    {"name": "b", "shape": {"type": "compound", "parts": [{"shape": "tet", "t": [0,0,1]}, {"type": "point", "p": [0,0,0]}]}, "keyframes": [{"at": 1}]}],
    "exclude": [["a", "b"]]})"));
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_TRUE(write_scene(path("out.json"), *read));
  const json root = schema();
  EXPECT_TRUE(SchemaCheck(root).fits(json::parse(contents("out.json")), root)) << contents("out.json");
}

}  // namespace
}  // namespace graze
