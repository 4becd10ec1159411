//! What more clients, more output and more input cost, and whether a full server still says that
//! it is well.

mod clients;
mod health;
mod sizes;

use anyhow::Result;

use super::Context;
use crate::plot::Plot;
use crate::report::Group;
use crate::server;

pub(super) fn run(context: &Context) -> Result<Group> {
    let server = server::start(context, &["--max-queued-runs", "1024"]);
    let clients = clients::run(context, server.address())?;
    let sizes = sizes::run(context, server.address())?;
    let (health, fact) = health::run(context, server.address())?;
    Ok(Group {
        name: "scale",
        title: "Cost of scale",
        notes: vec![
            "Clients ask for `print(1+1)` again and again, all from one thread that shares the \
             cores with the server; with more clients than workers requests wait for a free one."
                .to_owned(),
            "Output is one line that is printed; input is one string of the request's `inputs`, or \
             a list of numbers that the program adds up. Request and answer are JSON."
                .to_owned(),
        ],
        facts: vec![fact],
        tables: vec![clients.table, sizes.table, health],
        plots: vec![
            Plot::lines("clients", "print(1+1) over HTTP by number of clients", clients.panels),
            Plot::lines("sizes", "Time of a request by its output and its input", sizes.panels),
        ],
    })
}
