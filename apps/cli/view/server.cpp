/// The server by cpp-httplib, which no other file knows; without it, a refusal.

#include "view/server.h"

#ifdef GRAZE_WITH_HTTPLIB

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <random>
#include <thread>

#include <fmt/format.h>
#include <httplib.h>

namespace graze::cli {
namespace {

constexpr const char* loopback = "127.0.0.1";
constexpr std::chrono::milliseconds patience{100};  ///< between two looks at whether to end

std::string random_token() {
  std::random_device source;  // the system's own, not a formula
  std::string token;
  for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", source());
  return token;
}

bool names_this_host(const httplib::Request& request, int port) {
  const std::string host = request.get_header_value("Host");
  return request.get_header_value_count("Host") == 1 &&
         (host == fmt::format("127.0.0.1:{}", port) || host == fmt::format("localhost:{}", port));
}

/// Pages of other origins may not even know that there is an answer.
bool comes_from_elsewhere(const httplib::Request& request, int port) {
  const std::string origin = request.get_header_value("Origin"), site = request.get_header_value("Sec-Fetch-Site");
  const bool foreign_origin =
      !origin.empty() && origin != fmt::format("http://127.0.0.1:{}", port) && origin != fmt::format("http://localhost:{}", port);
  return foreign_origin || site == "cross-site";
}

void refuse(httplib::Response& response, int status, const std::string& why) {
  response.status = status;
  response.set_content(why + "\n", "text/plain; charset=utf-8");
}

void add_routes(httplib::Server& server, const ServedPage& page, const std::string& token, int port) {
  server.set_default_headers({{"Cache-Control", "no-store"},
                              {"X-Content-Type-Options", "nosniff"},
                              {"Referrer-Policy", "no-referrer"},
                              {"X-Frame-Options", "DENY"},
                              {"Cross-Origin-Resource-Policy", "same-origin"}});
  server.set_pre_routing_handler([port](const httplib::Request& request, httplib::Response& response) {
    if (!names_this_host(request, port) || comes_from_elsewhere(request, port)) {
      refuse(response, 403, "graze view answers only to its own address");
      return httplib::Server::HandlerResponse::Handled;
    }
    if (request.method != "GET" && request.method != "HEAD") {
      refuse(response, 405, "graze view only shows");
      return httplib::Server::HandlerResponse::Handled;
    }
    return httplib::Server::HandlerResponse::Unhandled;
  });
  server.Get("/" + token + "/", [page](const httplib::Request&, httplib::Response& response) {
    response.set_content(page.html(), "text/html; charset=utf-8");
  });
  server.Get("/" + token + "/version", [page](const httplib::Request&, httplib::Response& response) {
    response.set_content(fmt::format("{}", page.version()), "text/plain");
  });
}

}  // namespace

bool can_serve() { return true; }

Result<void> serve(const ServedPage& page, const ServeOptions& options) {
  httplib::Server server;
  const int port = options.port == 0                             ? server.bind_to_any_port(loopback)
                   : server.bind_to_port(loopback, options.port) ? options.port
                                                                 : -1;
  if (port < 0) return fail(ErrorCode::bad_option, fmt::format("--port: cannot listen on {}:{}", loopback, options.port));
  const std::string token = random_token();
  add_routes(server, page, token, port);
  std::atomic<bool> ended = false;
  std::thread watcher([&] {
    while (!ended && !options.should_end()) std::this_thread::sleep_for(patience);
    server.stop();
  });
  options.on_ready(fmt::format("http://{}:{}/{}/", loopback, port, token));
  server.listen_after_bind();
  ended = true;
  watcher.join();
  return {};
}

}  // namespace graze::cli

#else

namespace graze::cli {

bool can_serve() { return false; }

Result<void> serve(const ServedPage&, const ServeOptions&) {
  return fail(
      ErrorCode::bad_option,
      "this graze was built without cpp-httplib (Debian: libcpp-httplib-dev); graze clash --report writes the same page to a file");
}

}  // namespace graze::cli

#endif
