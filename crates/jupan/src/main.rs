//! The command line of Jupan.

fn main() {}
