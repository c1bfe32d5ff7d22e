"""A compiler of Numba's for functions that only compiled code calls. It uses Numba's internals.

Such a function needs no machine code of its own: it becomes a part of what it is linked into. That
halves the time to compile. `compiler` does without this module where it can't be imported.
"""

from __future__ import annotations

from typing import Any

from numba._dynfunc import make_function
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering


class _Part(JITCodeLibrary):
    """Code that becomes machine code only as a part of what it is linked into."""

    def _finalize_final_module(self) -> None:
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(NativeLowering):
    """Numba's last compiler pass, without machine code."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        library = state.library = _Part(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        made, module = state.cr, state.cr.fndesc.lookup_module()
        # By this, which nobody calls, compiled code finds what it calls.
        entry = make_function(module, made.fndesc.qualname, "", 0, made.env, (library,))
        state.targetctx.insert_user_function(entry, made.fndesc, [library])
        state.cr = made._replace(cfunc=entry)
        return True


class InliningCompiler(Compiler):
    """Numba's compiler with that last pass."""

    def define_pipelines(self) -> list[Any]:
        """Return the usual passes, the last one replaced."""
        [passes] = super().define_pipelines()
        own = {NativeLowering: _PartLowering}
        passes.passes = [
            (own.get(compiler_pass, compiler_pass), description)
            for compiler_pass, description in passes.passes
        ]
        passes.finalize()
        return [passes]
