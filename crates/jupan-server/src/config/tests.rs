//! An empty configuration, a partial one, and every value that cannot be.

use super::*;

/// What is wrong with the default configuration after `change`.
fn fault(change: impl FnOnce(&mut ServerConfig)) -> String {
    let mut config = ServerConfig::default();
    change(&mut config);
    config.validate().unwrap_err().to_string()
}

fn parse(text: &str) -> Result<ServerConfig, String> {
    toml::from_str(text).map_err(|error: toml::de::Error| error.message().to_owned())
}

#[test]
fn nothing_configured_is_the_documented_default() {
    let config = parse("").unwrap();
    assert_eq!(config, ServerConfig::default());
    assert_eq!(config.validate(), Ok(()));
    let cores = thread::available_parallelism().unwrap().get() as u64;
    assert_eq!(
        config,
        ServerConfig {
            clients: Vec::new(),
            listen: "127.0.0.1:8787".parse().unwrap(),
            bearer_token: None,
            allowed_hosts: Vec::new(),
            max_concurrent_runs: cores,
            max_queued_runs: 256,
            queue_wait_ms: 30_000,
            max_connections: 1024,
            max_buffered_bytes: 268_435_456,
            body_max_bytes: 4_194_304,
            body_timeout_ms: 10_000,
            header_timeout_ms: 5_000,
            idle_timeout_ms: 60_000,
            write_timeout_ms: 30_000,
            max_sessions: 64,
            session_max_bytes: 134_217_728,
            sessions_max_bytes: 536_870_912,
            session_idle_ms: 600_000,
            shutdown_grace_ms: 10_000,
            default_limits: Limits::default(),
            limit_ceilings: Limits {
                wall: Duration::from_secs(60),
                fuel: 1_000_000_000_000,
                memory_bytes: 1_073_741_824,
                output_bytes: 1_048_576,
                source_bytes: 1_048_576,
                files_bytes: 67_108_864,
                returned_bytes: 16_777_216,
            },
        }
    );
}

#[test]
fn what_a_table_leaves_out_keeps_its_own_default() {
    let config = parse(
        "queue_wait_ms = 5\n[default_limits]\nfuel = 2_000_000\n[limit_ceilings]\nwall_ms = 7_000",
    )
    .unwrap();
    assert_eq!(
        config,
        ServerConfig {
            queue_wait_ms: 5,
            default_limits: Limits { fuel: 2_000_000, ..Limits::default() },
            limit_ceilings: Limits {
                wall: Duration::from_secs(7),
                ..ServerConfig::DEFAULT_CEILINGS
            },
            ..ServerConfig::default()
        }
    );
}

#[test]
fn a_configuration_survives_its_own_text() {
    let config = ServerConfig { max_queued_runs: 3, ..ServerConfig::default() };
    assert_eq!(parse(&toml::to_string(&config).unwrap()), Ok(config));
}

#[test]
fn unknown_and_mistyped_values_are_named() {
    assert_eq!(
        parse("max_runs = 1").unwrap_err(),
        "unknown field `max_runs`, expected one of `listen`, `bearer_token`, `clients`, \
         `allowed_hosts`, `max_concurrent_runs`, `max_queued_runs`, `queue_wait_ms`, \
         `max_connections`, `max_buffered_bytes`, `body_max_bytes`, `body_timeout_ms`, \
         `header_timeout_ms`, `idle_timeout_ms`, `write_timeout_ms`, `max_sessions`, \
         `session_max_bytes`, `sessions_max_bytes`, `session_idle_ms`, `shutdown_grace_ms`, \
         `default_limits`, `limit_ceilings`"
    );
    assert_eq!(
        parse("[default_limits]\nwall = 1").unwrap_err(),
        "unknown field `wall`, expected one of `wall_ms`, `fuel`, `memory_bytes`, \
         `output_bytes`, `source_bytes`, `files_bytes`, `returned_bytes`"
    );
    assert_eq!(parse("listen = \"localhost\"").unwrap_err(), "invalid socket address syntax");
}

#[test]
fn every_number_has_bounds() {
    assert_eq!(
        fault(|c| c.max_concurrent_runs = 0),
        "max_concurrent_runs is 0; it must be between 1 and 256"
    );
    assert_eq!(
        fault(|c| c.max_queued_runs = 65_537),
        "max_queued_runs is 65537; it must be between 0 and 65536"
    );
    assert_eq!(
        fault(|c| c.queue_wait_ms = 0),
        "queue_wait_ms is 0; it must be between 1 and 600000"
    );
    assert_eq!(
        fault(|c| c.max_connections = 0),
        "max_connections is 0; it must be between 1 and 65536"
    );
    assert_eq!(
        fault(|c| c.max_buffered_bytes = 1023),
        "max_buffered_bytes is 1023; it must be between 1024 and 1099511627776"
    );
    assert_eq!(
        fault(|c| c.body_max_bytes = 1023),
        "body_max_bytes is 1023; it must be between 1024 and 67108864"
    );
    assert_eq!(
        fault(|c| c.body_timeout_ms = 600_001),
        "body_timeout_ms is 600001; it must be between 1 and 600000"
    );
    assert_eq!(
        fault(|c| c.header_timeout_ms = 0),
        "header_timeout_ms is 0; it must be between 1 and 600000"
    );
    assert_eq!(
        fault(|c| c.idle_timeout_ms = 0),
        "idle_timeout_ms is 0; it must be between 1 and 600000"
    );
    assert_eq!(
        fault(|c| c.write_timeout_ms = 600_001),
        "write_timeout_ms is 600001; it must be between 1 and 600000"
    );
    assert_eq!(
        fault(|c| c.max_sessions = 65_537),
        "max_sessions is 65537; it must be between 0 and 65536"
    );
    assert_eq!(
        fault(|c| c.session_max_bytes = 1),
        "session_max_bytes is 1; it must be between 1048576 and 268435456"
    );
    assert_eq!(
        fault(|c| c.sessions_max_bytes = 1),
        "sessions_max_bytes is 1; it must be between 1048576 and 1099511627776"
    );
    assert_eq!(
        fault(|c| c.session_idle_ms = 86_400_001),
        "session_idle_ms is 86400001; it must be between 1 and 86400000"
    );
    assert_eq!(
        fault(|c| c.sessions_max_bytes = c.session_max_bytes - 1),
        "sessions_max_bytes is 134217727; it must be at least session_max_bytes, which is 134217728"
    );
    assert_eq!(
        fault(|c| c.shutdown_grace_ms = 0),
        "shutdown_grace_ms is 0; it must be between 1 and 600000"
    );
}

#[test]
fn limits_are_what_the_sandbox_can_enforce() {
    assert_eq!(
        fault(|c| c.default_limits.fuel = 1),
        "default_limits.fuel is 1; it must be between 1000000 and 10000000000000"
    );
    assert_eq!(
        fault(|c| c.limit_ceilings.wall = Duration::from_secs(3600)),
        "limit_ceilings.wall_ms is 3600000; it must be between 1 and 600000"
    );
}

#[test]
fn a_default_is_within_its_ceiling() {
    assert_eq!(
        fault(|c| c.limit_ceilings.wall = Duration::from_secs(4)),
        "default_limits.wall_ms is 5000; it must not be above limit_ceilings.wall_ms, which is 4000"
    );
    assert_eq!(
        fault(|c| c.default_limits.source_bytes = 2 << 20),
        "default_limits.source_bytes is 2097152; it must not be above \
         limit_ceilings.source_bytes, which is 1048576"
    );
}

#[test]
fn a_body_of_the_allowed_size_fits_into_memory() {
    assert_eq!(
        fault(|c| c.max_buffered_bytes = 4_194_303),
        "max_buffered_bytes is 4194303; it must be at least body_max_bytes, which is 4194304"
    );
}

#[test]
fn a_program_of_the_allowed_size_fits_into_a_body() {
    assert_eq!(
        fault(|c| c.body_max_bytes = 200_000),
        "body_max_bytes is 200000; it must be at least default_limits.source_bytes, which is \
         262144"
    );
}

#[test]
fn an_address_that_others_can_reach_needs_a_token() {
    for public in ["0.0.0.0:8787", "192.168.1.2:80", "[::]:8787", "[::ffff:10.0.0.1]:1"] {
        let address: SocketAddr = public.parse().unwrap();
        assert_eq!(
            fault(|c| c.listen = address),
            format!(
                "listen address {address} can be reached from other machines; set bearer_token, \
                 or listen on 127.0.0.1"
            )
        );
        let config = ServerConfig {
            listen: address,
            bearer_token: Some(BearerToken::new("0123456789abcdef")),
            ..ServerConfig::default()
        };
        assert_eq!(config.validate(), Ok(()));
    }
    for loopback in ["127.0.0.1:0", "127.9.9.9:1", "[::1]:8787", "[::ffff:127.0.0.1]:1"] {
        let config = ServerConfig { listen: loopback.parse().unwrap(), ..ServerConfig::default() };
        assert_eq!(config.validate(), Ok(()), "{loopback}");
    }
}

#[test]
fn allowed_hosts_are_names_or_addresses() {
    for good in ["jupan.example", "a_b", "192.168.1.2", "fe80::1", "[fe80::1]"] {
        let config =
            ServerConfig { allowed_hosts: vec![good.to_owned()], ..ServerConfig::default() };
        assert_eq!(config.validate(), Ok(()), "{good}");
    }
    for bad in ["", "http://jupan.example", "jupan.example:8787", "*", "a/b", "[::1", "é.example"]
    {
        assert_eq!(
            fault(|c| c.allowed_hosts = vec!["good".to_owned(), bad.to_owned()]),
            format!(
                "allowed_hosts has {bad:?}; each must be a host name or an IP address, without \
                 scheme and port"
            )
        );
    }
}

#[test]
fn a_token_is_long_and_can_stand_in_a_header() {
    let fault = |token: &str| fault(|c| c.bearer_token = Some(BearerToken::new(token)));
    assert_eq!(
        fault("0123456789abcde"),
        "bearer_token has 15 characters; it must have between 16 and 512"
    );
    assert_eq!(
        fault(&"x".repeat(513)),
        "bearer_token has 513 characters; it must have between 16 and 512"
    );
    for bad in ["with space and more", "withé and more of it", "with\nbreak_and_more"] {
        assert_eq!(
            fault(bad),
            "bearer_token has a space, a control character or a letter outside ASCII at place 5; \
             it must be visible ASCII characters only"
        );
    }
}

#[test]
fn a_token_is_never_shown() {
    let config = ServerConfig {
        bearer_token: Some(BearerToken::new("very-secret-token")),
        ..ServerConfig::default()
    };
    let shown = [
        format!("{config:?}"),
        format!("{:#?}", config.bearer_token),
        toml::to_string(&config).unwrap(),
        format!("{:?}", config.validate()),
    ];
    assert!(shown.iter().all(|text| !text.contains("secret")), "{shown:?}");
    // What is shown in its place is no token, so that a printed configuration cannot be taken
    // for a working one.
    let printed: ServerConfig = toml::from_str(&shown[2]).unwrap();
    assert_eq!(
        printed.validate().unwrap_err().to_string(),
        "bearer_token has 10 characters; it must have between 16 and 512"
    );
}

#[test]
fn tokens_compare_whole() {
    let token = BearerToken::new("0123456789abcdef");
    assert!(token.matches(b"0123456789abcdef"));
    for other in ["", "0123456789abcde", "0123456789abcdeF", "0123456789abcdef0"] {
        assert!(!token.matches(other.as_bytes()), "{other}");
    }
}
