// Runs a program's own `main` on texts held in memory, and tells which calls of the target it makes.
//
// The program around this module reads its input through `io` below, prints through the macros and
// has its target go through `call`. Each line of the real standard input asks for one case:
// `{"input": text, "expect": digest, "tries": [[wanted, [result, ...]], ...]}`, each result as JSON
// text. Without a digest the real target is run, and the answer is
// `{"text", "ended", "calls": [{"at", "input", "result"}], "digest"}`; with one, each try runs `main`
// with the given results in place of the target's, and the answer lists the tries that print the
// wanted text by calls with the very same inputs: `{"tries": [bool, ...]}`.

use ::vlite_support_library::{fields, parse, FromJson, ToJson};
use std::cell::{Cell, RefCell};

thread_local! {
    static INPUT: Cell<&'static [u8]> = const { Cell::new(&[]) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static CALLS: RefCell<Vec<Call>> = const { RefCell::new(Vec::new()) };
    static GIVEN: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
    static DIGEST: Cell<u64> = const { Cell::new(FNV_OFFSET) };
}

const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;
// A `main` that prints without end would take all memory before its time is up.
const MOST_OUTPUT_BYTES: usize = 64 << 20;

struct Call {
    at: usize,
    input: Vec<u8>,
    result: Vec<u8>,
}

struct Exit;
struct NoResult;

pub fn exit(_code: i32) -> ! {
    std::panic::panic_any(Exit)
}

pub fn emit(text: std::fmt::Arguments<'_>) {
    let _ = std::io::Write::write_fmt(&mut io::Stdout, text);
}

/// One call of the target: its inputs as JSON, then the real target or the next result given.
pub fn call<R: ToJson + FromJson>(input: Vec<u8>, original: impl FnOnce() -> R) -> R {
    let mut digest = DIGEST.get();
    for byte in input.iter().chain(b"\n") {
        digest = (digest ^ *byte as u64).wrapping_mul(FNV_PRIME);
    }
    DIGEST.set(digest);
    let at = OUTPUT.with_borrow(|output| output.len());
    let number = CALLS.with_borrow(|calls| calls.len());
    let replayed = GIVEN.with_borrow(|given| {
        given.as_ref().map(|results| match results.get(number) {
            Some(text) => parse::<R>(text.as_bytes()).ok(),
            None => None,
        })
    });
    let kept = if replayed.is_some() { Vec::new() } else { input };
    CALLS.with_borrow_mut(|calls| calls.push(Call { at, input: kept, result: Vec::new() }));
    match replayed {
        Some(Some(result)) => result,
        Some(None) => std::panic::panic_any(NoResult),
        None => {
            let result = original();
            let mut text = Vec::new();
            result.write(&mut text);
            CALLS.with_borrow_mut(|calls| calls[number].result = text);
            result
        }
    }
}

/// Answers every line of standard input.
pub fn serve(main: fn()) {
    std::panic::set_hook(Box::new(|_| {}));
    let thread = std::thread::Builder::new().stack_size(1 << 30);
    let served = thread.spawn(move || {
        let mut line = String::new();
        while matches!(std::io::stdin().read_line(&mut line), Ok(size) if size > 0) {
            let answer = answer(&line, main);
            let mut stdout = std::io::stdout().lock();
            let written = std::io::Write::write_all(&mut stdout, &answer);
            if written.and_then(|_| std::io::Write::flush(&mut stdout)).is_err() {
                return;
            }
            line.clear();
        }
    });
    let _ = served.map(|thread| thread.join());
}

fn answer(line: &str, main: fn()) -> Vec<u8> {
    let Ok(places) = fields(line.as_bytes(), &[&["input"], &["expect"], &["tries"]]) else {
        return b"{\"fault\":\"no case\"}\n".to_vec();
    };
    let (Ok(input), Ok(expect), Ok(tries)) = (
        parse::<String>(places[0]),
        parse::<String>(places[1]),
        parse::<Vec<(String, Vec<String>)>>(places[2]),
    ) else {
        return b"{\"fault\":\"no case\"}\n".to_vec();
    };
    let input: &'static [u8] = Box::leak(input.into_bytes().into_boxed_slice());
    let mut out = Vec::new();
    if expect.is_empty() {
        let ended = run(main, input, None);
        out.extend_from_slice(b"{\"text\":");
        OUTPUT.with_borrow(|output| String::from_utf8_lossy(output).into_owned()).write(&mut out);
        out.extend_from_slice(if ended { b",\"ended\":true" } else { b",\"ended\":false" });
        out.extend_from_slice(b",\"digest\":\"");
        out.extend_from_slice(DIGEST.get().to_string().as_bytes());
        out.extend_from_slice(b"\",\"calls\":[");
        CALLS.with_borrow(|calls| {
            for (number, call) in calls.iter().enumerate() {
                if number > 0 {
                    out.push(b',');
                }
                out.extend_from_slice(format!("{{\"at\":{},\"input\":", call.at).as_bytes());
                out.extend_from_slice(&call.input);
                out.extend_from_slice(b",\"result\":");
                let finished = !call.result.is_empty();
                out.extend_from_slice(if finished { &call.result } else { b"null" });
                out.push(b'}');
            }
        });
        out.extend_from_slice(b"]}\n");
        return out;
    }
    out.extend_from_slice(b"{\"tries\":[");
    for (number, (wanted, results)) in tries.into_iter().enumerate() {
        if number > 0 {
            out.push(b',');
        }
        let count = results.len();
        let ended = run(main, input, Some(results));
        let same_calls = CALLS.with_borrow(|calls| calls.len()) == count
            && DIGEST.get().to_string() == expect;
        let printed =
            ended && same_calls && OUTPUT.with_borrow(|output| same_text(output, wanted.as_bytes()));
        out.extend_from_slice(if printed { b"true" } else { b"false" });
    }
    out.extend_from_slice(b"]}\n");
    out
}

/// Runs `main`; whether it ended by itself.
fn run(main: fn(), input: &'static [u8], given: Option<Vec<String>>) -> bool {
    INPUT.set(input);
    DIGEST.set(FNV_OFFSET);
    OUTPUT.with_borrow_mut(Vec::clear);
    CALLS.with_borrow_mut(Vec::clear);
    GIVEN.set(given);
    match std::panic::catch_unwind(main) {
        Ok(()) => true,
        // An exit ends a program as well as a return.
        Err(payload) => payload.is::<Exit>(),
    }
}

/// Equal but for white space at the end of lines and blank lines at the end.
fn same_text(a: &[u8], b: &[u8]) -> bool {
    fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
        let end = text.iter().rposition(|byte| !is_blank(*byte)).map_or(0, |last| last + 1);
        text[..end].split(|byte| *byte == b'\n').map(|line| {
            let end = line.iter().rposition(|byte| !is_blank(*byte)).map_or(0, |last| last + 1);
            &line[..end]
        })
    }
    fn is_blank(byte: u8) -> bool {
        matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c)
    }
    lines(a).eq(lines(b))
}

/// `std::io` with other standard streams.
pub mod io {
    pub use std::io::*;

    pub struct Stdin;
    pub struct StdinLock;
    pub struct Stdout;
    pub struct BufWriter<W>(W);

    pub fn stdin() -> Stdin {
        Stdin
    }

    pub fn stdout() -> Stdout {
        Stdout
    }

    impl Stdin {
        pub fn lock(&self) -> StdinLock {
            StdinLock
        }

        pub fn read_line(&self, line: &mut String) -> Result<usize> {
            BufRead::read_line(&mut StdinLock, line)
        }

        pub fn lines(self) -> Lines<StdinLock> {
            BufRead::lines(StdinLock)
        }
    }

    impl Read for Stdin {
        fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
            StdinLock.read(buffer)
        }
    }

    impl Read for StdinLock {
        fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
            let mut left = super::INPUT.get();
            let size = left.read(buffer)?;
            super::INPUT.set(left);
            Ok(size)
        }
    }

    impl BufRead for StdinLock {
        fn fill_buf(&mut self) -> Result<&[u8]> {
            Ok(super::INPUT.get())
        }

        fn consume(&mut self, size: usize) {
            super::INPUT.set(&super::INPUT.get()[size..]);
        }
    }

    impl Stdout {
        pub fn lock(&self) -> Stdout {
            Stdout
        }
    }

    impl Write for Stdout {
        fn write(&mut self, bytes: &[u8]) -> Result<usize> {
            super::OUTPUT.with_borrow_mut(|output| {
                if output.len() + bytes.len() > super::MOST_OUTPUT_BYTES {
                    panic!("too much output");
                }
                output.extend_from_slice(bytes);
            });
            Ok(bytes.len())
        }

        fn flush(&mut self) -> Result<()> {
            Ok(())
        }
    }

    impl<W: Write> BufWriter<W> {
        pub fn new(inner: W) -> Self {
            BufWriter(inner)
        }

        pub fn with_capacity(_capacity: usize, inner: W) -> Self {
            BufWriter(inner)
        }
    }

    impl<W: Write> Write for BufWriter<W> {
        fn write(&mut self, bytes: &[u8]) -> Result<usize> {
            self.0.write(bytes)
        }

        fn flush(&mut self) -> Result<()> {
            self.0.flush()
        }
    }
}
