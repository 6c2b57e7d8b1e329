//! OTLP/JSON encoder. The OpenTelemetry crates would bring protobuf, an HTTP client and a tracing layer that exports every log
//! field, texts included.

use serde_json::{Value as Json, json};

use crate::{Context, Finished, Value};

/// Encodes spans for a collector's `/v1/traces`.
pub fn encode(version: &str, instance: &str, spans: &[Finished]) -> Json {
    let of = |key: &str, text: &str| json!({"key": key, "value": {"stringValue": text}});
    let resource =
        [of("service.name", "mentorhub"), of("service.version", version), of("service.instance.id", instance)];
    let spans: Vec<Json> = spans.iter().map(span).collect();
    json!({"resourceSpans": [{
        "resource": {"attributes": resource},
        "scopeSpans": [{"scope": {"name": "mentorhub", "version": version}, "spans": spans}],
    }]})
}

fn span(step: &Finished) -> Json {
    // OTLP/JSON writes enums as numbers: SERVER or INTERNAL, ERROR or unset.
    let kind = if step.is_request { 2 } else { 1 };
    let status = if step.failed { json!({"code": 2}) } else { json!({}) };
    let mut span = json!({
        "traceId": trace_id(step.own),
        "spanId": span_id(step.own.span),
        "name": step.name,
        "kind": kind,
        // 64-bit integers exceed JavaScript's numbers, so OTLP/JSON writes them as strings.
        "startTimeUnixNano": step.from.to_string(),
        "endTimeUnixNano": step.to.to_string(),
        "attributes": step.values.iter().map(attribute).collect::<Vec<_>>(),
        "links": step.links.iter().map(link).collect::<Vec<_>>(),
        "status": status,
    });
    if let Some(parent) = step.parent {
        span["parentSpanId"] = span_id(parent).into();
    }
    span
}

fn attribute((key, value): &(&'static str, Value)) -> Json {
    let value = match value {
        Value::Number(number) => json!({"intValue": number.to_string()}),
        Value::Id(id) => json!({"stringValue": id}),
        Value::Word(word) => json!({"stringValue": word}),
    };
    json!({"key": key, "value": value})
}

fn link(other: &Context) -> Json {
    json!({"traceId": trace_id(*other), "spanId": span_id(other.span)})
}

fn trace_id(context: Context) -> String {
    format!("{:032x}", context.trace)
}

fn span_id(span: u64) -> String {
    format!("{span:016x}")
}
