// SPDX-License-Identifier: Apache-2.0
// A client of the Model Context Protocol, by its official SDK.
//
// usage: mcp_client.mjs GUARD < CALLS     a line a call: {"name": TOOL, "arguments": {...}}
//
// Starts `GUARD mcp`, lists its tools, makes the calls one after the other; prints a line of JSON each.
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const client = new Client({ name: "guard-integration", version: "1" });
await client.connect(new StdioClientTransport({ command: process.argv[2], args: ["mcp"], env: process.env }));
const { tools } = await client.listTools();
console.log(JSON.stringify(tools.map((tool) => tool.name)));
for await (const line of createInterface({ input: process.stdin })) {
  const result = await client.callTool(JSON.parse(line), undefined, { timeout: 100_000 });
  console.log(JSON.stringify(result));
}
await client.close();
