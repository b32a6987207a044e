# SPDX-License-Identifier: Apache-2.0
"""docs/openapi.yaml against answers and events of living sessions.

Answers must fit their schemas and have no field that is not described; what is described and was never
seen is told by unseen(). The answers and events that were seen are kept in a file, so that several processes add to it.
"""
import json
import os

import jsonschema
import yaml

import api_client


class Described:
    def __init__(self, page, seen_file):
        with open(page, encoding="utf-8") as file:
            self.page = yaml.safe_load(file)
        self.seen_file = seen_file

    # --- the page ---------------------------------------------------------------------------------

    def at(self, pointer):
        node = self.page
        for part in pointer.removeprefix("#/").split("/"):
            node = node[int(part) if isinstance(node, list) else part.replace("~1", "/")]
        return node

    def operation(self, method, path):
        wanted = path.split("?")[0].split("/")
        for known, item in self.page["paths"].items():
            parts = known.split("/")
            if len(parts) == len(wanted) and all(a == b or a == "{id}" for a, b in zip(parts, wanted)):
                return known, item.get(method.lower())
        return None, None

    def fits(self, schema, value):
        # References are of the whole page.
        return jsonschema.Draft202012Validator({**self.page, **schema}).iter_errors(value)

    # --- one value against one schema -------------------------------------------------------------

    def check(self, pointer, value):
        errors = [f"{'/'.join(map(str, error.path))}: {error.message}" for error in self.fits({"$ref": pointer}, value)]
        assert not errors, (pointer, errors, value)
        seen, unknown = self.walk(pointer, value)
        assert not unknown, f"not described: {sorted(unknown)}"
        self.note(seen)

    def walk(self, pointer, value):
        """(described properties that VALUE has, fields of it that are not described)"""
        schema = self.at(pointer)
        if list(schema) == ["$ref"]:
            return self.walk(schema["$ref"], value)
        if isinstance(value, list):
            seen, unknown = set(), set()
            for item in value:
                more, strange = self.walk(pointer + "/items", item)
                seen |= more
                unknown |= strange
            return seen, unknown
        if not isinstance(value, dict):
            return set(), set()
        for number, branch in enumerate(schema.get("anyOf", [])):
            seen, unknown = self.walk(f"{pointer}/anyOf/{number}", value)
            if not unknown and not any(self.fits(branch, value)):
                return seen, unknown
        known = self.properties(pointer)
        if not known and "anyOf" not in schema:
            return set(), set()  # an object of any fields
        seen, unknown = set(), {f"{pointer}: {name}" for name in value if name not in known}
        for name, below in known.items():
            if name in value:
                more, strange = self.walk(below, value[name])
                seen |= more | {below}
                unknown |= strange
        return seen, unknown

    def properties(self, pointer):
        """{name: pointer}, of the schema itself and of what it refers to"""
        schema = self.at(pointer)
        known = self.properties(schema["$ref"]) if "$ref" in schema else {}
        return known | {name: f"{pointer}/properties/{name}" for name in schema.get("properties", {})}

    # --- answers and events -----------------------------------------------------------------------

    def answer(self, method, path, status, body):
        known, operation = self.operation(method, path)
        if status >= 400 and (operation is None or str(status) not in operation["responses"]):
            code = body["error"]["code"]
            problems = self.at("#/components/responses/Problem")["x-guard-problems"]
            assert code in problems[str(status)], (method, path, status, code)
            return self.check("#/components/schemas/Problem", body)
        assert operation is not None, (method, path, status)
        here = f"#/paths/{known.replace('/', '~1')}/{method.lower()}/responses/{status}"
        self.check(f"{here}/content/application~1json/schema", body)
        self.note({f"{method} {known} {status}"})

    def event(self, name, data):
        events = "#/paths/~1v1~1events/get/responses/200/x-guard-events"
        assert name in self.at(events), f"event {name} is not described: {data}"
        self.check(f"{events}/{name}", data)
        self.note({f"event {name}"})

    def ask(self, socket, method, target, body=None):
        status, answer = api_client.ask(socket, method, target, body)
        self.answer(method, target, status, answer)
        return status, answer

    # --- what was seen ----------------------------------------------------------------------------

    def note(self, seen):
        with open(self.seen_file, "a", encoding="utf-8") as file:
            file.write("".join(one + "\n" for one in seen))

    def unseen(self):
        with open(self.seen_file, encoding="utf-8") as file:
            seen = set(file.read().splitlines())
        wanted = {f"event {name}" for name in
                  self.at("#/paths/~1v1~1events/get/responses/200/x-guard-events")}
        asked = set()
        for path, item in self.page["paths"].items():
            for method, operation in item.items():
                if method == "parameters":
                    continue
                if "application/json" in operation["responses"]["200"]["content"]:
                    wanted.add(f"{method.upper()} {path} 200")
                for media in operation.get("requestBody", {}).get("content", {}).values():
                    asked.add(media["schema"]["$ref"])
        for name in self.page["components"]["schemas"]:
            if f"#/components/schemas/{name}" not in asked:
                self.all_properties(f"#/components/schemas/{name}", wanted)
        return sorted(wanted - seen)

    def all_properties(self, pointer, found):
        schema = self.at(pointer)
        for name in schema.get("properties", {}):
            found.add(f"{pointer}/properties/{name}")
            self.all_properties(f"{pointer}/properties/{name}", found)
        if "items" in schema:
            self.all_properties(pointer + "/items", found)
        for number in range(len(schema.get("anyOf", []))):
            self.all_properties(f"{pointer}/anyOf/{number}", found)


def of_case():
    return Described(os.environ["OPENAPI"], os.environ["SEEN"])
