//! What came of it, as data: the terminal, the JSON file, the page and the plots are made of it.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::machine::Machine;
use crate::plot::Plot;
use crate::stats::Summary;

/// Everything.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    /// The day on which it was measured, in UTC.
    pub(crate) date: String,
    /// The command that measured it.
    pub(crate) command: String,
    /// Whether it was only a smoke run, whose times mean nothing.
    pub(crate) is_quick: bool,
    /// How long all of it took, in seconds.
    pub(crate) took_seconds: f64,
    /// Where it was measured.
    pub(crate) machine: Machine,
    /// The versions of all that was measured.
    pub(crate) versions: BTreeMap<String, String>,
    /// What was measured.
    pub(crate) groups: Vec<Group>,
}

/// One question and its tables.
#[derive(Debug, Serialize)]
pub(crate) struct Group {
    /// What `--only` calls it.
    pub(crate) name: &'static str,
    /// The heading.
    pub(crate) title: &'static str,
    /// How it was measured.
    pub(crate) notes: Vec<String>,
    /// The figures that are worth a place on the first page.
    pub(crate) facts: Vec<Fact>,
    /// All figures.
    pub(crate) tables: Vec<Table>,
    /// The pictures.
    #[serde(skip)]
    pub(crate) plots: Vec<Plot>,
}

/// A figure with its name.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Fact {
    /// What it is.
    pub(crate) what: String,
    /// How much.
    pub(crate) value: Cell,
}

/// A table.
#[derive(Debug, Serialize)]
pub(crate) struct Table {
    /// The heading.
    pub(crate) title: String,
    /// The headings of all columns, that of the rows' names included.
    pub(crate) columns: Vec<String>,
    /// The rows.
    pub(crate) rows: Vec<Row>,
}

/// A row.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    /// Its name.
    pub(crate) name: String,
    /// One cell for each further column.
    pub(crate) cells: Vec<Cell>,
}

/// A figure, or why there is none.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Cell {
    /// Seconds, many times: shown as the median and the middle eight tenths.
    Times(Summary),
    /// The same, and how many times as long as the reference.
    Ratio {
        /// Seconds.
        times: Summary,
        /// Times the reference.
        ratio: f64,
    },
    /// Seconds, once.
    Seconds(f64),
    /// Times the reference.
    Factor(f64),
    /// A count without a unit.
    Count(f64),
    /// Something a second.
    PerSecond(f64),
    /// Bytes.
    Bytes(f64),
    /// Words.
    Text(String),
}

impl Cell {
    /// Words.
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }
}

impl Table {
    /// A table without rows.
    pub(crate) fn new(title: &str, columns: &[&str]) -> Self {
        Self {
            title: title.to_owned(),
            columns: columns.iter().map(|&column| column.to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, name: impl Into<String>, cells: Vec<Cell>) {
        self.rows.push(Row { name: name.into(), cells });
    }

    /// Adds a row of one sentence, for what could not be measured.
    pub(crate) fn gap(&mut self, name: impl Into<String>, why: &str) {
        let mut cells = vec![Cell::text(why)];
        cells.resize(self.columns.len() - 1, Cell::text(""));
        self.row(name, cells);
    }
}

impl Fact {
    /// A figure with its name.
    pub(crate) fn new(what: impl Into<String>, value: Cell) -> Self {
        Self { what: what.into(), value }
    }
}
