// The official Java SDK as a client that obeys lines: `Client URL MODE`. See matrix.py for the lines.
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.*;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

class Client {
    static final McpJsonMapper JSON = McpJsonDefaults.getMapper();
    static final Duration LONG = Duration.ofMinutes(10);

    static synchronized void say(Map<String, ?> line) {
        try {
            System.out.println(JSON.writeValueAsString(line));
        } catch (Exception error) {
            throw new IllegalStateException(error);
        }
    }

    static Mono<Void> told(Map<String, ?> line) {
        return Mono.fromRunnable(() -> say(line));
    }

    /** The transport of the SDK. It reports requests for the roots, for which the SDK calls no handler. */
    record Transport(McpClientTransport inner) implements McpClientTransport {
        public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
            return inner.connect(message -> handler.apply(message.doOnNext(it -> {
                if (it instanceof JSONRPCRequest asked && asked.method().equals("roots/list"))
                    say(Map.of("handled", asked.method()));
            })));
        }

        public void setExceptionHandler(Consumer<Throwable> handler) { inner.setExceptionHandler(handler); }

        public Mono<Void> sendMessage(JSONRPCMessage message) { return inner.sendMessage(message); }

        public Mono<Void> closeGracefully() { return inner.closeGracefully(); }

        public <T> T unmarshalFrom(Object data, TypeRef<T> type) { return inner.unmarshalFrom(data, type); }

        public List<String> protocolVersions() { return inner.protocolVersions(); }
    }

    static McpAsyncClient open(String url) {
        URI at = URI.create(url);
        var transport = HttpClientStreamableHttpTransport.builder(at.getScheme() + "://" + at.getAuthority())
            .endpoint(at.getPath()).build();
        return McpClient.async(new Transport(transport)).requestTimeout(LONG).initializationTimeout(LONG)
            .capabilities(ClientCapabilities.builder().roots(true).elicitation().build())
            .elicitation(asked -> told(Map.of("handled", "elicitation/create"))
                .thenReturn(new ElicitResult(ElicitResult.Action.ACCEPT, Map.of())))
            .toolsChangeConsumer(tools -> told(Map.of("handled", "notifications/tools/list_changed")))
            .progressConsumer(it -> told(Map.of("progress", it.progress())))
            .build();
    }

    static String text(CallToolResult result) {
        String text = ((TextContent) result.content().get(0)).text();
        if (Boolean.TRUE.equals(result.isError())) throw new IllegalStateException(text);
        return text;
    }

    public static void main(String[] arguments) throws Exception {
        var lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        Map<Object, Disposable> calls = new HashMap<>();
        McpAsyncClient client = null;
        for (String line; (line = lines.readLine()) != null;) {
            Map<?, ?> order = JSON.readValue(line, Map.class);
            Object id = order.get("id");
            if (order.containsKey("cancel")) {
                calls.get(order.get("cancel")).dispose();
                say(Map.of("id", order.get("cancel"), "failed", "cancelled"));
                continue;
            }
            Mono<String> answer;
            if (order.get("call") instanceof String tool) {
                answer = client.callTool(CallToolRequest.builder(tool).arguments(Map.of()).progressToken(tool).build()).map(Client::text);
            } else {
                if (client != null) client.closeGracefully().subscribe(done -> {}, error -> {});
                client = open(arguments[0]);
                answer = client.initialize().thenReturn("");
            }
            calls.put(id, answer.subscribe(
                text -> say(Map.of("id", id, "text", text)),
                error -> say(Map.of("id", id, "failed", String.valueOf(error)))));
        }
        System.exit(0);
    }
}
