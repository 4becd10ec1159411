//! JSON, but not a request: each case is a 422 that names the field.

use serde_json::json;

use super::{counting, is_refused};
use crate::support::{call, error_body, post};

/// 422 for a field.
async fn field(body: &str, field: &str, message: &str) {
    is_refused(post(body.to_owned()), 422, error_body("invalid_field", message, Some(field))).await;
}

#[tokio::test]
async fn missing_code_is_told() {
    let message = "`code` is missing; it must be a string, the Python program";
    field("{}", "code", message).await;
    field("{\"seed\": 1}", "code", message).await;
}

#[tokio::test]
async fn a_wrong_type_is_told_with_its_field() {
    let code = "it must be a string, the Python program";
    for (value, kind) in [
        ("null", "null"),
        ("1", "a number"),
        ("true", "a boolean"),
        ("[\"print(1)\"]", "an array"),
        ("{}", "an object"),
    ] {
        field(&format!("{{\"code\": {value}}}"), "code", &format!("`code` is {kind}; {code}"))
            .await;
    }
    for (member, name, message) in [
        (
            "\"inputs\": [1]",
            "inputs",
            "`inputs` is an array; it must be an object, variable names to values",
        ),
        (
            "\"inputs\": null",
            "inputs",
            "`inputs` is null; it must be an object, variable names to values",
        ),
        ("\"limits\": 5", "limits", "`limits` is a number; it must be an object"),
        (
            "\"limits\": {\"wall_ms\": \"5\"}",
            "limits.wall_ms",
            "`limits.wall_ms` is a string; it must be a whole number between 1 and 60000",
        ),
        (
            "\"limits\": {\"fuel\": \"NaN\"}",
            "limits.fuel",
            "`limits.fuel` is a string; it must be a whole number between 1000000 and \
             1000000000000",
        ),
        (
            "\"limits\": {\"memory_bytes\": true}",
            "limits.memory_bytes",
            "`limits.memory_bytes` is a boolean; it must be a whole number between 67108864 and \
             1073741824",
        ),
        (
            "\"limits\": {\"output_bytes\": [1]}",
            "limits.output_bytes",
            "`limits.output_bytes` is an array; it must be a whole number between 1024 and \
             1048576",
        ),
        ("\"image\": 7", "image", "`image` is a number; it must be `auto` or the name of an image"),
        ("\"html\": 1", "html", "`html` is a number; it must be `true` or `false`"),
        (
            "\"seed\": \"7\"",
            "seed",
            "`seed` is a string; it must be a whole number between 0 and 18446744073709551615",
        ),
    ] {
        field(&format!("{{\"code\": \"1\", {member}}}"), name, message).await;
    }
}

#[tokio::test]
async fn a_number_out_of_range_is_told_with_its_bounds() {
    let numbers = [
        "0",
        "-1",
        "-0",
        "60001",
        "1.5",
        "2000.0",
        "1e3",
        "1e400",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999999999999999",
    ];
    for number in numbers {
        field(
            &format!("{{\"code\": \"1\", \"limits\": {{\"wall_ms\": {number}}}}}"),
            "limits.wall_ms",
            &format!(
                "`limits.wall_ms` is {number}; it must be a whole number between 1 and 60000, in \
                 digits only"
            ),
        )
        .await;
    }
    for (name, number, min, max) in [
        ("fuel", "0", "1000000", "1000000000000"),
        ("fuel", "1000000000001", "1000000", "1000000000000"),
        ("memory_bytes", "67108863", "67108864", "1073741824"),
        ("memory_bytes", "1073741825", "67108864", "1073741824"),
        ("output_bytes", "1023", "1024", "1048576"),
        ("output_bytes", "1048577", "1024", "1048576"),
        ("files_bytes", "67108865", "0", "67108864"),
        ("returned_bytes", "16777217", "0", "16777216"),
    ] {
        field(
            &format!("{{\"code\": \"1\", \"limits\": {{\"{name}\": {number}}}}}"),
            &format!("limits.{name}"),
            &format!(
                "`limits.{name}` is {number}; it must be a whole number between {min} and {max}, \
                 in digits only"
            ),
        )
        .await;
    }
    field(
        "{\"code\": \"1\", \"seed\": -7}",
        "seed",
        "`seed` is -7; it must be a whole number between 0 and 18446744073709551615, in digits \
         only",
    )
    .await;
}

#[tokio::test]
async fn an_unknown_field_is_named_and_the_known_ones_are_listed() {
    field(
        "{\"code\": \"1\", \"language\": \"python\"}",
        "language",
        "there is no field `language`; the fields are `code`, `inputs`, `files`, `outputs`, \
         `limits`, `seed`, `image`, `html`, `session_id`",
    )
    .await;
    field(
        "{\"code\": \"1\", \"limits\": {\"timeout\": 5}}",
        "limits.timeout",
        "there is no field `limits.timeout`; the fields are `wall_ms`, `fuel`, `memory_bytes`, \
         `output_bytes`, `files_bytes`, `returned_bytes`",
    )
    .await;
    // A long name is cut.
    let name = "é".repeat(100);
    let cut = format!("{}…", "é".repeat(40));
    field(
        &format!("{{\"{name}\": 1}}"),
        &cut,
        &format!(
            "there is no field `{cut}`; the fields are `code`, `inputs`, `files`, `outputs`, \
             `limits`, `seed`, `image`, `html`, `session_id`"
        ),
    )
    .await;
}

#[tokio::test]
async fn a_field_given_twice_is_refused() {
    field("{\"code\": \"1\", \"code\": \"2\"}", "code", "`code` is given twice").await;
    field(
        "{\"code\": \"1\", \"limits\": {\"fuel\": 1000000, \"fuel\": 1000000}}",
        "limits.fuel",
        "`limits.fuel` is given twice",
    )
    .await;
    field(
        "{\"code\": \"1\", \"inputs\": {\"x\": 1, \"\\u0078\": 2}}",
        "inputs.x",
        "`inputs.x` is given twice",
    )
    .await;
}

#[tokio::test]
async fn a_name_given_twice_within_an_input_is_refused_with_its_place() {
    for (inputs, place) in [
        (r#"{"a": {"b": 1, "b": 1}}"#, "inputs.a.b"),
        (r#"{"xs": [0, {"b": {"c": [], "d": 2, "\u0063": 3}}]}"#, "inputs.xs[1].b.c"),
        (r#"{"ok": {"b": {}}, "a": [[{"": 1, "x": {"b": 1}, "": 2}]]}"#, "inputs.a[0][0]."),
    ] {
        let body = format!("{{\"code\": \"1\", \"inputs\": {inputs}}}");
        field(&body, place, &format!("`{place}` is given twice")).await;
    }
    let good =
        r#"{"code": "ok", "inputs": {"a": {"b": 1, "c": {"b": 1}}, "b": [{"b": 1}, {"b": 1}]}}"#;
    assert_eq!(call(&counting().0, post(good)).await.text(), (200, "ok"));
}

#[tokio::test]
async fn a_number_that_would_become_infinite_is_refused_with_its_place() {
    for (inputs, place, number) in [
        (r#"{"x": 1e999}"#, "inputs.x", "1e999"),
        (r#"{"a": {"b": [0, -1.5E+400]}}"#, "inputs.a.b[1]", "-1.5E+400"),
        (r#"{"a": ["1e999", {"c": 1.8e308}]}"#, "inputs.a[1].c", "1.8e308"),
    ] {
        let message = format!(
            "`{place}` is {number}, which no float can hold; it must lie within \
             ±1.7976931348623157e308, or be a string"
        );
        field(&format!("{{\"code\": \"1\", \"inputs\": {inputs}}}"), place, &message).await;
    }
    // An integer has no bounds, and what is too small for a float is 0 everywhere.
    let digits = "9".repeat(400);
    let good = format!(
        "{{\"code\": \"ok\", \"inputs\": {{\"x\": [1.7e308, -1e-999, {digits}, 0.{digits}]}}}}"
    );
    assert_eq!(call(&counting().0, post(good)).await.text(), (200, "ok"));
}

#[tokio::test]
async fn half_a_surrogate_pair_is_refused_with_its_field() {
    let message = |field: &str, escape: &str| {
        format!(
            "`{field}` has the escape {escape}, half of a surrogate pair without the other half, \
             which stands for no character"
        )
    };
    field(r#"{"code": "print('\ud83d')"}"#, "code", &message("code", r"\ud83d")).await;
    field(r#"{"code": "\udc00\ud800"}"#, "code", &message("code", r"\udc00")).await;
    field(
        r#"{"code": "1", "inputs": {"x": [1, {"a": "\ud800"}]}}"#,
        "inputs.x",
        &message("inputs.x", r"\ud800"),
    )
    .await;
    is_refused(
        post(r#"{"code": "1", "\ud800": 1}"#),
        422,
        error_body(
            "invalid_field",
            "the body has a field name with half of a surrogate pair, which stands for no text",
            None,
        ),
    )
    .await;
    field(
        r#"{"code": "1", "inputs": {"\ud800": 1}}"#,
        "inputs",
        "`inputs` has a field name with half of a surrogate pair, which stands for no text",
    )
    .await;
}

#[tokio::test]
async fn an_input_has_a_name_that_a_program_can_use() {
    for (name, why) in [
        ("", "is empty"),
        ("a-b", "is not a Python identifier"),
        ("1st", "is not a Python identifier"),
        ("x y", "is not a Python identifier"),
        ("lambda", "is a Python keyword"),
        ("ﬁ", "is not in Unicode's normal form NFKC"),
    ] {
        field(
            &json!({"code": "1", "inputs": {"ok": 1, name: 2}}).to_string(),
            &format!("inputs.{name}"),
            &format!("the name in `inputs.{name}` {why}, so no program could use it"),
        )
        .await;
    }
}

#[tokio::test]
async fn inputs_do_not_nest_without_end() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let body = |depth| format!("{{\"code\": \"ok\", \"inputs\": {{\"x\": {}}}}}", nested(depth));
    field(
        &body(65),
        "inputs.x",
        "`inputs.x` has arrays and objects 65 deep in each other; it may have at most 64",
    )
    .await;
    assert_eq!(call(&counting().0, post(body(64))).await.text(), (200, "ok"));
}
