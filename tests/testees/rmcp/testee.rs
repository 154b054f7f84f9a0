//! The official Rust SDK, crates.io `rmcp`, as a testee (docs/testees.md): one set of types for all revisions.

use std::io::{BufRead, Write};

use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, ClientResult, Implementation, JsonRpcMessage,
    ProtocolVersion, ServerJsonRpcMessage, ServerNotification, ServerRequest, ServerResult,
};
use serde_json::{Value, json};

/// Say whether the SDK returns a client's result of this method to its caller, or `None` if it never asks for one.
fn fits_client(method: &str, result: &ClientResult) -> Option<bool> {
    Some(match method {
        "sampling/createMessage" => matches!(result, ClientResult::CreateMessageResult(_)),
        "roots/list" => matches!(result, ClientResult::ListRootsResult(_)),
        "elicitation/create" => matches!(result, ClientResult::ElicitResult(_)),
        "ping" => matches!(result, ClientResult::EmptyResult(_)),
        _ => return None,
    })
}

/// Say the same of a server's result.
fn fits_server(method: &str, result: &ServerResult) -> Option<bool> {
    use ServerResult as R;
    Some(match method {
        "initialize" => matches!(result, R::InitializeResult(_)),
        "server/discover" => matches!(result, R::DiscoverResult(_)),
        "completion/complete" => matches!(result, R::CompleteResult(_)),
        "prompts/get" => matches!(result, R::GetPromptResult(_) | R::InputRequiredResult(_)),
        "prompts/list" => matches!(result, R::ListPromptsResult(_)),
        "resources/list" => matches!(result, R::ListResourcesResult(_)),
        "resources/templates/list" => matches!(result, R::ListResourceTemplatesResult(_)),
        "resources/read" => matches!(result, R::ReadResourceResult(_) | R::InputRequiredResult(_)),
        "subscriptions/listen" => matches!(result, R::SubscriptionsListenResult(_)),
        "tools/list" => matches!(result, R::ListToolsResult(_)),
        "tools/call" => matches!(result, R::CallToolResult(_) | R::InputRequiredResult(_) | R::CreateTaskResult(_)),
        "tasks/get" => matches!(result, R::GetTaskResult(_)),
        "tasks/cancel" => matches!(result, R::TaskAckResult(_) | R::EmptyResult(_)),
        "ping" | "logging/setLevel" | "resources/subscribe" | "resources/unsubscribe" => {
            matches!(result, R::EmptyResult(_))
        }
        _ => return None,
    })
}

/// Say whether the SDK reads a message as a type of its own, or `None` if it has no function for the question.
fn decode(sender: &str, answering: Option<&str>, frame: Value) -> Result<Option<bool>, serde_json::Error> {
    Ok(if sender == "client" {
        match serde_json::from_value::<ClientJsonRpcMessage>(frame)? {
            JsonRpcMessage::Request(it) => Some(!matches!(it.request, ClientRequest::CustomRequest(_))),
            JsonRpcMessage::Notification(it) => Some(!matches!(it.notification, ClientNotification::CustomNotification(_))),
            JsonRpcMessage::Response(it) => answering.map_or(Some(true), |method| fits_client(method, &it.result)),
            JsonRpcMessage::Error(_) => Some(true),
        }
    } else {
        match serde_json::from_value::<ServerJsonRpcMessage>(frame)? {
            JsonRpcMessage::Request(it) => Some(!matches!(it.request, ServerRequest::CustomRequest(_))),
            JsonRpcMessage::Notification(it) => Some(!matches!(it.notification, ServerNotification::CustomNotification(_))),
            JsonRpcMessage::Response(it) => answering.map_or(Some(true), |method| fits_server(method, &it.result)),
            JsonRpcMessage::Error(_) => Some(true),
        }
    })
}

fn hello() -> Value {
    let about = Implementation::from_build_env();
    json!({
        "implementation": about.name, "version": about.version, "language": "Rust", "claim": "version-free",
        "revisions": ProtocolVersion::KNOWN_VERSIONS, "operations": ["decode"],
    })
}

fn main() {
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let mut question: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let frame = question["frame"].take();
        let mut answer = if question["op"] == "hello" {
            hello()
        } else if frame.is_array() {
            json!({"verdict": "skipped"}) // the SDK reads single messages
        } else {
            match decode(question["sender"].as_str().unwrap(), question["answering"].as_str(), frame) {
                Ok(None) => json!({"verdict": "skipped"}),
                Ok(Some(true)) => json!({"verdict": "valid"}),
                Ok(Some(false)) => json!({"verdict": "invalid", "reason": "the SDK reads another type"}),
                Err(error) => json!({"verdict": "invalid", "reason": error.to_string()}),
            }
        };
        answer["id"] = question["id"].take();
        writeln!(out, "{answer}").unwrap();
    }
}
