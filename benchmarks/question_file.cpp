#include "question_file.h"

#include <cstdio>
#include <fstream>

namespace graze::bench {
namespace {

bool are_about_two_meshes(const Question& question, const Question& first) {
  return question.a && question.b && question.a->geometry.tree() && question.b->geometry.tree() &&
         question.a->geometry.tree() == first.a->geometry.tree() && question.b->geometry.tree() == first.b->geometry.tree();
}

}  // namespace

std::optional<std::vector<Question>> read_questions(const std::filesystem::path& file) {
  std::ifstream in(file);
  const QuestionReader reader(file.parent_path());
  std::vector<Question> questions;
  for (std::string line; std::getline(in, line);) {
    QuestionLine read = reader.read(line);
    if (!read.question || !are_about_two_meshes(*read.question, questions.empty() ? *read.question : questions.front())) {
      std::fprintf(stderr, "%s: question %zu: %s\n", file.c_str(), questions.size() + 1,
                   read.question ? "not about the same two meshes" : read.question.error().message.c_str());
      return std::nullopt;
    }
    questions.push_back(*std::move(read.question));
  }
  if (questions.empty()) std::fprintf(stderr, "%s: no question\n", file.c_str());
  return questions.empty() ? std::nullopt : std::optional(std::move(questions));
}

}  // namespace graze::bench
