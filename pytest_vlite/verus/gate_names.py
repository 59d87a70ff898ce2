"""Names the gate knows: what may be imported, called, derived, attached, and never redefined.

Everything here is an allow list but for `UNSOUND_METHODS`, the few functions that every program can
reach through the prelude and whose specifications in vstd are wrong at the pinned build.
"""

from __future__ import annotations

from pytest_vlite.verus.cursor import words

# ---------------------------------------------------------------------------- attributes

PLAIN_ATTRIBUTES = words(
    "allow warn deny expect doc inline must_use cold trigger auto all_triggers via_fn"
)
"""Attributes without influence on what is verified or compiled."""

OUTSIDE_ATTRIBUTES = words("allow warn deny expect doc inline must_use cold")
"""Attributes outside verus!, where Verus's own would opt items in."""

CRATE_ATTRIBUTES = words("allow warn deny expect doc")
"""Inner attributes of the file, besides the verifier's."""

VERIFIER_ATTRIBUTES = words(
    "loop_isolation spinoff_prover rlimit nonlinear bit_vector memoize inline opaque truncate "
    "auto_ext_equal ext_equal decreases_by recommends_by reject_recursive_types "
    "reject_recursive_types_in_ground_variants via_fn integer_ring opaque_outside_module"
)
"""`verifier::..` attributes that guide the proof and trust nothing."""

CRATE_VERIFIER_ATTRIBUTES = words("loop_isolation rlimit")

DERIVES = words("Clone Copy Debug PartialEq Eq PartialOrd Ord Hash Default Structural StructuralEq")
"""Derives whose result the verifier checks or cannot see."""

# -------------------------------------------------------------------------------- macros

GHOST_MACROS = words(
    "calc assert_seqs_equal assert_sets_equal assert_maps_equal assert_multisets_equal "
    "assert_by_contradiction seq set map"
)
VERUS_MACROS = GHOST_MACROS | words("vec")
"""Macros that may be called inside verus!."""

OUTSIDE_MACROS = words(
    "vec print println eprint eprintln format write writeln assert assert_eq assert_ne "
    "debug_assert debug_assert_eq debug_assert_ne panic unreachable unimplemented todo matches"
)
"""Macros that may be called outside verus!, where only the test driver lives."""

# ------------------------------------------------------------------------------- imports

VSTD_MODULES = frozenset(
    {
        *(("arithmetic", name) for name in words("div_mod mul power power2 logarithm")),
        *(
            (name,)
            for name in words(
                "seq seq_lib set set_lib map map_lib multiset multiset_lib math bits string slice "
                "array view function relations compute calc_macro"
            )
        ),
        *(
            ("std_specs", name)
            for name in words("hash vec option result num bits slice range clone cmp ops vecdeque")
        ),
    }
)
"""Modules of vstd whose public items are definitions, proven lemmas and true axioms."""

VSTD_ITEMS = frozenset(
    {
        *(("pervasive", name) for name in words("arbitrary unreached proof_from_false affirm")),
        ("pervasive", "runtime_assert"),
        *((name,) for name in GHOST_MACROS),
        ("group_vstd_default",),
        ("prelude",),
        ("arithmetic",),
        ("std_specs",),
    }
)
"""Single items of vstd that may be named."""

VSTD_GLOBS = frozenset({("prelude",), ("arithmetic",)})
"""Modules besides VSTD_MODULES that may be imported whole."""

STD_MODULES_VERIFIED = words(
    "cmp collections vec string option result mem ops char str slice array iter convert "
    "default clone marker boxed rc sync hash fmt borrow i8 i16 i32 i64 i128 isize u8 u16 u32 u64 "
    "u128 usize bool num primitive prelude"
)
"""Modules of std that verified code may name; Verus refuses what has no specification."""

STD_MODULES_DRIVER = STD_MODULES_VERIFIED | words("io error")
"""Modules of std that code outside verus! may name."""

STD_ITEMS_REFUSED = words(
    "transmute forget zeroed uninitialized MaybeUninit ManuallyDrop unreachable_unchecked "
    "Infallible UnsafeCell Cell RefCell"
)

# ----------------------------------------------------------------------- reserved meanings

PRELUDE_NAMES = words(
    # types and traits of Rust
    "Vec String Option Some None Result Ok Err Box Self self u8 u16 u32 u64 u128 usize i8 i16 i32 "
    "i64 i128 isize f32 f64 bool char str Clone Copy Send Sync Sized Drop Fn FnMut FnOnce Iterator "
    "IntoIterator Extend DoubleEndedIterator ExactSizeIterator Default Debug PartialEq Eq "
    "PartialOrd Ord Hash From Into AsRef AsMut ToOwned ToString TryFrom TryInto FromIterator drop "
    "HashMap HashSet "
    # crates
    "std core alloc vstd verus_builtin verus_builtin_macros builtin builtin_macros "
    # Verus
    "int nat real Seq Set Map Multiset ISet IMap Ghost Tracked View DeepView FnSpec spec_fn "
    "proof_fn SpecOrd StrSlice Structural Integer old final_ arbitrary unreached "
    "proof_from_false affirm assume assume_ admit reveal hide has_type decreases_to "
    # macros
    "verus seq set map calc vec assert assert_seqs_equal assert_sets_equal assert_maps_equal "
    "assert_multisets_equal assert_by_contradiction println print format panic"
) - words("set map")
"""Names that statements use and that no item, import or type parameter may take."""

CANONICAL_PATHS = frozenset(
    {
        ("std", "collections", "HashMap"),
        ("std", "collections", "HashSet"),
        ("std", "vec", "Vec"),
        ("std", "string", "String"),
        ("std", "option", "Option"),
        ("std", "boxed", "Box"),
        ("std", "fmt", "Debug"),
        ("std", "hash", "Hash"),
        ("std", "default", "Default"),
        ("std", "clone", "Clone"),
        ("vstd", "prelude", "verus"),
        *(("vstd", name) for name in GHOST_MACROS),
        ("vstd", "calc_macro", "calc"),
        ("vstd", "seq", "Seq"),
        ("vstd", "set", "Set"),
        ("vstd", "map", "Map"),
        ("vstd", "multiset", "Multiset"),
        ("vstd", "view", "View"),
        ("vstd", "view", "DeepView"),
        *(
            ("vstd", "prelude", name)
            for name in words("Seq Set Map Multiset View DeepView Ghost int nat")
        ),
        *(("vstd", "pervasive", n) for n in words("arbitrary unreached proof_from_false affirm")),
    }
)
"""Where a reserved name may be imported from: the place it means anyway."""

STATEMENT_METHODS = words(
    "len view deep_view index spec_index push update last first drop_first drop_last subrange take "
    "skip add contains to_multiset to_set filter map map_values fold_left fold_right max min "
    "insert remove count dom is_some is_none unwrap is_ok is_err get_Some_0 spec_len spec_eq "
    "ext_equal sort_by index_of reverse flatten no_duplicates sum unicode_len get_char set get "
    "union intersect difference subset_of is_prefix_of is_suffix_of zip_with eq ne lt le gt ge "
    "clone as_str to_string abs pow"
)
"""Methods that statements call on the library's types; no trait may bring its own of that name."""

IMPLEMENTABLE_TRAITS = words("View DeepView Clone Copy Default PartialEq Eq PartialOrd Ord")
"""Library traits that may be implemented inside verus!, where the verifier checks the methods."""

UNSOUND_METHODS = {
    "then": "vstd's specification of bool::then promises the closure's postcondition without "
    "requiring its precondition",
    "checked_rem": "vstd's specification of checked_rem is wrong for MIN and -1",
    "checked_rem_euclid": "vstd's specification of checked_rem_euclid is wrong for MIN and -1",
}
