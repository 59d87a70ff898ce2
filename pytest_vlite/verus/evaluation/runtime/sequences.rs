// Sequences, multisets, options and tuples.

fn slice(v: &V) -> Result<&Slice, Stop> {
    match v {
        V::Seq(s) => Ok(s),
        _ => Err(TYPE),
    }
}

pub fn len(v: &V) -> R {
    match v {
        V::Bag(items) => Ok(V::Int(items.len() as i128)),
        _ => Ok(V::Int(slice(v)?.all().len() as i128)),
    }
}

// `s[i]`. An index is asked for exactly, so a symbol is split into its values first.
pub fn index(v: &V, i: V) -> R {
    let all = slice(v)?.all();
    let i = match i {
        V::Int(i) => i,
        other => {
            // Outside of the sequence no value is known, whatever the exact index is.
            for (op, bound) in [(">=", 0), ("<", all.len() as i128)] {
                if !compare(op, &other, &V::Int(bound))? {
                    return Err(Stop::Fault("index-out-of-range"));
                }
            }
            settle(other)?
        }
    };
    usize::try_from(i)
        .ok()
        .and_then(|i| all.get(i).cloned())
        .ok_or(Stop::Fault("index-out-of-range"))
}

fn part(s: &Slice, from: i128, to: i128) -> R {
    if from < 0 || from > to || to > s.all().len() as i128 {
        return Err(Stop::Fault("subrange-out-of-range"));
    }
    let (from, to) = (s.from + from as usize, s.from + to as usize);
    Ok(V::Seq(Slice { items: s.items.clone(), from, to }))
}

pub fn subrange(v: &V, from: V, to: V) -> R {
    part(slice(v)?, settle(from)?, settle(to)?)
}

pub fn take(v: &V, count: V) -> R {
    part(slice(v)?, 0, settle(count)?)
}

pub fn skip(v: &V, count: V) -> R {
    let s = slice(v)?;
    part(s, settle(count)?, s.all().len() as i128)
}

pub fn drop_last(v: &V) -> R {
    let s = slice(v)?;
    part(s, 0, s.all().len() as i128 - 1)
}

pub fn drop_first(v: &V) -> R {
    let s = slice(v)?;
    part(s, 1, s.all().len() as i128)
}

pub fn first(v: &V) -> R {
    slice(v)?.all().first().cloned().ok_or(Stop::Fault("first-of-empty"))
}

pub fn last(v: &V) -> R {
    slice(v)?.all().last().cloned().ok_or(Stop::Fault("last-of-empty"))
}

pub fn push(k: &mut K, v: &V, item: V) -> R {
    make_room(slice(v)?.all().len() + 1)?;
    let mut items = slice(v)?.all().to_vec();
    k.step(1 + items.len() as u64 / 16)?;
    items.push(solid(item)?);
    Ok(seq(items))
}

pub fn update(k: &mut K, v: &V, i: V, item: V) -> R {
    make_room(slice(v)?.all().len() + 1)?;
    let mut items = slice(v)?.all().to_vec();
    k.step(1 + items.len() as u64 / 16)?;
    let i = settle(i)?;
    match usize::try_from(i).ok().and_then(|i| items.get_mut(i)) {
        Some(place) => *place = solid(item)?,
        None => return Err(Stop::Fault("update-out-of-range")),
    }
    Ok(seq(items))
}

pub fn list(items: Vec<V>) -> R {
    make_room(items.len())?;
    items.into_iter().map(solid).collect::<Result<Vec<V>, Stop>>().map(seq)
}

pub fn seq_new(k: &mut K, count: V, f: V) -> R {
    let count = settle(count)?;
    if count < 0 {
        return Err(Stop::Fault("negative-length"));
    }
    let mut items = vec![];
    for i in 0..count {
        make_room(1)?;
        items.push(solid(apply(k, &f, &[V::Int(i)])?)?);
    }
    Ok(seq(items))
}

pub fn map(k: &mut K, v: &V, f: V, with_index: bool) -> R {
    let mut items = vec![];
    for (i, item) in slice(v)?.all().iter().enumerate() {
        let made = if with_index {
            apply(k, &f, &[V::Int(i as i128), item.clone()])?
        } else {
            apply(k, &f, &[item.clone()])?
        };
        make_room(1)?;
        items.push(solid(made)?);
    }
    Ok(seq(items))
}

pub fn filter(k: &mut K, v: &V, f: V) -> R {
    let mut items = vec![];
    for item in slice(v)?.all() {
        if truth(apply(k, &f, &[item.clone()])?)? {
            make_room(1)?;
            items.push(item.clone());
        }
    }
    Ok(seq(items))
}

pub fn fold_left(k: &mut K, v: &V, start: V, f: V) -> R {
    let mut result = start;
    for item in slice(v)?.all() {
        result = apply(k, &f, &[result, item.clone()])?;
    }
    Ok(result)
}

pub fn fold_right(k: &mut K, v: &V, f: V, start: V) -> R {
    let mut result = start;
    for item in slice(v)?.all().iter().rev() {
        result = apply(k, &f, &[item.clone(), result])?;
    }
    Ok(result)
}

pub fn reverse(v: &V) -> R {
    make_room(slice(v)?.all().len())?;
    Ok(seq(slice(v)?.all().iter().rev().cloned().collect()))
}

pub fn contains(k: &mut K, v: &V, item: V) -> R {
    let all = match v {
        V::Bag(items) => items.as_slice(),
        _ => slice(v)?.all(),
    };
    k.step(1 + all.len() as u64 / 4)?;
    for other in all {
        if equal(other, &item)? {
            return Ok(V::Bool(true));
        }
    }
    Ok(V::Bool(false))
}

pub fn to_multiset(k: &mut K, v: &V) -> R {
    make_room(slice(v)?.all().len() + 1)?;
    let mut items = slice(v)?.all().to_vec();
    k.step(1 + items.len() as u64)?;
    items.sort();
    Ok(V::Bag(Rc::new(items)))
}

pub fn count(k: &mut K, v: &V, item: V) -> R {
    let V::Bag(items) = v else { return Err(TYPE) };
    k.step(1 + items.len() as u64 / 4)?;
    let mut found = 0;
    for other in items.iter() {
        found += equal(other, &item)? as i128;
    }
    Ok(V::Int(found))
}

pub fn no_duplicates(k: &mut K, v: &V) -> R {
    make_room(slice(v)?.all().len() + 1)?;
    let mut items = slice(v)?.all().to_vec();
    k.step(1 + items.len() as u64)?;
    items.sort();
    Ok(V::Bool(items.windows(2).all(|pair| pair[0] != pair[1])))
}

pub fn some(v: V) -> V {
    V::Opt(Some(Rc::new(v)))
}

pub fn is_some(v: &V) -> R {
    match v {
        V::Opt(inner) => Ok(V::Bool(inner.is_some())),
        _ => Err(TYPE),
    }
}

pub fn unwrap(v: &V) -> R {
    match v {
        V::Opt(Some(inner)) => Ok((**inner).clone()),
        V::Opt(None) => Err(Stop::Fault("value-of-none")),
        _ => Err(TYPE),
    }
}

pub fn tuple(items: Vec<V>) -> V {
    V::Tuple(Rc::new(items))
}

pub fn part_of(v: &V, i: usize) -> R {
    match v {
        V::Tuple(items) => items.get(i).cloned().ok_or(TYPE),
        _ => Err(TYPE),
    }
}

pub fn fun(f: impl Fn(&mut K, &[V]) -> R + 'static) -> V {
    V::Fun(Rc::new(f))
}
