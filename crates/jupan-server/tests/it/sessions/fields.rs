//! What a session may be asked to be.

use super::*;

#[tokio::test]
async fn a_session_has_the_bounds_that_it_was_given() {
    let (app, _controls) = server(config());
    let body = json!({"max_bytes": 2_000_000, "idle_ms": 1000, "image": "python-sympy"});
    let id = begin_with(&app, body).await;
    assert_eq!(text(&app, &id, "bounds").await, "2000000");
    let answer = step(&app, &id, "keep").await;
    assert_eq!(answer.body["image"]["name"], "python-sympy");
    let (_, info) = look(&app, &id).await;
    assert_eq!(
        (&info["max_bytes"], &info["max_idle_ms"], &info["image"]),
        (&json!(2_000_000), &json!(1000), &json!("python-sympy"))
    );
    let default =
        begin_with(&app, json!({"max_bytes": null, "idle_ms": null, "image": null})).await;
    assert_eq!(text(&app, &default, "bounds").await, "134217728");
}

#[tokio::test]
async fn a_wrong_field_is_told_what_would_be_right() {
    let (app, _controls) = server(config());
    for (body, field, message) in [
        (
            json!({"name": 1}),
            Some("name"),
            "there is no field `name`; the fields are `image`, `max_bytes`, `idle_ms`",
        ),
        (
            json!({"max_bytes": 1}),
            Some("max_bytes"),
            "`max_bytes` is 1; it must be a whole number between 1048576 and 134217728, in digits \
             only",
        ),
        (
            json!({"idle_ms": 600_001}),
            Some("idle_ms"),
            "`idle_ms` is 600001; it must be a whole number between 1 and 600000, in digits only",
        ),
        (
            json!({"image": "numpy"}),
            Some("image"),
            "there is no image `numpy`; there are `python`, `python-sympy`",
        ),
        (
            json!({"image": 1}),
            Some("image"),
            "`image` is a number; it must be a string, the name of an image",
        ),
        (
            json!([]),
            None,
            "the body is an array; it must be an object with the fields `image`, `max_bytes`, \
             `idle_ms`",
        ),
    ] {
        let answer = call(&app, request("POST", "/v1/sessions", Some(body))).await;
        assert_eq!(answer.body, error_body("invalid_field", message, field));
        assert_eq!(answer.status, 422);
    }
    let answer = call(&app, post(r#"{"code": "1", "session_id": 1}"#)).await;
    let message = "`session_id` is a number; it must be a string, the id of a session";
    assert_eq!(answer.body, error_body("invalid_field", message, Some("session_id")));
    let answer = call(&app, post(r#"{"code": "1", "session_id": "\ud800"}"#)).await;
    assert_eq!(answer.status, 422);
    assert_eq!(listed(&app).await, Vec::<String>::new());
}
