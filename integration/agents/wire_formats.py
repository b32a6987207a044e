# SPDX-License-Identifier: Apache-2.0
"""How models are spoken to: four wire formats, each with what a mock of a model needs of it.

A format is a class with
  path(target)                 whether a request for this target is of this format
  tools(body)                  {name: schema} of the tools that are offered; schema None: free text
  results(body)                the texts that tools gave back, in order
  streams(target, body)        whether the answer is to come in events
  text_answer(text), call_answer(name, arguments, number)      the parts of one answer
  whole(parts, body)           an answer as one JSON value
  events(parts, body)          the same as a list of (event name or None, JSON value or text)
"""
import json
import re


def text_of(content):
    """A tool's result: text, or a list of parts with text in them."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(text_of(part) for part in content)
    if isinstance(content, dict):
        return text_of(content.get("text", content.get("output", content.get("content", ""))))
    return ""


class OpenAiChat:
    """POST .../chat/completions"""

    @staticmethod
    def path(target):
        return target.split("?")[0].endswith("/chat/completions")

    @staticmethod
    def tools(body):
        functions = [tool["function"] for tool in body.get("tools") or [] if "function" in tool]
        return {function["name"]: function.get("parameters", {}) for function in functions}

    @staticmethod
    def results(body):
        return [text_of(message["content"]) for message in body["messages"] if message["role"] == "tool"]

    @staticmethod
    def streams(target, body):
        return body.get("stream", False)

    @staticmethod
    def text_answer(text):
        return {"message": {"role": "assistant", "content": text}, "finish": "stop"}

    @staticmethod
    def call_answer(name, arguments, number):
        call = {"id": f"call_{number}", "type": "function",
                "function": {"name": name, "arguments": json.dumps(arguments)}}
        return {"message": {"role": "assistant", "content": None, "tool_calls": [call]}, "finish": "tool_calls"}

    USAGE = {"prompt_tokens": 10, "completion_tokens": 10, "total_tokens": 20}

    @classmethod
    def whole(cls, parts, body):
        choice = {"index": 0, "message": parts["message"], "finish_reason": parts["finish"]}
        return {"id": "answer-1", "object": "chat.completion", "created": 0, "model": body.get("model", "mock"),
                "choices": [choice], "usage": cls.USAGE}

    @classmethod
    def events(cls, parts, body):
        def chunk(delta, finish=None):
            return (None, {"id": "answer-1", "object": "chat.completion.chunk", "created": 0,
                           "model": body.get("model", "mock"),
                           "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})
        message = dict(parts["message"])
        calls = message.pop("tool_calls", [])
        deltas = [message] + [{"tool_calls": [{"index": i, **call}]} for i, call in enumerate(calls)]
        last = chunk({}, parts["finish"])
        last[1]["usage"] = cls.USAGE
        return [chunk(delta) for delta in deltas] + [last, (None, "[DONE]")]


class OpenAiResponses:
    """POST .../responses"""
    OUTPUTS = ("function_call_output", "custom_tool_call_output", "local_shell_call_output")

    @staticmethod
    def path(target):
        return target.split("?")[0].endswith("/responses")

    @staticmethod
    def tools(body):
        return {tool["name"]: tool.get("parameters") for tool in body.get("tools") or [] if "name" in tool}

    @classmethod
    def results(cls, body):
        return [text_of(item["output"]) for item in body.get("input") or []
                if isinstance(item, dict) and item.get("type") in cls.OUTPUTS]

    @staticmethod
    def streams(target, body):
        return body.get("stream", False)

    @staticmethod
    def text_answer(text):
        return {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
                "content": [{"type": "output_text", "text": text, "annotations": []}]}

    @staticmethod
    def call_answer(name, arguments, number):
        if isinstance(arguments, str):
            return {"type": "custom_tool_call", "id": f"ctc_{number}", "call_id": f"call_{number}", "name": name,
                    "input": arguments, "status": "completed"}
        return {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "name": name,
                "arguments": json.dumps(arguments), "status": "completed"}

    @staticmethod
    def whole(parts, body):
        usage = {"input_tokens": 10, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": 10,
                 "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 20}
        return {"id": "resp_1", "object": "response", "created_at": 0, "status": "completed",
                "model": body.get("model", "mock"), "output": [parts], "usage": usage}

    @classmethod
    def events(cls, parts, body):
        whole = cls.whole(parts, body)
        begun = {**whole, "status": "in_progress", "output": []}
        steps = [{"type": "response.created", "response": begun},
                 {"type": "response.output_item.added", "output_index": 0, "item": parts}]
        if parts["type"] == "message":
            steps.append({"type": "response.output_text.delta", "item_id": "msg_1", "output_index": 0,
                          "content_index": 0, "delta": parts["content"][0]["text"]})
        steps += [{"type": "response.output_item.done", "output_index": 0, "item": parts},
                  {"type": "response.completed", "response": whole}]
        return [(step["type"], {**step, "sequence_number": i}) for i, step in enumerate(steps)]


class AnthropicMessages:
    """POST .../v1/messages"""

    @staticmethod
    def path(target):
        return target.split("?")[0].endswith("/messages")

    @staticmethod
    def tools(body):
        return {tool["name"]: tool.get("input_schema", {}) for tool in body.get("tools") or []}

    @staticmethod
    def results(body):
        parts = [part for message in body["messages"] if isinstance(message["content"], list)
                 for part in message["content"]]
        return [text_of(part.get("content", "")) for part in parts if part.get("type") == "tool_result"]

    @staticmethod
    def streams(target, body):
        return body.get("stream", False)

    @staticmethod
    def text_answer(text):
        return {"block": {"type": "text", "text": text}, "stop": "end_turn"}

    @staticmethod
    def call_answer(name, arguments, number):
        return {"block": {"type": "tool_use", "id": f"toolu_{number}", "name": name, "input": arguments},
                "stop": "tool_use"}

    @staticmethod
    def whole(parts, body):
        return {"id": "msg_1", "type": "message", "role": "assistant", "model": body.get("model", "mock"),
                "content": [parts["block"]], "stop_reason": parts["stop"], "stop_sequence": None,
                "usage": {"input_tokens": 10, "output_tokens": 10}}

    @classmethod
    def events(cls, parts, body):
        block = parts["block"]
        begun = {**cls.whole(parts, body), "content": [], "stop_reason": None}
        if block["type"] == "text":
            empty, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            empty = {**block, "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        steps = [{"type": "message_start", "message": begun},
                 {"type": "content_block_start", "index": 0, "content_block": empty},
                 {"type": "content_block_delta", "index": 0, "delta": delta},
                 {"type": "content_block_stop", "index": 0},
                 {"type": "message_delta", "delta": {"stop_reason": parts["stop"], "stop_sequence": None},
                  "usage": {"output_tokens": 10}},
                 {"type": "message_stop"}]
        return [(step["type"], step) for step in steps]


class GeminiContent:
    """POST .../models/NAME:generateContent and :streamGenerateContent"""

    @staticmethod
    def path(target):
        return re.search(r":(stream)?[gG]enerateContent$", target.split("?")[0]) is not None

    @staticmethod
    def tools(body):
        declared = [one for tool in body.get("tools") or [] for one in tool.get("functionDeclarations", [])]
        return {one["name"]: one.get("parametersJsonSchema") or one.get("parameters", {}) for one in declared}

    @staticmethod
    def results(body):
        parts = [part for content in body.get("contents", []) for part in content.get("parts", [])]
        return [text_of(part["functionResponse"]["response"]) for part in parts if "functionResponse" in part]

    @staticmethod
    def streams(target, body):
        return ":streamGenerateContent" in target

    @staticmethod
    def text_answer(text):
        return {"text": text}

    @staticmethod
    def call_answer(name, arguments, number):
        return {"functionCall": {"id": f"call_{number}", "name": name, "args": arguments}}

    @staticmethod
    def whole(parts, body):
        return {"candidates": [{"index": 0, "content": {"role": "model", "parts": [parts]}, "finishReason": "STOP"}],
                "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 10, "totalTokenCount": 20},
                "modelVersion": "mock"}

    @classmethod
    def events(cls, parts, body):
        return [(None, cls.whole(parts, body))]


FORMATS = (OpenAiChat, OpenAiResponses, AnthropicMessages, GeminiContent)


def format_of(target):
    return next((one for one in FORMATS if one.path(target)), None)
