"""The function that an answer must define, and how a test case's input maps onto it.

The signature that the tests use is the one of `code.rs`; the starter code, which is what a system
is shown, differs from it in a few problems (other parameter names, `String` where `code.rs` takes
`Vec<char>`). `Target` holds both. Three shapes go beyond "one associated function":

* a class (`constructor` is set): a case's input holds the constructor's arguments and those of one
  call of the method, together in one flat object;
* a parameter of a struct that the judge supplies (`judge_structs`): the struct's fields stand in
  the input object in place of the parameter;
* an in-place function (`in_place`): parameters taken by `&mut`, whose values after the call count.

`Target.inputs` lists what an input object holds, with every spelling of each key that is accepted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pytest_vlite.release.rust_scan import Scan, ScannedFunction, scan_items
from pytest_vlite.release.rust_types import NamedType, RefType, RustType, parse_type


class TargetError(ValueError):
    """No function to write could be told from a problem's artifacts."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter or a struct field; `mutable_binding` for `mut x: T`."""

    name: str
    type: RustType
    mutable_binding: bool = False


@dataclass(frozen=True, slots=True)
class Signature:
    """A function's header. `owner`: the type of its `impl`; `receiver`: `&self`, ... or None."""

    owner: str | None
    name: str
    receiver: str | None
    parameters: tuple[Parameter, ...]
    return_type: RustType

    @property
    def in_place(self) -> tuple[Parameter, ...]:
        """The parameters taken by `&mut`."""
        return tuple(p for p in self.parameters if isinstance(p.type, RefType) and p.type.mutable)


@dataclass(frozen=True, slots=True)
class JudgeStruct:
    """A struct that the judge makes from the input and the answer only uses.

    `source` is its declaration with its `impl` blocks, for answers that do not define it.
    """

    name: str
    fields: tuple[Parameter, ...]
    source: str


@dataclass(frozen=True, slots=True)
class InputField:
    """One value of a case's input object.

    `keys` are the accepted spellings, the one that published tests use first. `parameter` is the
    parameter that the value is for; `struct_field` the field of its judge struct, if it is one;
    `of_constructor` whether the parameter is the constructor's.
    """

    name: str
    type: RustType
    keys: tuple[str, ...]
    parameter: str
    struct_field: str | None = None
    of_constructor: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """What an answer must define. `signature` is the tests', `starter` the starter code's."""

    signature: Signature
    starter: Signature
    inputs: tuple[InputField, ...]
    constructor: Signature | None = None
    judge_structs: tuple[JudgeStruct, ...] = ()
    # Further functions that the starter code leaves empty and its `main` calls.
    other_functions: tuple[Signature, ...] = ()

    @property
    def function(self) -> str:
        return self.signature.name

    @property
    def owner(self) -> str | None:
        return self.signature.owner

    @property
    def receiver(self) -> str | None:
        return self.signature.receiver

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        return self.signature.parameters

    @property
    def return_type(self) -> RustType:
        return self.signature.return_type

    @property
    def in_place(self) -> tuple[Parameter, ...]:
        return self.signature.in_place

    def bind(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The input object with each value under its field's `name`, in the order of `inputs`.

        Raises:
            ValueError: a field is absent, given twice in two spellings, or a key is none's.
        """
        bound: dict[str, Any] = {}
        used: set[str] = set()
        for field in self.inputs:
            keys = [key for key in field.keys if key in values]
            if not keys:
                raise ValueError(f"the input has no {field.keys[0]!r}")
            if len(keys) > 1:
                raise ValueError(f"the input has both {keys[0]!r} and {keys[1]!r}")
            bound[field.name] = values[keys[0]]
            used.add(keys[0])
        for key in values:
            if key not in used:
                raise ValueError(f"the input has {key!r}, which is no parameter's")
        return bound


def spellings(name: str) -> tuple[str, ...]:
    """`name`, then its snake_case and camelCase forms where they differ."""
    snake = re.sub(r"(?<=[a-z0-9])([A-Z])", lambda match: "_" + match[1].lower(), name)
    snake = snake[:1].lower() + snake[1:]
    camel = re.sub(r"(?<=[A-Za-z0-9])_([A-Za-z0-9])", lambda match: match[1].upper(), snake)
    upper = name.upper() if len(name) == 1 else name
    return tuple(dict.fromkeys((name, snake, camel, upper)))


def read_target(starter_code: str, code: str, specification: str) -> Target:
    """Tell the target from the three texts; the starter code may be empty.

    `specification` is read only where the starter code does not settle it.

    Raises:
        TargetError: there is no such function, or `code` does not define it, or a type in its
            header cannot be read.
    """
    code_scan = scan_items(code)
    starter_scan = scan_items(starter_code)
    empty = [f for f in starter_scan.functions if f.body_is_empty and f.name != "main"]
    constructors = [f for f in empty if f.receiver is None and _returns_owner(f)]
    methods = [f for f in empty if f not in constructors]
    chosen = methods[0].name if len(methods) == 1 else _last_executable(specification)
    target = _find(code_scan, chosen)
    if target is None:
        raise TargetError(f"code.rs defines no function {chosen!r}")
    shown = next((f for f in methods if f.name == chosen), target)
    signature, starter = _signature(target), _signature(shown)
    constructor = None
    if signature.receiver is not None:
        found = [
            f
            for f in code_scan.functions
            if f.owner == target.owner and f.receiver is None and _returns_owner(f)
        ]
        if not found:
            raise TargetError(f"no constructor for the method {chosen!r}")
        constructor = _signature(found[0])
    structs = _judge_structs(signature, code_scan, code)
    return Target(
        signature,
        starter,
        _inputs(signature, starter, constructor, structs),
        constructor,
        structs,
        tuple(_signature(f) for f in methods if f.name != chosen),
    )


def _returns_owner(function: ScannedFunction) -> bool:
    return function.owner is not None and function.return_text in ("Self", function.owner)


def _last_executable(specification: str) -> str:
    functions = [
        f for f in scan_items(specification).functions if f.is_executable and f.name != "main"
    ]
    if not functions:
        raise TargetError("neither the starter code nor spec.rs has the function to write")
    return functions[-1].name


def _find(code_scan: Scan, name: str) -> ScannedFunction | None:
    return next((f for f in code_scan.functions if f.name == name), None)


def _signature(function: ScannedFunction) -> Signature:
    try:
        parameters = tuple(
            Parameter(p.name, parse_type(p.type_text), p.mutable_binding)
            for p in function.parameters
        )
        return_type = parse_type(function.return_text)
    except ValueError as fault:
        raise TargetError(f"function {function.name!r}: {fault}") from None
    return Signature(function.owner, function.name, function.receiver, parameters, return_type)


def _struct_name(rust_type: RustType) -> str | None:
    while isinstance(rust_type, RefType):
        rust_type = rust_type.target
    return rust_type.name if isinstance(rust_type, NamedType) else None


def _judge_structs(signature: Signature, code_scan: Scan, code: str) -> tuple[JudgeStruct, ...]:
    wanted = dict.fromkeys(filter(None, (_struct_name(p.type) for p in signature.parameters)))
    found: list[JudgeStruct] = []
    for name in wanted:
        declared = next((s for s in code_scan.structs if s.name == name), None)
        if declared is None:
            raise TargetError(f"code.rs does not declare the type {name!r} of a parameter")
        try:
            fields = tuple(Parameter(field, parse_type(text)) for field, text in declared.fields)
        except ValueError as fault:
            raise TargetError(f"struct {name!r}: {fault}") from None
        parts = [code[i.start : i.end] for i in code_scan.items if i.name == name]
        found.append(JudgeStruct(name, fields, "\n\n".join(parts) + "\n"))
    return tuple(found)


def _inputs(
    signature: Signature,
    starter: Signature,
    constructor: Signature | None,
    structs: Sequence[JudgeStruct],
) -> tuple[InputField, ...]:
    by_struct = {struct.name: struct for struct in structs}
    fields: list[InputField] = []
    if constructor is not None:
        fields += [
            InputField(p.name, p.type, spellings(p.name), p.name, of_constructor=True)
            for p in constructor.parameters
        ]
    same_arity = len(starter.parameters) == len(signature.parameters)
    for index, parameter in enumerate(signature.parameters):
        names = [parameter.name]
        if same_arity:
            names.append(starter.parameters[index].name)
        struct = by_struct.get(_struct_name(parameter.type) or "")
        if struct is None:
            keys = _all_spellings(names)
            fields.append(InputField(parameter.name, parameter.type, keys, parameter.name))
            continue
        for field in struct.fields:
            # With a single field the parameter's own name can only mean that field.
            keys = _all_spellings([field.name, *(names if len(struct.fields) == 1 else ())])
            fields.append(InputField(field.name, field.type, keys, parameter.name, field.name))
    return _without_ambiguous_keys(fields)


def _all_spellings(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for name in names for key in spellings(name)))


def _without_ambiguous_keys(fields: Sequence[InputField]) -> tuple[InputField, ...]:
    """Drop a spelling that is another field's own name, or that two fields would accept."""
    own = {field.keys[0] for field in fields}
    counts: dict[str, int] = {}
    for field in fields:
        for key in field.keys:
            counts[key] = counts.get(key, 0) + 1
    kept = []
    for field in fields:
        first, *others = field.keys
        keys = (first, *(key for key in others if key not in own and counts[key] == 1))
        kept.append(
            InputField(
                field.name,
                field.type,
                keys,
                field.parameter,
                field.struct_field,
                field.of_constructor,
            )
        )
    return tuple(kept)
