//! What a function-style program links with: one JSON object of parameters in, one JSON value out.
//!
//! Compiled once for a toolchain, so that each answer costs only its own compilation; for that
//! reason the lists of numbers are read and written by functions that are not generic. Only the
//! standard library is used.

use std::io::{Read, Write};

pub type Fault = &'static str;

/// Exit codes that the harness tells from a program's own; the harness checks the case itself
/// before it believes the first.
pub const REFUSED: i32 = 121;
pub const UNWRITTEN: i32 = 122;

pub struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a [u8]) -> Self {
        Reader { text, at: 0 }
    }

    /// The next byte that is not white space, without taking it; 0 at the end.
    #[inline]
    fn peek(&mut self) -> u8 {
        while self.at < self.text.len() {
            let byte = self.text[self.at];
            if byte != b' ' && byte != b'\n' && byte != b'\r' && byte != b'\t' {
                return byte;
            }
            self.at += 1;
        }
        0
    }

    #[inline]
    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte && self.at < self.text.len();
        if found {
            self.at += 1;
        }
        found
    }

    fn expect(&mut self, byte: u8) -> Result<(), Fault> {
        if self.take(byte) {
            Ok(())
        } else {
            Err("not JSON, or a value of another shape")
        }
    }

    fn word(&mut self, word: &'static [u8]) -> bool {
        self.peek();
        let found = self.text[self.at..].starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    fn number(&mut self) -> Result<&'a str, Fault> {
        self.peek();
        let start = self.at;
        while self.at < self.text.len() {
            match self.text[self.at] {
                b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E' => self.at += 1,
                _ => break,
            }
        }
        match std::str::from_utf8(&self.text[start..self.at]) {
            Ok(text) if start < self.at && !text.starts_with('+') => Ok(text),
            _ => Err("a number was expected"),
        }
    }

    fn string(&mut self) -> Result<String, Fault> {
        if !self.take(b'"') {
            return Err("a string was expected");
        }
        let mut bytes: Vec<u8> = Vec::new();
        loop {
            let start = self.at;
            while self.at < self.text.len()
                && self.text[self.at] != b'"'
                && self.text[self.at] != b'\\'
            {
                self.at += 1;
            }
            bytes.extend_from_slice(&self.text[start..self.at]);
            if self.at >= self.text.len() {
                return Err("a string has no end");
            }
            self.at += 1;
            if self.text[self.at - 1] == b'"' {
                break;
            }
            self.escape(&mut bytes)?;
        }
        String::from_utf8(bytes).map_err(|_| "not UTF-8")
    }

    /// What follows a backslash.
    fn escape(&mut self, bytes: &mut Vec<u8>) -> Result<(), Fault> {
        if self.at >= self.text.len() {
            return Err("a string has no end");
        }
        let letter = self.text[self.at];
        self.at += 1;
        bytes.push(match letter {
            b'"' | b'\\' | b'/' => letter,
            b'b' => 8,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'u' => {
                let mut code = self.unit()?;
                if code >= 0xD800 && code < 0xDC00 && self.text[self.at..].starts_with(b"\\u") {
                    self.at += 2;
                    let low = self.unit()?;
                    if low < 0xDC00 || low > 0xDFFF {
                        return Err("half a surrogate pair");
                    }
                    code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
                }
                let letter = match std::char::from_u32(code) {
                    Some(letter) => letter,
                    None => return Err("half a surrogate pair"),
                };
                bytes.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
                return Ok(());
            }
            _ => return Err("an unknown escape in a string"),
        });
        Ok(())
    }

    fn unit(&mut self) -> Result<u32, Fault> {
        let end = self.at + 4;
        if end > self.text.len() {
            return Err("an unfinished escape in a string");
        }
        let mut code = 0;
        while self.at < end {
            match (self.text[self.at] as char).to_digit(16) {
                Some(digit) => code = code * 16 + digit,
                None => return Err("an unfinished escape in a string"),
            }
            self.at += 1;
        }
        Ok(code)
    }

    /// Passes over one value; brackets are counted, strings respected.
    fn skip(&mut self) -> Result<(), Fault> {
        let mut depth = 0usize;
        loop {
            match self.peek() {
                b'"' => {
                    self.at += 1;
                    while self.at < self.text.len() && self.text[self.at] != b'"' {
                        self.at += if self.text[self.at] == b'\\' { 2 } else { 1 };
                    }
                    self.at += 1;
                }
                b'[' | b'{' => {
                    depth += 1;
                    self.at += 1;
                    continue;
                }
                b']' | b'}' if depth > 0 => {
                    depth -= 1;
                    self.at += 1;
                }
                b',' | b':' if depth > 0 => {
                    self.at += 1;
                    continue;
                }
                0 | b']' | b'}' | b',' | b':' => return Err("not JSON"),
                _ => {
                    while self.at < self.text.len() {
                        match self.text[self.at] {
                            b',' | b':' | b']' | b'}' | b' ' | b'\n' | b'\r' | b'\t' => break,
                            _ => self.at += 1,
                        }
                    }
                }
            }
            if self.at > self.text.len() {
                return Err("a string has no end");
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }
}

/// The places of the values of one object, by the names wanted (each in several spellings).
pub fn fields<'a>(text: &'a [u8], wanted: &[&[&str]]) -> Result<Vec<&'a [u8]>, Fault> {
    let mut found: Vec<Option<&'a [u8]>> = Vec::new();
    found.resize(wanted.len(), None);
    let mut reader = Reader::new(text);
    reader.expect(b'{')?;
    if !reader.take(b'}') {
        loop {
            let key = reader.string()?;
            reader.expect(b':')?;
            let start = reader.at;
            reader.skip()?;
            for place in 0..wanted.len() {
                if wanted[place].iter().any(|name| *name == key.as_str()) {
                    found[place] = Some(&text[start..reader.at]);
                }
            }
            if !reader.take(b',') {
                break;
            }
        }
        reader.expect(b'}')?;
    }
    if reader.peek() != 0 {
        return Err("something follows the JSON object");
    }
    let mut places = Vec::new();
    for place in found {
        match place {
            Some(text) => places.push(text),
            None => return Err("a parameter of the function is missing"),
        }
    }
    Ok(places)
}

pub fn parse<T: FromJson>(text: &[u8]) -> Result<T, Fault> {
    let mut reader = Reader::new(text);
    let value = T::read(&mut reader)?;
    if reader.peek() != 0 {
        return Err("a value of another type");
    }
    Ok(value)
}

pub trait FromJson: Sized {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Fault>;
    fn read_list(reader: &mut Reader<'_>) -> Result<Vec<Self>, Fault> {
        list(reader)
    }
}

fn list<T: FromJson>(reader: &mut Reader<'_>) -> Result<Vec<T>, Fault> {
    if !reader.take(b'[') {
        return Err("an array was expected");
    }
    let mut items = Vec::new();
    if !reader.take(b']') {
        loop {
            items.push(T::read(reader)?);
            if !reader.take(b',') {
                break;
            }
        }
        reader.expect(b']')?;
    }
    Ok(items)
}

pub trait ToJson {
    fn write(&self, out: &mut Vec<u8>);
    fn write_list(items: &[Self], out: &mut Vec<u8>)
    where
        Self: Sized,
    {
        array(items, out);
    }
}

fn array<T: ToJson>(items: &[T], out: &mut Vec<u8>) {
    out.push(b'[');
    for (place, item) in items.iter().enumerate() {
        if place > 0 {
            out.push(b',');
        }
        item.write(out);
    }
    out.push(b']');
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl FromJson for $number {
            fn read(reader: &mut Reader<'_>) -> Result<Self, Fault> {
                match reader.number()?.parse::<$number>() {
                    Ok(number) => Ok(number),
                    Err(_) => Err("a number of another type or out of its type's range"),
                }
            }
            fn read_list(reader: &mut Reader<'_>) -> Result<Vec<Self>, Fault> {
                list(reader)
            }
        }
    )*};
}
macro_rules! integers {
    ($($number:ty)*) => {$(
        impl ToJson for $number {
            fn write(&self, out: &mut Vec<u8>) {
                decimal(*self < 0 as $number, *self as i128 as u128, out);
            }
            fn write_list(items: &[Self], out: &mut Vec<u8>) {
                array(items, out);
            }
        }
    )*};
}
numbers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 }
integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

/// The digits of a number given as sign and two's complement.
fn decimal(negative: bool, bits: u128, out: &mut Vec<u8>) {
    let mut wide = if negative { bits.wrapping_neg() } else { bits };
    let mut digits = [0u8; 40];
    let mut at = digits.len();
    while wide > u64::MAX as u128 {
        at -= 1;
        digits[at] = b'0' + (wide % 10) as u8;
        wide /= 10;
    }
    let mut rest = wide as u64;
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if negative {
        out.push(b'-');
    }
    out.extend_from_slice(&digits[at..]);
}

macro_rules! floats {
    ($($number:ty)*) => {$(
        impl ToJson for $number {
            fn write(&self, out: &mut Vec<u8>) {
                // The shortest text that reads back as the same number; JSON has no NaN.
                let text = if self.is_finite() {
                    std::format!("{:?}", self)
                } else {
                    std::format!("\"{:?}\"", self)
                };
                out.extend_from_slice(text.as_bytes());
            }
        }
    )*};
}
floats! { f32 f64 }

impl FromJson for bool {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Fault> {
        if reader.word(b"true") || reader.word(b"1") {
            Ok(true)
        } else if reader.word(b"false") || reader.word(b"0") {
            Ok(false)
        } else {
            Err("true or false was expected")
        }
    }
}

impl ToJson for bool {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(if *self { b"true" } else { b"false" });
    }
}

impl FromJson for String {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Fault> {
        reader.string()
    }
}

fn quote<I: Iterator<Item = char>>(letters: I, out: &mut Vec<u8>) {
    out.push(b'"');
    for letter in letters {
        match letter {
            '"' => out.extend_from_slice(b"\\\""),
            '\\' => out.extend_from_slice(b"\\\\"),
            '\0'..='\x1f' => {
                let digits = b"0123456789abcdef";
                out.extend_from_slice(b"\\u00");
                out.push(digits[letter as usize >> 4]);
                out.push(digits[letter as usize & 15]);
            }
            _ => out.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    out.push(b'"');
}

impl ToJson for str {
    fn write(&self, out: &mut Vec<u8>) {
        quote(self.chars(), out);
    }
}

impl ToJson for String {
    fn write(&self, out: &mut Vec<u8>) {
        quote(self.chars(), out);
    }
}

impl FromJson for char {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Fault> {
        let text = reader.string()?;
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => Ok(letter),
            _ => Err("a string of one character was expected"),
        }
    }
    fn read_list(reader: &mut Reader<'_>) -> Result<Vec<Self>, Fault> {
        if reader.peek() == b'"' {
            Ok(reader.string()?.chars().collect())
        } else {
            list(reader)
        }
    }
}

impl ToJson for char {
    fn write(&self, out: &mut Vec<u8>) {
        quote(std::iter::once(*self), out);
    }
    fn write_list(items: &[Self], out: &mut Vec<u8>) {
        quote(items.iter().copied(), out);
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Fault> {
        T::read_list(reader)
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn write(&self, out: &mut Vec<u8>) {
        T::write_list(self, out);
    }
}

impl<T: ToJson> ToJson for [T] {
    fn write(&self, out: &mut Vec<u8>) {
        T::write_list(self, out);
    }
}

impl<T: FromJson, const N: usize> FromJson for [T; N] {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Fault> {
        match <[T; N]>::try_from(T::read_list(reader)?) {
            Ok(items) => Ok(items),
            Err(_) => Err("an array of another length"),
        }
    }
}

impl<T: ToJson, const N: usize> ToJson for [T; N] {
    fn write(&self, out: &mut Vec<u8>) {
        T::write_list(self, out);
    }
}

impl<T: FromJson> FromJson for Option<T> {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Fault> {
        if reader.word(b"null") {
            Ok(None)
        } else {
            T::read(reader).map(Some)
        }
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Some(value) => value.write(out),
            None => out.extend_from_slice(b"null"),
        }
    }
}

impl<T: FromJson> FromJson for Box<T> {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Fault> {
        T::read(reader).map(Box::new)
    }
}

impl<T: ToJson + ?Sized> ToJson for Box<T> {
    fn write(&self, out: &mut Vec<u8>) {
        (**self).write(out);
    }
}

impl<T: ToJson + ?Sized> ToJson for &T {
    fn write(&self, out: &mut Vec<u8>) {
        (**self).write(out);
    }
}

impl FromJson for () {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Fault> {
        if reader.word(b"null") {
            Ok(())
        } else {
            Err("null was expected")
        }
    }
}

impl ToJson for () {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"null");
    }
}

macro_rules! tuples {
    ($($first:ident $(, $name:ident)*;)*) => {$(
        #[allow(non_snake_case)]
        impl<$first: FromJson $(, $name: FromJson)*> FromJson for ($first, $($name,)*) {
            fn read(reader: &mut Reader<'_>) -> Result<Self, Fault> {
                reader.expect(b'[')?;
                let $first = $first::read(reader)?;
                $(
                    reader.expect(b',')?;
                    let $name = $name::read(reader)?;
                )*
                reader.expect(b']')?;
                Ok(($first, $($name,)*))
            }
        }
        #[allow(non_snake_case)]
        impl<$first: ToJson $(, $name: ToJson)*> ToJson for ($first, $($name,)*) {
            fn write(&self, out: &mut Vec<u8>) {
                let ($first, $($name,)*) = self;
                out.push(b'[');
                $first.write(out);
                $(
                    out.push(b',');
                    $name.write(out);
                )*
                out.push(b']');
            }
        }
    )*};
}
tuples! {
    A;
    A, B;
    A, B, C;
    A, B, C, D;
    A, B, C, D, E;
    A, B, C, D, E, F;
    A, B, C, D, E, F, G;
    A, B, C, D, E, F, G, H;
}

pub fn read_case() -> Vec<u8> {
    let mut text = Vec::new();
    if std::io::stdin().lock().read_to_end(&mut text).is_err() {
        refuse("standard input cannot be read");
    }
    text
}

/// The case does not fit the function: nothing that the answer could have caused.
pub fn refuse(fault: Fault) -> ! {
    eprintln!("driver: the case does not fit the function: {fault}");
    std::process::exit(REFUSED)
}

pub fn or_refuse<T>(value: Result<T, Fault>) -> T {
    match value {
        Ok(value) => value,
        Err(fault) => refuse(fault),
    }
}

/// One record of a JSON text sequence (RFC 7464): what the answer itself may have printed stands
/// before it and is told apart.
fn print_and_exit(record: &[u8]) -> ! {
    let mut stdout = std::io::stdout().lock();
    let written = stdout.write_all(record).and_then(|_| stdout.flush());
    std::process::exit(if written.is_ok() { 0 } else { UNWRITTEN })
}

/// Prints what a function returned.
pub fn print_result(result: &dyn ToJson) -> ! {
    let mut out = vec![0x1e];
    result.write(&mut out);
    out.push(b'\n');
    print_and_exit(&out)
}

/// Prints what a function returned together with the arguments that it could change.
pub fn print_call(result: &dyn ToJson, arguments: &[(&str, &dyn ToJson)]) -> ! {
    let mut out = vec![0x1e];
    out.extend_from_slice(b"{\"result\":");
    result.write(&mut out);
    out.extend_from_slice(b",\"arguments\":{");
    for (place, (name, argument)) in arguments.iter().enumerate() {
        if place > 0 {
            out.push(b',');
        }
        name.write(&mut out);
        out.push(b':');
        argument.write(&mut out);
    }
    out.extend_from_slice(b"}}\n");
    print_and_exit(&out)
}

/// Methods that Verus's standard library adds to `str`: a string as a sequence of characters.
pub trait StrAsChars {
    fn unicode_len(&self) -> usize;
    fn get_char(&self, index: usize) -> char;
}

impl StrAsChars for str {
    fn unicode_len(&self) -> usize {
        self.chars().count()
    }

    fn get_char(&self, index: usize) -> char {
        // Up to `index` all ASCII (the usual case): a byte is a character, at no search.
        match self.as_bytes().get(..=index) {
            Some(start) if start.is_ascii() => start[index] as char,
            _ => self.chars().nth(index).unwrap(),
        }
    }
}

/// The method that Verus's standard library adds to `Vec`: assignment to one element.
pub trait VecSet<T> {
    fn set(&mut self, index: usize, value: T);
}

impl<T> VecSet<T> for Vec<T> {
    fn set(&mut self, index: usize, value: T) {
        self[index] = value;
    }
}
