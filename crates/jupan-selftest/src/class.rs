//! The classes of programs: one folder each.

/// What a program goes for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Computes without end.
    Cpu,
    /// Waits without end.
    Blocking,
    /// Takes memory.
    Memory,
    /// Recurses, in Python or in native code.
    Stack,
    /// Writes too much, or what may mislead.
    Output,
    /// Leaves in unusual ways, or breaks its interpreter.
    Exit,
    /// Reaches for the host: files, environment, processes, sockets, memory.
    Escape,
    /// Reaches for the run after it.
    Isolation,
    /// Makes the host allocate or work for it.
    HostAllocation,
    /// Must come out the same twice, or must not.
    Determinism,
}

impl Class {
    /// Every class.
    pub const ALL: [Self; 10] = [
        Self::Cpu,
        Self::Blocking,
        Self::Memory,
        Self::Stack,
        Self::Output,
        Self::Exit,
        Self::Escape,
        Self::Isolation,
        Self::HostAllocation,
        Self::Determinism,
    ];

    /// The name of its folder.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Blocking => "blocking",
            Self::Memory => "memory",
            Self::Stack => "stack",
            Self::Output => "output",
            Self::Exit => "exit",
            Self::Escape => "escape",
            Self::Isolation => "isolation",
            Self::HostAllocation => "host-allocation",
            Self::Determinism => "determinism",
        }
    }
}
