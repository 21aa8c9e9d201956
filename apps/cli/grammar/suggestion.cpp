/// Edit distance with swaps of neighbours, over words stripped of case and punctuation.

#include "grammar/suggestion.h"

#include <algorithm>
#include <cctype>

namespace graze::cli {
namespace {

std::string bare(std::string_view word) {
  std::string letters;
  for (const unsigned char c : word)
    if (std::isalnum(c)) letters += static_cast<char>(std::tolower(c));
  return letters;
}

/// Insertions, deletions, exchanges of a letter and swaps of two neighbours that lead from one word to the other.
std::size_t slips(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      const std::size_t exchanged = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, exchanged});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

/// One slip in short words, two in words of five letters and more, three in those of nine.
std::size_t forgiven(std::size_t letters) { return letters < 5 ? 1 : letters < 9 ? 2 : 3; }

/// Typing only the start of a word is no slip: "dist" for "distance".
bool begins(const std::string& word, const std::string& start) { return start.size() >= 3 && word.starts_with(start); }

}  // namespace

std::optional<std::string> nearest_word(std::string_view wrong, const std::vector<std::string>& known) {
  const std::string letters = bare(wrong.substr(0, 64));  // longer than any word of ours
  std::optional<std::string> nearest;
  std::size_t least = forgiven(letters.size()) + 1;
  for (const std::string& word : known) {
    const std::string other = bare(word);
    const std::size_t cost = other == letters ? 0 : begins(other, letters) ? 1 : slips(letters, other);
    if (cost >= least) continue;
    least = cost;
    nearest = word;
  }
  return nearest;
}

std::string suggestion(std::string_view wrong, const std::vector<std::string>& known) {
  const std::optional<std::string> word = nearest_word(wrong, known);
  return word ? " (did you mean " + *word + "?)" : "";
}

}  // namespace graze::cli
