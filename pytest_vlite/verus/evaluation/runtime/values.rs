// Values of specifications, their arithmetic and comparison.
//
// A quantified integer starts as a `Sym`: a symbol of which only an interval is known. A comparison
// that the interval decides is decided; one that it does not decide asks the quantifier (`Split`)
// to cut the interval there and evaluate again. So guards restrict a quantifier wherever and
// however they are written, and what holds for a whole interval is evaluated once.
#![allow(dead_code, private_interfaces, unused_variables, unused_mut, unused_parens, unused_braces, unreachable_code)]
#![allow(unused_labels, non_snake_case, non_upper_case_globals)]
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

#[derive(Clone, Debug)]
pub enum Cut {
    Below(i128), // pieces ..c-1 and c..
    Point(i128), // pieces ..c-1, c and c+1..
    Each,        // every value for itself
    Halves,      // nothing better is known
}

#[derive(Clone, Debug)]
pub enum Stop {
    Split(u64, Cut),
    Fault(&'static str),
    Budget,
}

pub type R = Result<V, Stop>;
pub type F = Rc<dyn Fn(&mut K, &[V]) -> R>;

#[derive(Clone)]
pub struct Slice {
    items: Rc<Vec<V>>,
    from: usize,
    to: usize,
}

#[derive(Clone, Copy)]
pub struct Sym {
    id: u64,
    low: Option<i128>,
    high: Option<i128>,
    offset: Option<i128>, // Some(c): exactly symbol + c; None: only the interval is known
}

#[derive(Clone)]
pub enum V {
    Bool(bool),
    Int(i128),
    Sym(Sym),
    Char(u32),
    Seq(Slice),
    Bag(Rc<Vec<V>>), // a multiset, sorted
    Tuple(Rc<Vec<V>>),
    Opt(Option<Rc<V>>),
    Fun(F),
}

pub struct K {
    pub steps: u64,
    symbols: u64,
    unfolded: u32,
    memory: HashMap<(u32, Vec<V>), V>,
    stack_floor: usize,
}

impl K {
    pub fn step(&mut self, count: u64) -> Result<(), Stop> {
        if self.steps < count {
            self.steps = 0;
            return Err(Stop::Budget);
        }
        self.steps -= count;
        Ok(())
    }

    pub fn enter(&mut self) -> Result<(), Stop> {
        let here = 0u8;
        if (&here as *const u8 as usize) < self.stack_floor {
            return Err(Stop::Budget);
        }
        self.step(1)
    }
}

impl Slice {
    fn all(&self) -> &[V] {
        &self.items[self.from..self.to]
    }
}

thread_local! {
    // Elements of sequences made since the case began, to bound its memory.
    static MADE: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}
const MOST_ELEMENTS: usize = 1 << 24;

// To be called before a sequence of so many elements is made.
fn make_room(elements: usize) -> Result<(), Stop> {
    let made = MADE.get().saturating_add(elements);
    MADE.set(made);
    if made > MOST_ELEMENTS {
        return Err(Stop::Budget);
    }
    Ok(())
}

pub fn seq(items: Vec<V>) -> V {
    let to = items.len();
    V::Seq(Slice { items: Rc::new(items), from: 0, to })
}

fn rank(v: &V) -> u8 {
    match v {
        V::Bool(_) => 0,
        V::Int(_) | V::Sym(_) => 1,
        V::Char(_) => 2,
        V::Seq(_) => 3,
        V::Bag(_) => 4,
        V::Tuple(_) => 5,
        V::Opt(_) => 6,
        V::Fun(_) => 7,
    }
}

// Whether a value is free of symbols and functions: it has an identity of its own. Sequences
// and multisets hold only such values (see `solid`).
fn concrete(v: &V) -> bool {
    match v {
        V::Sym(_) | V::Fun(_) => false,
        V::Tuple(items) => items.iter().all(concrete),
        V::Opt(Some(inner)) => concrete(inner),
        _ => true,
    }
}

pub fn solid(v: V) -> R {
    match &v {
        V::Sym(s) => Err(Stop::Split(s.id, Cut::Each)),
        V::Fun(_) => Err(Stop::Fault("function-as-element")),
        V::Tuple(items) => {
            for item in items.iter() {
                solid(item.clone())?;
            }
            Ok(v)
        }
        V::Opt(Some(inner)) => {
            solid((**inner).clone())?;
            Ok(v)
        }
        _ => Ok(v),
    }
}

// Equality, hash and order of concrete values.
impl PartialEq for V {
    fn eq(&self, other: &V) -> bool {
        self.cmp(other) == std::cmp::Ordering::Equal
    }
}
impl Eq for V {}
impl PartialOrd for V {
    fn partial_cmp(&self, other: &V) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for V {
    fn cmp(&self, other: &V) -> std::cmp::Ordering {
        match (self, other) {
            (V::Bool(a), V::Bool(b)) => a.cmp(b),
            (V::Int(a), V::Int(b)) => a.cmp(b),
            (V::Char(a), V::Char(b)) => a.cmp(b),
            (V::Seq(a), V::Seq(b)) => {
                if Rc::ptr_eq(&a.items, &b.items) && a.from == b.from && a.to == b.to {
                    return std::cmp::Ordering::Equal;
                }
                a.all().cmp(b.all())
            }
            (V::Bag(a), V::Bag(b)) | (V::Tuple(a), V::Tuple(b)) => a.cmp(b),
            (V::Opt(a), V::Opt(b)) => a.cmp(b),
            _ => rank(self).cmp(&rank(other)),
        }
    }
}
impl Hash for V {
    fn hash<H: Hasher>(&self, state: &mut H) {
        rank(self).hash(state);
        match self {
            V::Bool(a) => a.hash(state),
            V::Int(a) => a.hash(state),
            V::Char(a) => a.hash(state),
            // Equal sequences have equal ends; equality looks at the rest.
            V::Seq(a) => {
                let all = a.all();
                all.len().hash(state);
                for item in all.iter().take(16).chain(all.iter().rev().take(16)) {
                    item.hash(state);
                }
            }
            V::Bag(a) | V::Tuple(a) => a.hash(state),
            V::Opt(a) => a.hash(state),
            V::Sym(_) | V::Fun(_) => {}
        }
    }
}

// ------------------------------------------------------------------------------- integers

const OVER: Stop = Stop::Fault("integer-over-128-bits");
pub const TYPE: Stop = Stop::Fault("operand-of-another-type");

fn interval(v: &V) -> Result<(Option<i128>, Option<i128>), Stop> {
    match v {
        V::Int(a) => Ok((Some(*a), Some(*a))),
        V::Sym(s) => Ok((s.low, s.high)),
        _ => Err(TYPE),
    }
}

// The symbol on which an inexact value is said to depend: an unbounded one first.
fn owner(a: &V, b: &V) -> Option<u64> {
    match (a, b) {
        (V::Sym(s), V::Sym(t)) => {
            let open = s.low.is_none() || s.high.is_none();
            Some(if open { s.id } else { t.id })
        }
        (V::Sym(s), _) | (_, V::Sym(s)) => Some(s.id),
        _ => None,
    }
}

fn sum(a: Option<i128>, b: Option<i128>) -> Result<Option<i128>, Stop> {
    match (a, b) {
        (Some(x), Some(y)) => x.checked_add(y).map(Some).ok_or(OVER),
        _ => Ok(None),
    }
}

pub fn add(a: V, b: V) -> R {
    match (&a, &b) {
        (V::Int(x), V::Int(y)) => x.checked_add(*y).map(V::Int).ok_or(OVER),
        (V::Seq(x), V::Seq(y)) => {
            make_room(x.all().len() + y.all().len())?;
            let mut items = x.all().to_vec();
            items.extend_from_slice(y.all());
            Ok(seq(items))
        }
        (V::Bag(x), V::Bag(y)) => {
            make_room(x.len() + y.len())?;
            let mut items = x.to_vec();
            items.extend_from_slice(y);
            items.sort();
            Ok(V::Bag(Rc::new(items)))
        }
        _ => {
            let ((al, ah), (bl, bh)) = (interval(&a)?, interval(&b)?);
            let offset = match (&a, &b) {
                (V::Sym(s), V::Int(c)) | (V::Int(c), V::Sym(s)) => sum(s.offset, Some(*c))?,
                _ => None,
            };
            let id = owner(&a, &b).ok_or(TYPE)?;
            Ok(V::Sym(Sym { id, low: sum(al, bl)?, high: sum(ah, bh)?, offset }))
        }
    }
}

pub fn neg(a: V) -> R {
    match a {
        V::Int(x) => x.checked_neg().map(V::Int).ok_or(OVER),
        V::Sym(s) => Ok(V::Sym(Sym {
            id: s.id,
            low: s.high.map(|h| h.checked_neg().ok_or(OVER)).transpose()?,
            high: s.low.map(|l| l.checked_neg().ok_or(OVER)).transpose()?,
            offset: None,
        })),
        _ => Err(TYPE),
    }
}

pub fn sub(a: V, b: V) -> R {
    match (&a, &b) {
        (V::Int(x), V::Int(y)) => x.checked_sub(*y).map(V::Int).ok_or(OVER),
        _ => {
            interval(&a)?;
            add(a, neg(b)?)
        }
    }
}

pub fn mul(a: V, b: V) -> R {
    if let (V::Int(x), V::Int(y)) = (&a, &b) {
        return x.checked_mul(*y).map(V::Int).ok_or(OVER);
    }
    let ((al, ah), (bl, bh)) = (interval(&a)?, interval(&b)?);
    let id = owner(&a, &b).ok_or(TYPE)?;
    let (mut low, mut high) = (None, None);
    if let (Some(al), Some(ah), Some(bl), Some(bh)) = (al, ah, bl, bh) {
        for (x, y) in [(al, bl), (al, bh), (ah, bl), (ah, bh)] {
            let p = x.checked_mul(y).ok_or(OVER)?;
            low = Some(low.map_or(p, |l: i128| l.min(p)));
            high = Some(high.map_or(p, |h: i128| h.max(p)));
        }
    } else if al.is_some_and(|x| x >= 0) && bl.is_some_and(|x| x >= 0) {
        low = Some(al.unwrap().checked_mul(bl.unwrap()).ok_or(OVER)?);
    } else if ah.is_some_and(|x| x <= 0) && bh.is_some_and(|x| x <= 0) {
        low = Some(ah.unwrap().checked_mul(bh.unwrap()).ok_or(OVER)?);
    }
    Ok(V::Sym(Sym { id, low, high, offset: None }))
}

fn settle(v: V) -> Result<i128, Stop> {
    match v {
        V::Int(x) => Ok(x),
        V::Sym(s) => Err(Stop::Split(s.id, Cut::Each)),
        _ => Err(TYPE),
    }
}

pub fn int(v: V) -> Result<i128, Stop> {
    settle(v)
}

// Division of mathematical integers: the remainder is never negative.
pub fn div(a: V, b: V) -> R {
    if let (V::Sym(s), V::Int(d)) = (&a, &b) {
        if *d > 0 {
            let (low, high) = (s.low.map(|x| x.div_euclid(*d)), s.high.map(|x| x.div_euclid(*d)));
            return Ok(V::Sym(Sym { id: s.id, low, high, offset: None }));
        }
    }
    let (a, b) = (settle(a)?, settle(b)?);
    if b == 0 {
        return Err(Stop::Fault("division-by-zero"));
    }
    a.checked_div_euclid(b).map(V::Int).ok_or(OVER)
}

pub fn rem(a: V, b: V) -> R {
    let (a, b) = (settle(a)?, settle(b)?);
    if b == 0 {
        return Err(Stop::Fault("remainder-by-zero"));
    }
    a.checked_rem_euclid(b).map(V::Int).ok_or(OVER)
}

pub fn bits(op: char, a: V, b: V) -> R {
    if let (V::Bool(x), V::Bool(y)) = (&a, &b) {
        return Ok(V::Bool(match op {
            '&' => *x && *y,
            '|' => *x || *y,
            _ => *x != *y,
        }));
    }
    let (a, b) = (settle(a)?, settle(b)?);
    Ok(V::Int(match op {
        '&' => a & b,
        '|' => a | b,
        _ => a ^ b,
    }))
}

fn width(low: i128, high: i128) -> i128 {
    let values = if low == 0 { high } else { high.wrapping_sub(low) };
    128 - values.leading_zeros() as i128
}

fn fits(x: i128, low: i128, high: i128) -> R {
    if x < low || x > high {
        return Err(Stop::Fault("value-outside-its-type"));
    }
    Ok(V::Int(x))
}

// Shifts of a fixed-width integer; a shift by its width or more is not specified.
pub fn shift_right(a: V, b: V, low: i128, high: i128) -> R {
    let (a, b) = (settle(a)?, settle(b)?);
    if b < 0 || b >= width(low, high) {
        return Err(Stop::Fault("shift-by-width-or-more"));
    }
    fits(a, low, high)?;
    Ok(V::Int(a >> b))
}

pub fn shift_left(a: V, b: V, low: i128, high: i128) -> R {
    let (a, b) = (settle(a)?, settle(b)?);
    let w = width(low, high);
    if b < 0 || b >= w || w > 64 {
        return Err(Stop::Fault("shift-by-width-or-more"));
    }
    fits(a, low, high)?;
    let kept = (a << b) & ((1i128 << w) - 1);
    Ok(V::Int(if kept > high { kept - (1i128 << w) } else { kept }))
}

pub fn not(a: V) -> R {
    match a {
        V::Bool(x) => Ok(V::Bool(!x)),
        _ => Err(Stop::Fault("bitwise-not-of-unknown-width")),
    }
}

pub fn bit_not(a: V, low: i128) -> R {
    match a {
        V::Bool(x) => Ok(V::Bool(!x)),
        other if low < 0 => Ok(V::Int(!settle(other)?)),
        _ => Err(Stop::Fault("bitwise-not-of-unsigned")),
    }
}

// `e as T` for an integer type. What does not fit is not specified by Verus.
pub fn cast(v: V, low: Option<i128>, high: Option<i128>) -> R {
    match v {
        V::Bool(b) => Ok(V::Int(b as i128)),
        V::Char(c) => cast(V::Int(c as i128), low, high),
        V::Int(x) => {
            if low.is_some_and(|l| x < l) || high.is_some_and(|h| x > h) {
                return Err(Stop::Fault("cast-out-of-range"));
            }
            Ok(V::Int(x))
        }
        V::Sym(s) => {
            for (bound, is_low) in [(low, true), (high, false)] {
                if let Some(b) = bound {
                    let inside = if is_low {
                        compare(">=", &V::Sym(s), &V::Int(b))?
                    } else {
                        compare("<=", &V::Sym(s), &V::Int(b))?
                    };
                    if !inside {
                        return Err(Stop::Fault("cast-out-of-range"));
                    }
                }
            }
            Ok(V::Sym(s))
        }
        _ => Err(TYPE),
    }
}

pub fn as_char(v: V) -> R {
    match v {
        V::Char(c) => Ok(V::Char(c)),
        other => match u32::try_from(settle(other)?).ok().and_then(char::from_u32) {
            Some(c) => Ok(V::Char(c as u32)),
            None => Err(Stop::Fault("cast-out-of-range")),
        },
    }
}

// ------------------------------------------------------------------------------ comparison

const UNBOUNDED: Stop = Stop::Fault("unbounded-quantifier");

// x < y of intervals that overlap: cut off what decides it.
fn undecided(a: &V, b: &V, strict: bool) -> Stop {
    let (al, _) = interval(a).unwrap_or((None, None));
    let (_, bh) = interval(b).unwrap_or((None, None));
    let (exact_a, exact_b) = (offset_of(a), offset_of(b));
    // y <= low of x decides against it.
    if let (V::Sym(y), Some(low), Some(off)) = (b, al, exact_b) {
        let first = if strict { low + 1 } else { low };
        if y.low.map_or(true, |l| l < first) {
            return Stop::Split(y.id, Cut::Below(first - off));
        }
    }
    if let (V::Sym(x), Some(high), Some(off)) = (a, bh, exact_a) {
        let end = if strict { high } else { high + 1 };
        if x.high.map_or(true, |h| h >= end) {
            return Stop::Split(x.id, Cut::Below(end - off));
        }
    }
    // One side is no symbol: cut the other one exactly there.
    if let (V::Sym(x), V::Int(c), Some(off)) = (a, b, exact_a) {
        return Stop::Split(x.id, Cut::Below(if strict { c - off } else { c - off + 1 }));
    }
    if let (V::Int(c), V::Sym(y), Some(off)) = (a, b, exact_b) {
        return Stop::Split(y.id, Cut::Below(if strict { c - off + 1 } else { c - off }));
    }
    narrow(a, b)
}

fn offset_of(v: &V) -> Option<i128> {
    match v {
        V::Sym(s) => s.offset,
        _ => None,
    }
}

fn narrow(a: &V, b: &V) -> Stop {
    let bounded = |s: &Sym| s.low.is_some() && s.high.is_some();
    match (a, b) {
        (V::Sym(s), V::Sym(t)) if bounded(s) => Stop::Split(s.id, Cut::Halves),
        (V::Sym(s), V::Sym(t)) if bounded(t) => Stop::Split(t.id, Cut::Halves),
        (V::Sym(_), V::Sym(_)) => UNBOUNDED,
        (V::Sym(s), _) | (_, V::Sym(s)) => Stop::Split(s.id, Cut::Halves),
        _ => TYPE,
    }
}

fn less(a: &V, b: &V, strict: bool) -> Result<bool, Stop> {
    match (a, b) {
        (V::Int(x), V::Int(y)) => return Ok(if strict { x < y } else { x <= y }),
        (V::Char(x), V::Char(y)) => return Ok(if strict { x < y } else { x <= y }),
        _ => {}
    }
    if let (V::Sym(s), V::Sym(t)) = (a, b) {
        if let (true, Some(x), Some(y)) = (s.id == t.id, s.offset, t.offset) {
            return Ok(if strict { x < y } else { x <= y });
        }
    }
    let ((al, ah), (bl, bh)) = (interval(a)?, interval(b)?);
    if let (Some(x), Some(y)) = (ah, bl) {
        if x < y || (!strict && x == y) {
            return Ok(true);
        }
    }
    if let (Some(x), Some(y)) = (al, bh) {
        if x > y || (strict && x == y) {
            return Ok(false);
        }
    }
    Err(undecided(a, b, strict))
}

pub fn compare(op: &str, a: &V, b: &V) -> Result<bool, Stop> {
    match op {
        "<" => less(a, b, true),
        "<=" => less(a, b, false),
        ">" => less(b, a, true),
        ">=" => less(b, a, false),
        "==" => equal(a, b),
        _ => equal(a, b).map(|same| !same),
    }
}

pub fn equal(a: &V, b: &V) -> Result<bool, Stop> {
    match (a, b) {
        (V::Sym(_), _) | (_, V::Sym(_)) => equal_numbers(a, b),
        (V::Fun(_), _) | (_, V::Fun(_)) => Err(Stop::Fault("equality-of-functions")),
        (V::Tuple(x), V::Tuple(y)) if x.len() == y.len() => {
            let mut open = None;
            for (p, q) in x.iter().zip(y.iter()) {
                match equal(p, q) {
                    Ok(true) => {}
                    Ok(false) => return Ok(false),
                    Err(stop) => open = open.or(Some(stop)),
                }
            }
            open.map_or(Ok(true), Err)
        }
        (V::Opt(Some(x)), V::Opt(Some(y))) => equal(x, y),
        _ if rank(a) != rank(b) => Err(TYPE),
        _ => Ok(a == b),
    }
}

fn equal_numbers(a: &V, b: &V) -> Result<bool, Stop> {
    let ((al, ah), (bl, bh)) = (interval(a)?, interval(b)?);
    let apart = |high: Option<i128>, low: Option<i128>| match (high, low) {
        (Some(h), Some(l)) => h < l,
        _ => false,
    };
    if apart(ah, bl) || apart(bh, al) {
        return Ok(false);
    }
    match (a, b) {
        (V::Sym(s), V::Sym(t)) => {
            if let (true, Some(x), Some(y)) = (s.id == t.id, s.offset, t.offset) {
                return Ok(x == y);
            }
            Err(narrow(a, b))
        }
        (V::Sym(s), V::Int(c)) | (V::Int(c), V::Sym(s)) => Err(match s.offset {
            Some(off) => Stop::Split(s.id, Cut::Point(c - off)),
            None => Stop::Split(s.id, Cut::Halves),
        }),
        _ => Err(TYPE),
    }
}

// ------------------------------------------------------------------------- vstd's arithmetic

pub fn pow(base: V, exponent: V) -> R {
    let (base, exponent) = (settle(base)?, settle(exponent)?);
    if exponent < 0 {
        return Err(Stop::Fault("negative-exponent"));
    }
    if base == 0 || base == 1 {
        return Ok(V::Int(if exponent == 0 { 1 } else { base }));
    }
    u32::try_from(exponent).ok().and_then(|e| base.checked_pow(e)).map(V::Int).ok_or(OVER)
}

pub fn log(base: V, of: V) -> R {
    let (base, mut rest) = (settle(base)?, settle(of)?);
    if base <= 1 || rest < 0 {
        return Err(Stop::Fault("logarithm-out-of-domain"));
    }
    let mut result = 0;
    while rest >= base {
        rest /= base;
        result += 1;
    }
    Ok(V::Int(result))
}

pub fn extreme(a: V, b: V, largest: bool) -> R {
    Ok(if compare("<=", &a, &b)? == largest { b } else { a })
}

pub fn abs(a: V) -> R {
    if compare("<", &a, &V::Int(0))? {
        neg(a)
    } else {
        Ok(a)
    }
}
