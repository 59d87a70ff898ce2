"""Rust text that calls the function asked for with the values of one test case.

Standard input holds the JSON object of parameters; standard output gets the returned value, or for
a function that changes its arguments `{"result": ..., "arguments": {name: value after the call}}`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pytest_vlite.errors import HarnessError
from pytest_vlite.judge.program import LIBRARY_NAME
from pytest_vlite.release import InputField, Parameter, Signature, Target
from pytest_vlite.release.rust_types import (
    UNIT,
    BoolType,
    CharType,
    FloatType,
    IntType,
    NamedType,
    OptionType,
    RefType,
    RustType,
    SliceType,
    StringType,
    TupleType,
    VecType,
    without_reference,
)


def signature_text(signature: Signature) -> str:
    """The header as a person writes it."""
    parameters = [f"{p.name}: {p.type}" for p in signature.parameters]
    if signature.receiver is not None:
        parameters.insert(0, signature.receiver)
    arrow = "" if signature.return_type == UNIT else f" -> {signature.return_type}"
    path = f"{signature.owner}::{signature.name}" if signature.owner else signature.name
    return f"fn {path}({', '.join(parameters)}){arrow}"


def function_driver(target: Target, signature: Signature, module: str) -> str:
    """The driver as a module `module` of the crate root, and the `main` that runs it.

    `signature` is the one that the answer was written to: the tests' or the starter code's, whose
    parameters correspond by position.

    Raises:
        HarnessError: a type has no JSON form known here.
    """
    return _Driver(target, signature).text(module)


@dataclass
class _Driver:
    target: Target
    signature: Signature
    reads: list[str] = field(default_factory=list)
    builds: list[str] = field(default_factory=list)

    def text(self, module: str) -> str:
        target = self.target
        keys = []
        for place, item in enumerate(target.inputs):
            keys.append("&[" + ", ".join(f'"{key}"' for key in item.keys) + "]")
            type_ = _path(_owned(self._input_type(item)))
            self.reads.append(f"let mut v{place} = or_refuse(parse::<{type_}>(places[{place}]));")
        arguments = [
            self._argument(tests, called.type, of_constructor=False)
            for tests, called in zip(target.parameters, self.signature.parameters, strict=True)
        ]
        call = self._call(", ".join(passed for _, passed in arguments))
        changed = ", ".join(
            f'("{parameter.name}", &{variable})'
            for parameter, (variable, _) in zip(target.parameters, arguments, strict=True)
            if parameter in target.in_place
        )
        finish = f"print_call(&result, &[{changed}])" if changed else "print_result(&result)"
        body = [
            "let text = read_case();",
            f"let places = or_refuse(fields(&text, &[{', '.join(keys)}]));",
            *self.reads,
            "::std::mem::drop(places);",
            "::std::mem::drop(text);",
            *self.builds,
            *call,
            finish,
        ]
        lines = [
            f"mod {module} {{",
            f"    use ::{LIBRARY_NAME}::*;",
            "    pub fn run() -> ! {",
            *(f"        {line}" for line in body),
            "    }",
            "}",
            f"fn main() {{ {module}::run() }}",
        ]
        return "\n".join(lines) + "\n"

    def _input_type(self, item: InputField) -> RustType:
        if item.struct_field is None and not item.of_constructor:
            names = [parameter.name for parameter in self.target.parameters]
            return self.signature.parameters[names.index(item.parameter)].type
        return item.type

    def _argument(
        self, parameter: Parameter, type_: RustType, *, of_constructor: bool
    ) -> tuple[str, str]:
        """The local variable that holds a parameter's value, and the expression that passes it."""
        values = [
            (item.struct_field, f"v{place}")
            for place, item in enumerate(self.target.inputs)
            if item.parameter == parameter.name and item.of_constructor == of_constructor
        ]
        variable = values[0][1]
        owned = without_reference(type_)
        if isinstance(owned, NamedType) and values[0][0] is not None:
            members = ", ".join(f"{name}: {value}" for name, value in values)
            variable = f"made_of_{variable}"
            self.builds.append(f"let mut {variable} = super::{owned.name} {{ {members} }};")
        mark = ""
        if isinstance(type_, RefType):
            mark = "&mut " if type_.mutable else "&"
        return variable, mark + variable

    def _call(self, passed: str) -> list[str]:
        signature, constructor = self.signature, self.target.constructor
        owner = f"super::{signature.owner}" if signature.owner else "super"
        returned = _path(signature.return_type)
        if constructor is None:
            types = ", ".join(_path(parameter.type) for parameter in signature.parameters)
            # By its type: an answer with another signature must not compile.
            return [
                f"let function: fn({types}) -> {returned} = {owner}::{signature.name};",
                f"let result = function({passed});",
            ]
        made = ", ".join(
            self._argument(parameter, parameter.type, of_constructor=True)[1]
            for parameter in constructor.parameters
        )
        return [
            f"let mut object: {owner} = {owner}::{constructor.name}({made});",
            f"let result: {returned} = object.{signature.name}({passed});",
        ]


def _owned(type_: RustType) -> RustType:
    """The type that the driver reads to pass `type_`: a `Vec` for a slice, a `String` for `str`."""
    owned = without_reference(type_)
    if isinstance(owned, SliceType) and owned.length is None:
        return VecType(owned.item)
    if isinstance(owned, StringType):
        return StringType()
    return owned


def _path(type_: RustType) -> str:
    """A type by paths that no item of the answer can shadow."""
    if isinstance(type_, IntType | BoolType | CharType | FloatType):
        return str(type_)
    if isinstance(type_, StringType):
        return "str" if type_.name == "str" else "::std::string::String"
    if isinstance(type_, VecType):
        return f"::std::vec::Vec<{_path(type_.item)}>"
    if isinstance(type_, SliceType):
        length = "" if type_.length is None else f"; {type_.length}"
        return f"[{_path(type_.item)}{length}]"
    if isinstance(type_, OptionType):
        return f"::std::option::Option<{_path(type_.item)}>"
    if isinstance(type_, TupleType):
        inner = ", ".join(map(_path, type_.items))
        return f"({inner},)" if len(type_.items) == 1 else f"({inner})"
    if isinstance(type_, RefType):
        return f"&{'mut ' if type_.mutable else ''}{_path(type_.target)}"
    if type_.name.rsplit("::", 1)[-1] == "Box" and len(type_.arguments) == 1:
        return f"::std::boxed::Box<{_path(type_.arguments[0])}>"
    if not type_.arguments and "::" not in type_.name:
        return f"super::{type_.name}"
    raise HarnessError(f"no JSON form is known for the type {type_}")
