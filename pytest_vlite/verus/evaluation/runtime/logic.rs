// Connectives that decide what can be decided, quantifiers, memory of recursive functions.

pub fn truth(v: V) -> Result<bool, Stop> {
    match v {
        V::Bool(b) => Ok(b),
        _ => Err(TYPE),
    }
}

// `a && b` (with `unit` false) or `a || b` (true): the operand `unit` decides alone, also when the
// other one has no value.
pub fn join(
    k: &mut K,
    unit: bool,
    a: impl FnOnce(&mut K) -> R,
    b: impl FnOnce(&mut K) -> R,
) -> R {
    let open = match a(k).and_then(truth) {
        Ok(x) if x == unit => return Ok(V::Bool(unit)),
        Ok(_) => return b(k),
        Err(Stop::Fault(why)) => why,
        // The other operand may decide, or know a better place to cut.
        Err(Stop::Split(id, cut @ (Cut::Each | Cut::Halves))) => {
            return match b(k) {
                Ok(V::Bool(x)) if x == unit => Ok(V::Bool(unit)),
                Err(Stop::Split(of, better @ (Cut::Below(_) | Cut::Point(_)))) => {
                    Err(Stop::Split(of, better))
                }
                Err(Stop::Budget) => Err(Stop::Budget),
                _ => Err(Stop::Split(id, cut)),
            }
        }
        Err(stop) => return Err(stop),
    };
    match b(k) {
        Ok(V::Bool(x)) if x == unit => Ok(V::Bool(unit)),
        Ok(_) | Err(Stop::Fault(_)) => Err(Stop::Fault(open)),
        Err(stop) => Err(stop),
    }
}

pub fn implies(k: &mut K, a: impl FnOnce(&mut K) -> R, b: impl FnOnce(&mut K) -> R) -> R {
    join(k, true, |k| a(k).and_then(truth).map(|x| V::Bool(!x)), b)
}

type Piece = (Option<i128>, Option<i128>);
const FAR: i128 = 1 << 70;

// The pieces of an interval, first one first; None when there is no way to cut it.
fn pieces(piece: Piece, cut: &Cut) -> Option<Vec<Piece>> {
    let (low, high) = piece;
    let inside = |c: i128| low.map_or(true, |l| l <= c) && high.map_or(true, |h| c <= h);
    match cut {
        Cut::Below(c) => {
            let c = *c;
            if inside(c) && inside(c - 1) {
                Some(vec![(low, Some(c - 1)), (Some(c), high)])
            } else {
                None
            }
        }
        Cut::Point(c) => {
            let c = *c;
            if !inside(c) {
                return None;
            }
            let mut found = vec![];
            if inside(c - 1) {
                found.push((low, Some(c - 1)));
            }
            found.push((Some(c), Some(c)));
            if inside(c + 1) {
                found.push((Some(c + 1), high));
            }
            Some(found)
        }
        Cut::Halves => {
            let middle = match (low, high) {
                (None, None) => 0,
                (Some(l), None) if l > FAR => return None,
                (Some(l), None) => l.max(1) + l.max(1),
                (None, Some(h)) if h < -FAR => return None,
                (None, Some(h)) => h.min(-1) + h.min(-1),
                (Some(l), Some(h)) => l + (h - l) / 2 + 1,
            };
            pieces(piece, &Cut::Below(middle))
        }
        Cut::Each => None,
    }
}

// Visits every value of the interval, whole pieces at a time where they behave alike. `visit` gets
// the piece and what the body said of it; true ends the visit.
fn scan(
    k: &mut K,
    low: Option<i128>,
    high: Option<i128>,
    body: &mut dyn FnMut(&mut K, V) -> R,
    visit: &mut dyn FnMut(Piece, Result<bool, &'static str>) -> bool,
) -> Result<(), Stop> {
    k.symbols += 1;
    let id = k.symbols;
    let mut waiting = vec![(low, high)];
    while let Some(piece) = waiting.pop() {
        k.step(1)?;
        let (low, high) = piece;
        let value = match (low, high) {
            (Some(l), Some(h)) if l > h => continue,
            (Some(l), Some(h)) if l == h => V::Int(l),
            _ => V::Sym(Sym { id, low, high, offset: Some(0) }),
        };
        match body(k, value).and_then(truth) {
            Ok(said) => {
                if visit(piece, Ok(said)) {
                    return Ok(());
                }
            }
            Err(Stop::Fault(why)) => {
                if visit(piece, Err(why)) {
                    return Ok(());
                }
            }
            Err(Stop::Split(of, cut)) if of == id => {
                let small = match (low, high) {
                    (Some(l), Some(h)) => h - l < 16,
                    _ => false,
                };
                let cut = if small { Cut::Each } else { cut };
                if let Some(mut found) = pieces(piece, &cut) {
                    found.reverse();
                    waiting.append(&mut found);
                    continue;
                }
                let (Some(l), Some(h)) = (low, high) else {
                    if visit(piece, Err("unbounded-quantifier")) {
                        return Ok(());
                    }
                    continue;
                };
                for x in l..=h {
                    k.step(1)?;
                    let said = match body(k, V::Int(x)).and_then(truth) {
                        Ok(said) => Ok(said),
                        Err(Stop::Fault(why)) => Err(why),
                        Err(stop) => return Err(stop),
                    };
                    if visit((Some(x), Some(x)), said) {
                        return Ok(());
                    }
                }
            }
            Err(stop) => return Err(stop),
        }
    }
    Ok(())
}

// forall (with `all`) or exists over integers; a value that decides wins over values that fault.
pub fn quantify(
    k: &mut K,
    all: bool,
    low: Option<i128>,
    high: Option<i128>,
    body: &mut dyn FnMut(&mut K, V) -> R,
) -> R {
    let mut decided = false;
    let mut open = None;
    scan(k, low, high, body, &mut |_, said| {
        match said {
            Ok(b) if b != all => decided = true,
            Ok(_) => {}
            Err(why) => open = open.or(Some(why)),
        }
        decided
    })?;
    if decided {
        return Ok(V::Bool(!all));
    }
    open.map_or(Ok(V::Bool(all)), |why| Err(Stop::Fault(why)))
}

pub fn quantify_bool(k: &mut K, all: bool, body: &mut dyn FnMut(&mut K, V) -> R) -> R {
    quantify(k, all, Some(0), Some(1), &mut |k, v| {
        let chosen = settle(v)? == 1;
        body(k, V::Bool(chosen))
    })
}

// `choose`: the value is known only where exactly one value will do.
pub fn choose(
    k: &mut K,
    low: Option<i128>,
    high: Option<i128>,
    body: &mut dyn FnMut(&mut K, V) -> R,
) -> R {
    let mut found: Option<i128> = None;
    let mut open = None;
    scan(k, low, high, body, &mut |piece, said| {
        match said {
            Ok(false) => {}
            Ok(true) => match piece {
                (Some(l), Some(h)) if l == h && found.is_none() => found = Some(l),
                _ => open = Some("choose-of-several-values"),
            },
            Err(why) => open = Some(why),
        }
        open.is_some()
    })?;
    match (open, found) {
        (Some(why), _) => Err(Stop::Fault(why)),
        (None, Some(x)) => Ok(V::Int(x)),
        (None, None) => Err(Stop::Fault("choose-of-no-value")),
    }
}

const REMEMBERED: usize = 1_000_000;
// Calls of recursive functions on symbols, one inside the other. Beyond that each further cut of the
// interval would unfold all of them again; value by value, what is remembered serves.
const MOST_UNFOLDED: u32 = 16;
const MOST_VALUES: i128 = 1 << 20;

// A symbol among the arguments that has few enough values to go through.
fn countable(args: &[V]) -> Option<u64> {
    args.iter().find_map(|arg| match arg {
        V::Sym(Sym { id, low: Some(low), high: Some(high), .. }) => {
            (high.saturating_sub(*low) < MOST_VALUES).then_some(*id)
        }
        _ => None,
    })
}

// Calls a recursive function, once for equal arguments.
pub fn remember(k: &mut K, name: u32, args: Vec<V>, body: fn(&mut K, Vec<V>) -> R) -> R {
    k.enter()?;
    if !args.iter().all(concrete) {
        if k.unfolded >= MOST_UNFOLDED {
            if let Some(id) = countable(&args) {
                return Err(Stop::Split(id, Cut::Each));
            }
        }
        k.unfolded += 1;
        let result = body(k, args);
        k.unfolded -= 1;
        return result;
    }
    let key = (name, args);
    if let Some(known) = k.memory.get(&key) {
        return Ok(known.clone());
    }
    let result = body(k, key.1.clone())?;
    if concrete(&result) && k.memory.len() < REMEMBERED {
        k.memory.insert(key, result.clone());
    }
    Ok(result)
}

pub fn same(op: &str, a: V, b: V) -> R {
    compare(op, &a, &b).map(V::Bool)
}

pub fn apply(k: &mut K, f: &V, args: &[V]) -> R {
    match f {
        V::Fun(f) => {
            k.enter()?;
            f(k, args)
        }
        _ => Err(TYPE),
    }
}
