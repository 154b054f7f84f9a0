// The official Java SDK as a testee (docs/testees.md): the records of `McpSchema`, one set for all revisions.
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.*;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

class Testee {
    static final McpJsonMapper JSON = McpJsonDefaults.getMapper();
    // The record that the SDK's server reads the params of each method of a client as, and the client those of a
    // server. Map stands for params that the SDK does not read.
    static final Map<String, Map<String, Class<?>>> PARAMS = Map.of(
        "client", Map.ofEntries(
            Map.entry("initialize", InitializeRequest.class), Map.entry("ping", Map.class),
            Map.entry("tools/list", PaginatedRequest.class), Map.entry("tools/call", CallToolRequest.class),
            Map.entry("resources/list", PaginatedRequest.class), Map.entry("resources/read", ReadResourceRequest.class),
            Map.entry("resources/templates/list", PaginatedRequest.class),
            Map.entry("resources/subscribe", SubscribeRequest.class),
            Map.entry("resources/unsubscribe", UnsubscribeRequest.class),
            Map.entry("prompts/list", PaginatedRequest.class), Map.entry("prompts/get", GetPromptRequest.class),
            Map.entry("completion/complete", CompleteRequest.class), Map.entry("logging/setLevel", SetLevelRequest.class),
            Map.entry("notifications/initialized", Map.class), Map.entry("notifications/roots/list_changed", Map.class)),
        "server", Map.ofEntries(
            Map.entry("ping", Map.class), Map.entry("roots/list", PaginatedRequest.class),
            Map.entry("sampling/createMessage", CreateMessageRequest.class), Map.entry("elicitation/create", ElicitRequest.class),
            Map.entry("notifications/tools/list_changed", Map.class), Map.entry("notifications/prompts/list_changed", Map.class),
            Map.entry("notifications/resources/list_changed", Map.class),
            Map.entry("notifications/resources/updated", ResourcesUpdatedNotification.class),
            Map.entry("notifications/message", LoggingMessageNotification.class),
            Map.entry("notifications/progress", ProgressNotification.class),
            Map.entry("notifications/elicitation/complete", ElicitationCompleteNotification.class)));
    static final Map<String, Class<?>> RESULTS = Map.ofEntries(
        Map.entry("initialize", InitializeResult.class), Map.entry("tools/list", ListToolsResult.class),
        Map.entry("tools/call", CallToolResult.class), Map.entry("resources/list", ListResourcesResult.class),
        Map.entry("resources/templates/list", ListResourceTemplatesResult.class),
        Map.entry("resources/read", ReadResourceResult.class), Map.entry("prompts/list", ListPromptsResult.class),
        Map.entry("prompts/get", GetPromptResult.class), Map.entry("completion/complete", CompleteResult.class),
        Map.entry("sampling/createMessage", CreateMessageResult.class), Map.entry("roots/list", ListRootsResult.class),
        Map.entry("elicitation/create", ElicitResult.class), Map.entry("ping", Map.class),
        Map.entry("logging/setLevel", Map.class), Map.entry("resources/subscribe", Map.class),
        Map.entry("resources/unsubscribe", Map.class));
    static final Set<Class<?>> OPTIONAL = Set.of(Map.class, PaginatedRequest.class);

    static Map<String, Object> hello() throws Exception {
        Properties built = new Properties();
        built.load(McpSchema.class.getResourceAsStream("/META-INF/maven/io.modelcontextprotocol.sdk/mcp-core/pom.properties"));
        List<Object> revisions = new ArrayList<>();
        for (var field : ProtocolVersions.class.getFields()) revisions.add(field.get(null));
        return Map.of("implementation", "io.modelcontextprotocol.sdk:mcp", "version", built.get("version"),
            "language", "Java", "claim", "version-free", "revisions", revisions, "operations", List.of("decode"));
    }

    static void read(Object value, Class<?> type) {
        if (type == null) throw new IllegalArgumentException("the SDK has no handler for the method");
        if (JSON.convertValue(value, type) == null && !OPTIONAL.contains(type)) throw new IllegalArgumentException("no params");
    }

    static String decode(Map<?, ?> asked) throws Exception {
        if (!(asked.get("frame") instanceof Map<?, ?> frame)) return "skipped"; // the SDK reads single messages
        Object answering = asked.get("answering");
        if (frame.containsKey("result") && answering != null && !RESULTS.containsKey(answering)) return "skipped";
        try {
            JSONRPCMessage message = McpSchema.deserializeJsonRpcMessage(JSON, JSON.writeValueAsString(frame));
            var params = PARAMS.get(asked.get("sender"));
            if (message instanceof JSONRPCRequest it) read(it.params(), params.get(it.method()));
            else if (message instanceof JSONRPCNotification it) read(it.params(), params.get(it.method()));
            else if (message instanceof JSONRPCResponse it && it.error() == null && answering != null)
                read(it.result(), RESULTS.get(answering));
            return "valid";
        } catch (RuntimeException error) {
            return "invalid";
        }
    }

    public static void main(String[] arguments) throws Exception {
        var lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line; (line = lines.readLine()) != null;) {
            Map<?, ?> asked = JSON.readValue(line, Map.class);
            Map<String, Object> answer = new HashMap<>(
                asked.get("op").equals("hello") ? hello() : Map.of("verdict", decode(asked)));
            answer.put("id", asked.get("id"));
            System.out.println(JSON.writeValueAsString(answer));
        }
    }
}
