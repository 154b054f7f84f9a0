// Serve 2025-11-25 with tasks by npm `@modelcontextprotocol/sdk` 1.x over stdio; the tools of server_extension.py.
import { InMemoryTaskMessageQueue, InMemoryTaskStore } from "@modelcontextprotocol/sdk/experimental/tasks";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { ElicitResultSchema, McpError } from "@modelcontextprotocol/sdk/types.js";

const taskStore = new InMemoryTaskStore();
const server = new McpServer(
  { name: "sdk", version: "1" },
  {
    capabilities: { tools: {}, tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } },
    taskStore,
    taskMessageQueue: new InMemoryTaskMessageQueue(),
    defaultTaskPollInterval: 50,
  },
);
const text = (words, more = {}) => ({ content: [{ type: "text", text: words }], ...more });
const requestedSchema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

async function work(name, task, extra) {
  const store = extra.taskStore;
  if (name === "ask") {
    await store.updateTaskStatus(task.taskId, "input_required");
    const params = { mode: "form", message: "Who?", requestedSchema };
    const said = await extra.sendRequest({ method: "elicitation/create", params }, ElicitResultSchema, {
      relatedTask: { taskId: task.taskId },
    });
    await store.updateTaskStatus(task.taskId, "working");
    await store.storeTaskResult(task.taskId, "completed", text(`hello ${said.content?.name}`));
    return;
  }
  await store.updateTaskStatus(task.taskId, "working", "begun");
  await new Promise((resolve) => setTimeout(resolve, 150));
  if (name === "slow") await store.storeTaskResult(task.taskId, "completed", text("done"));
  if (name === "bad") await store.storeTaskResult(task.taskId, "failed", text("bad", { isError: true }));
}

for (const name of ["slow", "ask", "bad", "stay"]) {
  server.experimental.tasks.registerToolTask(
    name,
    { description: name, execution: { taskSupport: "required" } },
    {
      createTask: async (extra) => {
        const task = await extra.taskStore.createTask({ ttl: 60000, pollInterval: 50 });
        work(name, task, extra).catch((error) => console.error("work:", error));
        return { task };
      },
      getTask: async (extra) => extra.taskStore.getTask(extra.taskId),
      getTaskResult: async (extra) => extra.taskStore.getTaskResult(extra.taskId),
    },
  );
}
server.registerTool("quick", { description: "quick" }, async () => text("quick"));
server.registerTool("statuses", { description: "statuses of all tasks" }, async () =>
  text(JSON.stringify(taskStore.getAllTasks().map(({ status }) => status).sort())),
);
await server.connect(new StdioServerTransport());
