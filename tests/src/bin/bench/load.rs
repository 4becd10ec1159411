//! Many clients at once, all in one thread.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::task::JoinSet;

use crate::client::{Connection, Question};

/// Clients that each ask the same question again and again.
pub(crate) struct Load {
    connections: Vec<Connection>,
    question: Arc<Question>,
    stdout: Arc<str>,
}

/// What came of it.
#[derive(Debug, Default)]
pub(crate) struct Throughput {
    /// The time of each answer, in seconds.
    pub(crate) seconds: Vec<f64>,
    /// Answers a second.
    pub(crate) per_second: f64,
}

impl Load {
    /// Connects `clients` clients; each has to be told `stdout`.
    pub(crate) async fn connect(
        address: SocketAddr,
        clients: usize,
        question: Question,
        stdout: &str,
    ) -> Result<Self> {
        let mut connections = Vec::with_capacity(clients);
        for _ in 0..clients {
            connections.push(Connection::open(address).await?);
        }
        Ok(Self { connections, question: Arc::new(question), stdout: stdout.into() })
    }

    /// Keeps all clients busy for `duration`. What is under way then is waited for and counts,
    /// in the time as well.
    pub(crate) async fn run(&mut self, duration: Duration) -> Result<Throughput> {
        let start = Instant::now();
        let end = start + duration;
        let mut clients = JoinSet::new();
        for connection in self.connections.drain(..) {
            let (question, stdout) = (Arc::clone(&self.question), Arc::clone(&self.stdout));
            clients.spawn(client(connection, question, stdout, end));
        }
        let mut throughput = Throughput::default();
        while let Some(client) = clients.join_next().await {
            let (connection, seconds) = client.context("a client does not panic")??;
            self.connections.push(connection);
            throughput.seconds.extend(seconds);
        }
        throughput.per_second = throughput.seconds.len() as f64 / start.elapsed().as_secs_f64();
        Ok(throughput)
    }
}

async fn client(
    mut connection: Connection,
    question: Arc<Question>,
    stdout: Arc<str>,
    end: Instant,
) -> Result<(Connection, Vec<f64>)> {
    let mut seconds = Vec::new();
    while Instant::now() < end {
        seconds.push(connection.expect(&question, &stdout).await?.as_secs_f64());
    }
    Ok((connection, seconds))
}
