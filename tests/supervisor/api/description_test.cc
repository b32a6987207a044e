// SPDX-License-Identifier: Apache-2.0
// docs/openapi.yaml and the server's own tables say the same, in both directions.
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "tests/supervisor/api/request_test.h"

namespace guard::supervisor {
namespace {

using Names = std::set<std::string>;
constexpr std::array kMethods = {"get", "put", "post", "delete", "patch", "head", "options"};

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string name_of(Role role) {
  if (role == Role::kInside) return "inside";
  return role == Role::kDelegate ? "delegate" : "outside";
}

struct Described {
  std::string role;
  Names parameters;
  Names fields;
  bool needs_body = false;
  bool operator==(const Described&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Described& described) {
  out << described.role << " parameters:";
  for (const auto& name : described.parameters) out << " " << name;
  out << (described.needs_body ? " a body," : "") << " fields:";
  for (const auto& name : described.fields) out << " " << name;
  return out;
}

using Routes = std::map<std::string, Described>;  // by "GET /v1/session"

class DescriptionTest : public RequestTest {
 protected:
  YAML::Node at_reference(const YAML::Node& node) const {
    if (!node["$ref"]) return node;
    YAML::Node target = YAML::Clone(page_);
    std::istringstream path(node["$ref"].as<std::string>().substr(2));
    for (std::string part; std::getline(path, part, '/');) target = target[part];
    return target;
  }

  Names fields_of(const YAML::Node& operation) const {
    Names fields;
    if (!operation["requestBody"]) return fields;
    const auto schema =
        at_reference(operation["requestBody"]["content"]["application/json"]["schema"]);
    for (const auto& field : schema["properties"]) fields.insert(field.first.as<std::string>());
    return fields;
  }

  Routes described() const {
    Routes routes;
    for (const auto& path : page_["paths"]) {
      for (const char* method : kMethods) {
        const auto operation = path.second[method];
        if (!operation) continue;
        Described one{operation["x-guard-role"].as<std::string>(), {}, fields_of(operation)};
        one.needs_body =
            operation["requestBody"] && operation["requestBody"]["required"].as<bool>(false);
        for (const auto& parameter : operation["parameters"])
          one.parameters.insert(parameter["name"].as<std::string>());
        routes[upper(method) + " " + path.first.as<std::string>()] = std::move(one);
      }
    }
    return routes;
  }

  const YAML::Node page_ = YAML::LoadFile(GUARD_API_PAGE);
};

TEST_F(DescriptionTest, EveryRouteHasTheRoleParametersAndFieldsThatAreDescribed) {
  Routes served;
  for (const ApiRoute& route : api_routes())
    served[std::string(route.method) + " " + route.path] = {
        name_of(route.needed),
        {route.parameters.begin(), route.parameters.end()},
        {route.fields.begin(), route.fields.end()},
        route.method == "POST" && route.body == Body::kRequired};
  const Routes said = described();
  for (const auto& [name, route] : served) {
    ASSERT_TRUE(said.contains(name)) << name << " is not described";
    EXPECT_EQ(said.at(name), route) << name;
  }
  for (const auto& [name, route] : said) EXPECT_TRUE(served.contains(name)) << name;
}

TEST_F(DescriptionTest, EveryProblemHasTheStatusThatIsDescribed) {
  std::map<int, Names> served;
  for (const ProblemRow& row : problem_rows()) served[row.status].insert(std::string(row.code));
  std::map<int, Names> said;
  for (const auto& status : page_["components"]["responses"]["Problem"]["x-guard-problems"])
    for (const auto& code : status.second)
      said[status.first.as<int>()].insert(code.as<std::string>());
  EXPECT_EQ(said, served);
}

// Names of events are literals where they are published: no other way leads to a stream.
TEST_F(DescriptionTest, EveryEventThatIsPublishedIsDescribed) {
  const std::regex published(
      R"re((?:publish\(|append\(|\{0, |kEvents = |QuestionState::k\w+, )"([a-z_]+)")re");
  Names served;
  const std::string folder = GUARD_SUPERVISOR_FOLDER;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const auto name = entry.path().filename();
    if (entry.path().extension() != ".cc" || name == "question.cc") continue;
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    const std::string source = text.str();
    for (std::sregex_iterator at(source.begin(), source.end(), published), end; at != end; ++at)
      served.insert((*at)[1]);
  }
  Names said;
  const auto events = page_["paths"]["/v1/events"]["get"]["responses"]["200"]["x-guard-events"];
  for (const auto& event : events) said.insert(event.first.as<std::string>());
  EXPECT_EQ(said, served);
}

TEST_F(DescriptionTest, WhatIsNotDescribedIsRefused) {
  const Routes said = described();
  for (const auto& path : page_["paths"]) {
    const std::string target = path.first.as<std::string>();
    for (const char* method : kMethods) {
      if (said.contains(upper(method) + " " + target)) continue;
      EXPECT_EQ(ask(upper(method), target).status, 405) << method << " " << target;
    }
    EXPECT_EQ(get(target + "/more/more").status, 404) << target;
  }
  for (const auto& [name, route] : said) {
    const std::size_t blank = name.find(' ');
    const std::string method = name.substr(0, blank);
    const std::string target = name.substr(blank + 1);
    const std::string body = method == "POST" ? "{}" : "";
    EXPECT_EQ(message(ask(method, target + "?other=1", body)), "unknown parameter 'other'") << name;
    if (method == "POST") {
      EXPECT_EQ(message(ask(method, target, R"({"other":1})")), "unknown field 'other'") << name;
    }
  }
}

}  // namespace
}  // namespace guard::supervisor
