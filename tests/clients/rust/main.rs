//! `rmcp` as a client that obeys lines: `rmcp-client URL MODE`. See matrix.py for the lines.

#![allow(deprecated)] // the SDK deprecates roots

use std::collections::HashMap;
use std::sync::Arc;

use rmcp::model::*;
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, NotificationContext, RequestContext, RunningService};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::{ClientHandler, ErrorData, RoleClient, ServiceExt};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};

type Client = Arc<RunningService<RoleClient, Handler>>;
type Failure = Box<dyn std::error::Error + Send + Sync>;

fn say(line: Value) {
    println!("{line}");
}

struct Handler;

impl ClientHandler for Handler {
    async fn list_roots(&self, _: RequestContext<RoleClient>) -> Result<ListRootsResult, ErrorData> {
        say(json!({"handled": "roots/list"}));
        Ok(ListRootsResult::default())
    }

    async fn create_elicitation(
        &self,
        _: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        say(json!({"handled": "elicitation/create"}));
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(json!({})))
    }

    async fn on_progress(&self, told: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        say(json!({"progress": told.progress}));
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        say(json!({"handled": "notifications/tools/list_changed"}));
    }

    fn get_info(&self) -> ClientConfig {
        let capabilities = json!({"roots": {"listChanged": true}, "elicitation": {"form": {}}});
        ClientConfig::new(serde_json::from_value(capabilities).unwrap(), Implementation::new("c", "1"))
    }
}

async fn connect(url: &str, mode: &str) -> Result<Client, Failure> {
    let transport = StreamableHttpClientTransport::from_uri(url);
    let lifecycle = ClientLifecycleMode::Auto { preferred_versions: vec![ProtocolVersion::LATEST], legacy_version: None };
    Ok(Arc::new(match mode {
        "legacy" => Handler.serve(transport).await?,
        _ => Handler.serve_with_lifecycle(transport, lifecycle).await?,
    }))
}

async fn call(client: Client, tool: String) -> Result<String, Failure> {
    let result = client.call_tool(CallToolRequestParams::new(tool)).await?;
    let text = result.content[0].as_text().map(|block| block.text.clone()).unwrap_or_default();
    if result.is_error == Some(true) { Err(text.into()) } else { Ok(text) }
}

fn answer(id: &Value, found: Result<String, Failure>) {
    match found {
        Ok(text) => say(json!({"id": id, "text": text})),
        Err(error) => say(json!({"id": id, "failed": error.to_string()})),
    }
}

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let mut client = None;
    let mut calls = HashMap::new();
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    while let Some(line) = lines.next_line().await.unwrap() {
        let order: Value = serde_json::from_str(&line).unwrap();
        let id = order["id"].clone();
        if let Some(given) = order["cancel"].as_i64() {
            let call: &tokio::task::JoinHandle<()> = &calls[&given];
            call.abort(); // the SDK tells the server when the future of a call is dropped
            answer(&given.into(), Err("cancelled".into()));
        } else if let Some(tool) = order["call"].as_str() {
            let (number, opened, tool) = (id.as_i64().unwrap(), Client::clone(client.as_ref().unwrap()), tool.to_owned());
            calls.insert(number, tokio::spawn(async move { answer(&id, call(opened, tool).await) }));
        } else {
            match connect(&arguments[1], &arguments[2]).await {
                Ok(opened) => {
                    client = Some(opened);
                    answer(&id, Ok(String::new()));
                }
                Err(error) => answer(&id, Err(error)),
            }
        }
    }
}
