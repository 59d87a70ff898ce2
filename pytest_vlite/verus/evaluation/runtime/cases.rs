// Reading cases as lines of JSON, running the clauses on a large stack, one line of answers each.

pub enum T {
    Int(i128, i128),
    Bool,
    Char,
    Text,
    Seq(Box<T>),
    Opt(Box<T>),
    Tuple(Vec<T>),
    Nothing,
}

enum J {
    Null,
    Bool(bool),
    Int(i128),
    Text(String),
    List(Vec<J>),
    Map(Vec<(String, J)>),
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn blank(&mut self) {
        while matches!(self.text.get(self.at), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn take(&mut self, c: u8) -> bool {
        self.blank();
        let found = self.text.get(self.at) == Some(&c);
        self.at += found as usize;
        found
    }

    fn word(&mut self, word: &str, value: J) -> Option<J> {
        let found = self.text[self.at..].starts_with(word.as_bytes());
        self.at += word.len();
        found.then_some(value)
    }

    fn value(&mut self, depth: usize) -> Option<J> {
        self.blank();
        if depth > 64 {
            return None;
        }
        match *self.text.get(self.at)? {
            b'n' => self.word("null", J::Null),
            b't' => self.word("true", J::Bool(true)),
            b'f' => self.word("false", J::Bool(false)),
            b'"' => self.string().map(J::Text),
            b'[' => {
                self.at += 1;
                let mut items = vec![];
                if self.take(b']') {
                    return Some(J::List(items));
                }
                loop {
                    items.push(self.value(depth + 1)?);
                    if self.take(b']') {
                        return Some(J::List(items));
                    }
                    if !self.take(b',') {
                        return None;
                    }
                }
            }
            b'{' => {
                self.at += 1;
                let mut items: Vec<(String, J)> = vec![];
                if self.take(b'}') {
                    return Some(J::Map(items));
                }
                loop {
                    self.blank();
                    let key = self.string()?;
                    if !self.take(b':') || items.iter().any(|(k, _)| *k == key) {
                        return None;
                    }
                    let value = self.value(depth + 1)?;
                    items.push((key, value));
                    if self.take(b'}') {
                        return Some(J::Map(items));
                    }
                    if !self.take(b',') {
                        return None;
                    }
                }
            }
            _ => {
                let from = self.at;
                while matches!(self.text.get(self.at), Some(b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')) {
                    self.at += 1;
                }
                let digits = std::str::from_utf8(&self.text[from..self.at]).ok()?;
                digits.parse().ok().map(J::Int)
            }
        }
    }

    fn string(&mut self) -> Option<String> {
        if self.text.get(self.at) != Some(&b'"') {
            return None;
        }
        self.at += 1;
        let mut bytes = vec![];
        loop {
            let c = *self.text.get(self.at)?;
            self.at += 1;
            match c {
                b'"' => return String::from_utf8(bytes).ok(),
                b'\\' => {
                    let escape = *self.text.get(self.at)?;
                    self.at += 1;
                    let made = match escape {
                        b'n' => '\n',
                        b't' => '\t',
                        b'r' => '\r',
                        b'b' => '\u{8}',
                        b'f' => '\u{c}',
                        b'"' | b'\\' | b'/' => escape as char,
                        b'u' => {
                            let mut code = self.hex()?;
                            if (0xD800..0xDC00).contains(&code) {
                                if !self.text[self.at..].starts_with(b"\\u") {
                                    return None;
                                }
                                self.at += 2;
                                let low = self.hex()?;
                                code = 0x10000 + ((code - 0xD800) << 10) + low.checked_sub(0xDC00)?;
                            }
                            char::from_u32(code)?
                        }
                        _ => return None,
                    };
                    let mut buffer = [0; 4];
                    bytes.extend_from_slice(made.encode_utf8(&mut buffer).as_bytes());
                }
                _ => bytes.push(c),
            }
        }
    }

    fn hex(&mut self) -> Option<u32> {
        let digits = std::str::from_utf8(self.text.get(self.at..self.at + 4)?).ok()?;
        self.at += 4;
        u32::from_str_radix(digits, 16).ok()
    }
}

fn typed(j: &J, t: &T) -> Option<V> {
    match (t, j) {
        (T::Int(low, high), J::Int(x)) if low <= x && x <= high => Some(V::Int(*x)),
        (T::Bool, J::Bool(b)) => Some(V::Bool(*b)),
        (T::Char, J::Text(s)) => {
            let mut all = s.chars();
            match (all.next(), all.next()) {
                (Some(c), None) => Some(V::Char(c as u32)),
                _ => None,
            }
        }
        (T::Text, J::Text(s)) => Some(seq(s.chars().map(|c| V::Char(c as u32)).collect())),
        (T::Text, J::List(items)) => {
            items.iter().map(|i| typed(i, &T::Char)).collect::<Option<Vec<V>>>().map(seq)
        }
        (T::Seq(of), J::List(items)) => {
            items.iter().map(|i| typed(i, of)).collect::<Option<Vec<V>>>().map(seq)
        }
        (T::Opt(_), J::Null) => Some(V::Opt(None)),
        (T::Opt(of), j) => typed(j, of).map(some),
        (T::Tuple(of), J::List(items)) if of.len() == items.len() => {
            let made: Option<Vec<V>> = items.iter().zip(of).map(|(i, t)| typed(i, t)).collect();
            made.map(tuple)
        }
        (T::Nothing, J::Null) => Some(tuple(vec![])),
        _ => None,
    }
}

pub type Clause = fn(&mut K, &[V], &V) -> R;

fn answer(line: &str, names: &[(&str, T)], result: &T, clauses: &[Clause], steps: u64, floor: usize) -> String {
    let mut reader = Reader { text: line.as_bytes(), at: 0 };
    let case = match reader.value(0) {
        Some(J::Map(items)) => items,
        _ => return "error:not-a-case".to_string(),
    };
    reader.blank();
    if reader.at != line.len() {
        return "error:not-a-case".to_string();
    }
    let find = |key: &str| case.iter().find(|(k, _)| k == key).map(|(_, v)| v);
    let Some(J::Map(given)) = find("input") else { return "error:input".to_string() };
    let mut inputs = vec![];
    for (name, t) in names {
        let Some(v) = given.iter().find(|(k, _)| k == name).and_then(|(_, v)| typed(v, t)) else {
            return format!("error:input:{name}");
        };
        inputs.push(v);
    }
    let Some(output) = find("output").and_then(|v| typed(v, result)) else {
        return "error:output".to_string();
    };
    MADE.set(0);
    let mut k = K { steps, symbols: 0, unfolded: 0, memory: HashMap::new(), stack_floor: floor };
    let mut said = vec![];
    for clause in clauses {
        k.steps = steps;
        said.push(match clause(&mut k, &inputs, &output) {
            Ok(V::Bool(b)) => b.to_string(),
            Ok(_) => "fault:clause-is-no-truth-value".to_string(),
            Err(Stop::Budget) => "budget".to_string(),
            Err(Stop::Fault(why)) => format!("fault:{why}"),
            Err(Stop::Split(..)) => "fault:symbol-outside-its-quantifier".to_string(),
        });
    }
    said.join("\t")
}

const STACK_BYTES: usize = 1 << 30;
const STACK_RESERVE_BYTES: usize = 1 << 23;
const STEPS: u64 = 20_000_000;

// The first argument of the program is the number of steps for each clause of each case.
pub fn run(names: Vec<(&'static str, T)>, result: T, clauses: Vec<Clause>) {
    let steps = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(STEPS);
    let work = move || {
        let here = 0u8;
        let floor = (&here as *const u8 as usize).saturating_sub(STACK_BYTES - STACK_RESERVE_BYTES);
        let mut line = String::new();
        while std::io::stdin().read_line(&mut line).unwrap_or(0) > 0 {
            println!("{}", answer(line.trim_end_matches(['\n', '\r']), &names, &result, &clauses, steps, floor));
            line.clear();
        }
    };
    std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work).unwrap().join().unwrap();
}
