//! The build tasks of Jupan.

fn main() {}
