//! Switches that turn single safeguards off, so that a test can show that each is missed when
//! it is gone (`cargo xtask mutate`).
//!
//! The product has no such switch: [`Safeguard::is_off`] is the constant `false`, and the
//! compiler leaves nothing of it. Only a build with the feature `safeguard-switches`, which is
//! for tests alone and which nothing turns on by default, reads the variable
//! `JUPAN_SAFEGUARD_OFF`. Where a safeguard is put in force, the code names it:
//!
//! ```
//! # use jupan_sandbox::Safeguard;
//! assert_eq!(Safeguard::Fuel.unless_off(7, u64::MAX), 7);
//! ```

/// Declares the safeguards with their names. `cargo xtask mutate` reads this list, and has at
/// least one test for each.
macro_rules! safeguards {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// A limit, or a layer of a worker's lockdown.
        #[doc(hidden)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Safeguard {
            $($(#[$doc])* $variant,)*
        }

        #[cfg(feature = "safeguard-switches")]
        const NAMES: &[(&str, Safeguard)] = &[$(($name, Safeguard::$variant)),*];
    };
}

safeguards! {
    /// Instructions of a run.
    Fuel = "fuel",
    /// The wall clock, for a guest that computes.
    Clock = "clock",
    /// The wall clock, for a guest that sleeps.
    Sleep = "sleep",
    /// The wall clock, within one call for random bytes.
    RandomBytes = "random-bytes",
    /// The wall clock, within one instruction that copies or fills memory.
    BulkMemory = "bulk-memory",
    /// Linear memory of a run.
    Memory = "memory",
    /// Limits on memory beyond what a sandbox has room for are refused.
    MemoryRoom = "memory-room",
    /// Elements of a guest's table.
    Table = "table",
    /// Native stack of a run.
    Stack = "stack",
    /// Bytes kept of a stream.
    Output = "output",
    /// Bytes of a stream that are told while a program runs.
    Pieces = "pieces",
    /// Bytes written to a stream.
    OutputFlood = "output-flood",
    /// Bytes of source text.
    Source = "source",
    /// Runs that one client has at a time.
    ClientRuns = "client-runs",
    /// Runs that one client starts within a minute.
    ClientRate = "client-rate",
    /// Limits outside their bounds are refused.
    LimitBounds = "limit-bounds",
    /// Bytes of a guest's report.
    Report = "report",
    /// Pictures of a run.
    Pictures = "pictures",
    /// Bytes in the pictures of a run.
    PictureBytes = "picture-bytes",
    /// Bytes that describe a picture.
    PictureHead = "picture-head",
    /// Bytes of the mark of an image that was read.
    Mark = "mark",
    /// Bytes of the last value as HTML.
    Html = "html",
    /// Bytes of what a panic of the interpreter left behind.
    CrashNote = "crash-note",
    /// Pieces of one write.
    WritePieces = "write-pieces",
    /// Things that one call waits for.
    Subscriptions = "subscriptions",
    /// Bytes in the files of a run.
    FilesBytes = "files-bytes",
    /// Bytes in the files that a run is given.
    FilesGiven = "files-given",
    /// Files and folders of a run.
    FileCount = "file-count",
    /// Folders in each other.
    FileDepth = "file-depth",
    /// Bytes of a file's name.
    FileName = "file-name",
    /// Bytes of a path.
    FilePath = "file-path",
    /// Descriptors that are open at the same time.
    OpenFiles = "open-files",
    /// Pieces of one read or write of a file.
    FilePieces = "file-pieces",
    /// The wall clock, within calls about files.
    FileCalls = "file-calls",
    /// Bytes of files that are given back.
    ReturnedBytes = "returned-bytes",
    /// Files that are given back.
    ReturnedFiles = "returned-files",
    /// Steps of comparing the names of files with patterns.
    MatchSteps = "match-steps",
    /// Names and patterns of files that a request asks for.
    OutputPatterns = "output-patterns",
    /// Runs at the same time in one sandbox.
    Instances = "instances",
    /// Linear memory that a finished run leaves with the process.
    KeptMemory = "kept-memory",
    /// Stack that a finished run leaves with the process.
    KeptStack = "kept-stack",

    /// Bytes that a session's state may ever have.
    StateSize = "state-size",
    /// Bytes that a run may leave for the next of its session.
    StateLeft = "state-left",
    /// A session's state that does not fit its image is refused.
    StateContent = "state-content",

    /// Bytes of an image's description.
    Description = "description",

    /// Workers that are busy at the same time.
    Workers = "workers",
    /// Runs of one worker.
    Recycling = "recycling",
    /// Time until a worker's answer.
    Answer = "answer",
    /// Time until a worker is ready.
    StartTime = "start-time",
    /// Bytes of a request to a worker.
    RequestFrame = "request-frame",
    /// Bytes of a worker's answer.
    AnswerFrame = "answer-frame",
    /// Bytes of a worker's first word.
    HelloFrame = "hello-frame",
    /// Answers of a worker that cannot be are not believed.
    AnswerContent = "answer-content",
    /// Memory of a worker process.
    WorkerMemory = "worker-memory",
    /// Files, descriptors and core files of a worker process.
    WorkerFiles = "worker-files",
    /// Processes and threads of a worker process.
    WorkerProcesses = "worker-processes",
    /// Landlock.
    Landlock = "landlock",
    /// seccomp.
    SystemCalls = "system-calls",

    /// Bytes that the head of a request announces for its body.
    BodyAnnounced = "body-announced",
    /// Bytes of a request's body as they arrive.
    BodyRead = "body-read",
    /// Bytes that are still read of a body that nobody wants.
    BodyDrain = "body-drain",
    /// Time for which they are read.
    BodyDrainTime = "body-drain-time",
    /// Time until a request's body is there.
    BodyTime = "body-time",
    /// Bytes of a request's head.
    HeadSize = "head-size",
    /// Time until a request's head is there.
    HeadTime = "head-time",
    /// Time between two requests on a connection.
    IdleTime = "idle-time",
    /// Time until a client takes the next byte of its answer.
    WriteTime = "write-time",
    /// Names by which the server is called.
    HostNames = "host-names",
    /// Pages that call the server.
    Origins = "origins",
    /// Bytes that are read ahead of a request that is carried out.
    ReadAhead = "read-ahead",
    /// Bytes of bodies and answers in memory.
    Buffered = "buffered",
    /// Open connections.
    Connections = "connections",
    /// Runs at the same time in a server.
    Slots = "slots",
    /// Requests that wait.
    Queue = "queue",
    /// Time that a request waits.
    QueueWait = "queue-wait",
    /// Time that a shutdown waits for runs.
    ShutdownGrace = "shutdown-grace",
    /// Time that a shutdown waits for the last answers.
    Farewell = "farewell",
    /// Limits that a request may ask for.
    Ceilings = "ceilings",
    /// Sessions at the same time.
    Sessions = "sessions",
    /// Bytes of all sessions.
    SessionBytes = "session-bytes",
    /// Time that a session is without a run.
    SessionIdle = "session-idle",
    /// Time that a request waits for its turn in a session.
    SessionWait = "session-wait",
    /// Requests that run or wait in one session.
    SessionUsers = "session-users",
    /// Sessions that have ended and are known by name.
    SessionsEnded = "sessions-ended",
    /// Bytes of a request's program.
    RequestSource = "request-source",
    /// How deep inputs nest.
    InputDepth = "input-depth",
    /// Bytes of what a refusal quotes.
    Quoted = "quoted",
    /// Characters of a client's request id.
    RequestId = "request-id",
    /// Bytes of a path in the log.
    LoggedPath = "logged-path",
    /// Bytes that an answer quotes of a report.
    AnswerText = "answer-text",
    /// Bytes of a name that a hint repeats.
    HintName = "hint-name",
    /// Bytes of a line of the program that a hint repeats.
    HintLine = "hint-line",
}

impl Safeguard {
    /// The variable that this build reads, if it has switches.
    pub const VARIABLE: Option<&str> =
        if cfg!(feature = "safeguard-switches") { Some("JUPAN_SAFEGUARD_OFF") } else { None };

    /// Whether a test has turned it off.
    #[must_use]
    #[inline]
    pub fn is_off(self) -> bool {
        #[cfg(feature = "safeguard-switches")]
        return switched_off() == Some(self);
        #[cfg(not(feature = "safeguard-switches"))]
        false
    }

    /// `limit`, or `without` if a test has turned the safeguard off.
    #[must_use]
    #[inline]
    pub fn unless_off<T>(self, limit: T, without: T) -> T {
        if self.is_off() { without } else { limit }
    }
}

/// The variable that names the one safeguard to be left out.
#[cfg(feature = "safeguard-switches")]
const VARIABLE: &str = "JUPAN_SAFEGUARD_OFF";

/// The one that is off, if any.
#[cfg(feature = "safeguard-switches")]
fn switched_off() -> Option<Safeguard> {
    static OFF: std::sync::LazyLock<Option<Safeguard>> = std::sync::LazyLock::new(|| {
        let name = std::env::var(VARIABLE).ok()?;
        NAMES.iter().find(|(known, _)| *known == name).map(|&(_, safeguard)| safeguard)
    });
    *OFF
}

/// Hands the switch on to a process that gets no environment otherwise.
#[cfg(feature = "safeguard-switches")]
pub(crate) fn pass_on(command: &mut std::process::Command) {
    if let Some(name) = std::env::var_os(VARIABLE) {
        command.env(VARIABLE, name);
    }
}
