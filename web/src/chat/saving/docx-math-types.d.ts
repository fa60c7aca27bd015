// The part of `docx/math` that the pages use; see docx-types.d.ts.
import type { MathComponent } from 'docx'

/** @throws Error for what it does not know */
export const latexToMath: (tex: string) => readonly MathComponent[]
