/// The options of a body.

#include "input/body_argument.h"

#include <graze/options.h>

#include "answer/units.h"
#include "grammar/bindings.h"

namespace graze::cli {
namespace {

template <class Methods>
std::vector<std::string> words_for(const Methods& methods) {
  std::vector<std::string> words;
  for (const auto& method : methods) words.emplace_back(method.name);
  return words;
}

}  // namespace

std::vector<Option> solidity_options(SolidityFlags& into) {
  return {excluding(flag("--solid", "All meshes are solids; one that is not closed is an error", into.solid), {"--surface"}),
          flag("--surface", "All meshes are surfaces, closed ones too: what is inside does not meet them", into.surface)};
}

OptionGroup placing_options(const std::string& title, const std::string& prefix, BodyArgument& into) {
  const std::string pose = prefix + "-pose", rotate = prefix + "-rotate", quat = prefix + "-quat", rpy = prefix + "-rpy";
  PoseText& text_of = into.pose;
  Option refit =
      file(prefix + "-refit", "FILE", "Mesh file whose vertices replace those of this one; its tree is refitted", into.refit);
  return {title,
          {text(prefix + "-scale", "S", "Factor, or sx,sy,sz, before the pose", into.scale),
           excluding(text(rotate, "AXIS,DEGREES", "Turn: z,45 or ax,ay,az,45", text_of.rotate), {pose, quat, rpy}),
           excluding(text(quat, "W,X,Y,Z", "Turn by a quaternion", text_of.quat), {pose, rpy}),
           excluding(text(rpy, "R,P,Y", "Turn about x, then y, then z, in radians as in URDF; 0,0,90deg in degrees", text_of.rpy),
                     {pose}),
           excluding(text(prefix + "-translate", "X,Y,Z", "Move, after the turn", text_of.translate), {pose}),
           text(pose, "NUMBERS", "12 numbers, the rows of [R | t], or the 16 of a 4x4 matrix, rows first", text_of.pose),
           choice(prefix == "-" ? "--file-units" : prefix + "-units", "UNIT",
                  "Unit of the file, where it tells none or a wrong one", unit_names(), into.unit),
           std::move(refit)}};
}

OptionGroup motion_options(const std::string& title, const std::string& prefix, BodyArgument& into) {
  const std::string keyframe = prefix + "-keyframe";
  return {
      title,
      {excluding(text(prefix + "-vel", "X,Y,Z", "Velocity", into.velocity), {keyframe}),
       excluding(
           text(prefix + "-omega", "X,Y,Z", "Angular velocity, radians per unit of time, along the axis of the turn", into.omega),
           {keyframe}),
       needing(excluding(text(prefix + "-center", "X,Y,Z",
                              "The point it turns about, moving with the velocity; default: the origin of its pose", into.center),
                         {keyframe}),
               {prefix + "-omega"}),
       texts(
           keyframe, "T:X,Y,Z[:TURN]",
           "Where it is at time T; between two of them it moves and turns evenly. Once for each keyframe. TURN: z,90 or q=w,x,y,z "
           "or rpy=r,p,y",
           into.keyframes)}};
}

Option repair_option(BodyArgument& a, BodyArgument& b) {
  return {.name = "--repair",
          .help = "Replace the rotations of --a-pose and --b-pose, rounded or drifted, by the nearest ones",
          .set = [&a, &b](const std::string&) -> Result<void> {
            a.repair = b.repair = true;
            return {};
          },
          .needs = {"--a-pose", "--b-pose"}};
}

OptionGroup tree_options(TreeArgument& into) {
  return {"How trees are built (answers do not depend on it)",
          {choice("--kind", "KIND", "Kind of tree: " + names_of(tree_kinds), words_for(tree_kinds), into.kind),
           choice("--rule", "RULE", "Where sets are cut: " + names_of(split_rules), words_for(split_rules), into.rule),
           choice("--fit", "FIT", "How boxes are fitted: " + names_of(node_fits), words_for(node_fits), into.fit),
           count("--leaf", "N", "Triangles a leaf, at most", into.leaf),
           count("--depth", "N", "Cuts from the root, at most", into.depth),
           flag("--box-leaves", "Leaves of several triangles answer by their box: faster, contact never missed", into.box_leaves),
           flag("--compact", "A tree of a third of the size; questions take somewhat longer", into.compact)}};
}

std::string solidity_text() {
  return "A closed mesh counts as the solid that it bounds: what is wholly inside meets it. A mesh with open edges has no inside "
         "and counts as a surface. --surface makes all meshes surfaces, which only meet where triangles do; --solid refuses meshes "
         "that "
         "are not closed. The answer says what each body counted as.";
}

}  // namespace graze::cli
