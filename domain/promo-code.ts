// Promo codes as people type them: letters of both alphabets and digits, in any case, with spaces or hyphens in between.

/** Null: nothing that a code could be. */
export function normalCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s‐‑–—-]/g, '')
  return /^[A-ZА-ЯЁ0-9]{4,24}$/.test(code) ? code : null
}
