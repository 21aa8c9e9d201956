/// Files mapped and replaced: what is refused and why, that limits hold to the byte, and that nothing half-written stays.

#include <unistd.h>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <graze/file.h>

#include "io/files/source.h"
#include "io/files/write.h"

namespace graze::io {
namespace {

namespace fs = std::filesystem;

class Files : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "graze_files_XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    directory_ = name;
  }
  void TearDown() override {
    ::chmod(directory_.c_str(), 0700);
    fs::remove_all(directory_);
  }

  [[nodiscard]] fs::path path(const std::string& name) const { return directory_ / name; }
  [[nodiscard]] fs::path written(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  [[nodiscard]] std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(directory_), fs::directory_iterator()));
  }
  static std::string bytes_of(const fs::path& file) {
    std::string bytes(fs::file_size(file), '\0');
    std::ifstream(file, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return bytes;
  }

  fs::path directory_;
};

using MappedFiles = Files;
using ReplacedFiles = Files;

TEST_F(MappedFiles, HoldTheBytesOfTheFileZerosIncluded) {
  const std::string bytes("a\0b\r\n\xff\0", 7);
  const auto file = MappedFile::open(written("a", bytes), 100);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->bytes(), bytes);
}

TEST_F(MappedFiles, KeepTheLimitToTheByte) {
  const fs::path file = written("a", std::string(1000, 'x'));
  EXPECT_TRUE(MappedFile::open(file, 1000));
  const auto refused = MappedFile::open(file, 999);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::limit);
  EXPECT_EQ(refused.error().message, file.string() + ": has 1000 bytes, more than the limit of 999");
}

TEST_F(MappedFiles, MayBeMovedAndSwappedWithoutLosingTheirBytes) {
  auto one = MappedFile::open(written("one", "first"), 100);
  auto two = MappedFile::open(written("two", "second file"), 100);
  ASSERT_TRUE(one && two);
  MappedFile moved = std::move(*one);
  EXPECT_EQ(moved.bytes(), "first");
  EXPECT_TRUE(one->bytes().empty());
  moved = std::move(*two);
  EXPECT_EQ(moved.bytes(), "second file");
}

TEST_F(MappedFiles, StayReadableWhenTheNameIsGone) {
  const fs::path name = written("gone", "still here");
  const auto file = MappedFile::open(name, 100);
  fs::remove(name);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->bytes(), "still here");
}

TEST_F(MappedFiles, SayWhyThereIsNothingToMap) {
  const auto why = [](const fs::path& file) {
    const auto opened = MappedFile::open(file, 100);
    return opened ? std::string("fine") : opened.error().message.substr(file.string().size());
  };
  EXPECT_EQ(why(path("none")), ": cannot open: No such file or directory");
  EXPECT_EQ(why(directory_), ": is a directory");
  EXPECT_EQ(why(written("empty", "")), ": is empty");
  EXPECT_EQ(why("/dev/null"), ": is not a regular file");
  EXPECT_EQ(why(written("file", "x") / "below"), ": cannot open: Not a directory");
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(why(path("pipe")), ": is not a regular file") << "and no waiting for a writer";
  fs::create_symlink("loop", path("loop"));
  EXPECT_EQ(why(path("loop")), ": cannot open: Too many levels of symbolic links");
  fs::create_symlink("file", path("link"));
  EXPECT_EQ(why(path("link")), "fine");
  EXPECT_EQ(why(path(std::string(300, 'n'))), ": cannot open: File name too long");
}

TEST_F(ReplacedFiles, HoldWhatWasWrittenAndNothingElseIsLeft) {
  const std::string bytes("\0\r\n\xff", 4);
  ASSERT_TRUE(replace_file(path("a"), bytes));
  EXPECT_EQ(bytes_of(path("a")), bytes);
  ASSERT_TRUE(replace_file(path("a"), "shorter"));
  EXPECT_EQ(bytes_of(path("a")), "shorter");
  ASSERT_TRUE(replace_file(path("a"), ""));
  EXPECT_EQ(bytes_of(path("a")), "");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(ReplacedFiles, ComeInOneStepSoThatReadersSeeTheOldOrTheNewOne) {
  const fs::path name = written("a", std::string(5000, 'o'));
  const auto reader = MappedFile::open(name, 1 << 20);
  ASSERT_TRUE(reader);
  ASSERT_TRUE(replace_file(name, std::string(100'000, 'n')));
  EXPECT_EQ(reader->bytes(), std::string(5000, 'o'));
  EXPECT_EQ(bytes_of(name), std::string(100'000, 'n'));
}

TEST_F(ReplacedFiles, LeaveTheOldOneAloneWhenTheyCannotBeWritten) {
  EXPECT_EQ(replace_file(path("none/a"), "x").error().message,
            path("none/a").string() + ": cannot write: No such file or directory");
  fs::create_directory(path("taken"));
  EXPECT_EQ(replace_file(path("taken"), "x").error().message, path("taken").string() + ": cannot write: Is a directory");
  EXPECT_EQ(entries(), 1U) << "no part of a file";
}

/// The part of another writer, or of one that was killed, is neither touched nor in the way.
TEST_F(ReplacedFiles, FindANameBesideThatIsFree) {
  const auto part = [&](int i) { return path(".graze-" + std::to_string(::getpid()) + "-" + std::to_string(i) + ".part"); };
  for (int i = 0; i < 200; ++i) std::ofstream(part(i)) << "of another";
  for (const bool named : {false, true}) {
    ASSERT_TRUE(replace_file(path("a"), named ? "x" : "y", {.named = named}));
    EXPECT_EQ(bytes_of(path("a")), named ? "x" : "y");
  }
  for (int i = 0; i < 200; ++i) EXPECT_EQ(bytes_of(part(i)), "of another");
  EXPECT_EQ(entries(), 201U);
  const std::string long_name(255, 'n');
  EXPECT_TRUE(replace_file(path(long_name), "x")) << "the name beside is not longer than the name itself may be";
}

TEST_F(ReplacedFiles, AreNeverDevicesPipesOrSockets) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  fs::create_symlink("pipe", path("link"));
  fs::create_symlink("/dev/null", path("null"));
  for (const bool named : {false, true}) {
    for (const fs::path& name : {path("pipe"), path("link"), path("null"), fs::path("/dev/null"), fs::path("/dev/stdout")}) {
      const auto refused = replace_file(name, "x", {.named = named});
      ASSERT_FALSE(refused) << name;
      EXPECT_EQ(refused.error().code, ErrorCode::file);
    }
    EXPECT_EQ(replace_file(path("pipe"), "x", {.named = named}).error().message,
              path("pipe").string() + ": cannot write: is not a regular file");
  }
  EXPECT_TRUE(fs::is_fifo(path("pipe")));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_EQ(entries(), 3U);
}

TEST_F(ReplacedFiles, FollowLinksAlsoToFilesThatAreNotThereYet) {
  fs::create_directory(path("below"));
  fs::create_symlink("below/real", path("link"));
  fs::create_symlink(path("link"), path("link_to_link"));
  fs::create_symlink("loop", path("loop"));
  for (const bool named : {false, true}) {
    for (const char* name : {"link", "link_to_link"}) {
      const std::string bytes = std::string(name) + (named ? "1" : "2");
      ASSERT_TRUE(replace_file(path(name), bytes, {.named = named}));
      EXPECT_TRUE(fs::is_symlink(path(name))) << name;
      EXPECT_EQ(bytes_of(path("below/real")), bytes);
    }
    fs::remove(path("below/real"));
    EXPECT_EQ(replace_file(path("loop"), "x", {.named = named}).error().message,
              path("loop").string() + ": cannot write: Too many levels of symbolic links");
  }
}

TEST_F(ReplacedFiles, KeepTheModeOfTheOldOne) {
  for (const bool named : {false, true}) {
    for (const ::mode_t mode : {0600U, 0640U, 0666U, 0755U}) {
      const fs::path name = written("a", "old");
      ASSERT_EQ(::chmod(name.c_str(), mode), 0);
      ASSERT_TRUE(replace_file(name, "new", {.named = named}));
      struct ::stat status{};
      ASSERT_EQ(::stat(name.c_str(), &status), 0);
      EXPECT_EQ(status.st_mode & 07777U, mode);
      EXPECT_EQ(bytes_of(name), "new");
    }
  }
}

TEST_F(ReplacedFiles, AreOfTheKindThatIsWritten) {
  const WriteRules rules{.mark = "MARK", .kind = "a marked file"};
  EXPECT_TRUE(replace_file(path("new"), "MARK 1", rules));
  EXPECT_TRUE(replace_file(path("new"), "MARK 2", rules));
  EXPECT_TRUE(replace_file(written("empty", ""), "MARK", rules));
  for (const char* other : {"MAR", "letter", "mark"}) {
    const fs::path name = written("other", other);
    const auto refused = replace_file(name, "MARK", rules);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, name.string() + ": cannot write: is there already, and is not a marked file");
    EXPECT_EQ(bytes_of(name), other);
  }
}

/// The program is ended at many moments of writing 64 MB: then there is the old file or the new one, and nothing else.
TEST_F(ReplacedFiles, LeaveNothingBehindWhenTheProgramIsEnded) {
  const std::string bytes(64 << 20, 'n');
  for (const bool named : {false, true}) {
    for (int delay = 0; delay < 20; ++delay) {
      const fs::path name = written("a", "old");
      const pid_t child = ::fork();
      ASSERT_GE(child, 0);
      if (child == 0) ::_exit(replace_file(name, bytes, {.named = named}) ? 0 : 1);
      ::usleep(3000U * static_cast<unsigned>(delay));
      ::kill(child, SIGTERM);
      int status = 0;
      ASSERT_EQ(::waitpid(child, &status, 0), child);
      EXPECT_EQ(entries(), 1U) << delay;
      EXPECT_TRUE(fs::file_size(name) == 3 || fs::file_size(name) == bytes.size());
    }
  }
}

TEST_F(ReplacedFiles, ObeyTheMaskOfTheUser) {
  const ::mode_t before = ::umask(027);
  ASSERT_TRUE(replace_file(path("a"), "x"));
  ::umask(before);
  struct ::stat status{};
  ASSERT_EQ(::stat(path("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0640U);
}

TEST_F(ReplacedFiles, ComeBitByBit) {
  const std::string part(300'000, 'x');
  std::string whole;
  FileWriter writer(path("a"));
  for (int i = 0; i < 12; ++i) {
    ASSERT_TRUE(writer.write(part));
    whole += part;
  }
  EXPECT_EQ(entries(), 0U);  // nothing until all is there
  ASSERT_TRUE(writer.finish());
  EXPECT_EQ(bytes_of(path("a")), whole);
  {
    FileWriter(path("b")).write(whole);
  }
  EXPECT_EQ(entries(), 1U);
}

TEST_F(ReplacedFiles, ComingBitByBitAreRefusedAsOnesThatComeAtOnce) {
  const std::string much(3'000'000, 'x');
  for (const std::string& place : {path("").string(), path("absent/a").string(), std::string("/dev/full")}) {
    FileWriter writer(place);
    writer.write(much);
    const Result<void> written = writer.finish();
    ASSERT_FALSE(written) << place;
    EXPECT_EQ(written.error().message, replace_file(place, much).error().message);
  }
}

TEST(ForeignText, IsShownOnOneLineOfPlainLettersAndCut) {
  EXPECT_EQ(printable("plain words"), "plain words");
  EXPECT_EQ(printable("a\nb\tc\x7f"), "a?b?c?");
  EXPECT_EQ(printable("\xc3\xa9 \xff\x80"), "?? ??");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a?b");
  EXPECT_EQ(printable(""), "");
  EXPECT_EQ(printable(std::string(60, 'x')), std::string(60, 'x'));
  EXPECT_EQ(printable(std::string(61, 'x')), std::string(60, 'x') + "...");
  EXPECT_EQ(printable("abcdef", 6), "abcdef");
  EXPECT_EQ(printable("abcdef", 5), "abcde...");
}

TEST(Paths, AreShownWholeOnOneLine) {
  EXPECT_EQ(name_of("a\nb/\xc3\xa9.stl"), "a?b/\xc3\xa9.stl");
  EXPECT_EQ(name_of(std::string(500, 'x')), std::string(500, 'x'));
}

TEST(Places, AreNamedAsCompilersDo) {
  const Error in = error_in("a/b.stl", "is odd"), line = error_at_line("b.obj", 7, "no", ErrorCode::limit),
              byte = error_at_byte("c.ply", 80, "cut");
  EXPECT_EQ(in.message, "a/b.stl: is odd");
  EXPECT_EQ(in.code, ErrorCode::file);
  EXPECT_EQ(line.message, "b.obj:7: no");
  EXPECT_EQ(line.code, ErrorCode::limit);
  EXPECT_EQ(byte.message, "c.ply: byte 80: cut");
  EXPECT_EQ(error_at_byte("x", 1ULL << 40, "far").message, "x: byte 1099511627776: far");
}

}  // namespace
}  // namespace graze::io
