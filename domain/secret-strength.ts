// How hard a secret is to guess, estimated from the secret alone. It finds what people type instead of a real secret: one
// character, a repeated word, a row of the keyboard. It cannot tell a well-known sentence from a random one.

/** The shortest text whose repetition begins with `text`: `abcabcab` repeats `abc`. */
function repeatedPart(text: string): string {
  let length = 1
  while (!text.startsWith(text.slice(length))) length += 1
  return text.slice(0, length)
}

/** Shannon's entropy of one symbol, in bits. */
function bitsPerSymbol(symbols: readonly (string | number)[]): number {
  const counts = new Map<string | number, number>()
  for (const symbol of symbols) counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => {
    const share = count / symbols.length
    return sum - share * Math.log2(share)
  }, 0)
}

/** Bits, at most. Rows like `abcdef` or `98765` count as little as repetitions, because their steps are all alike. */
export function secretBits(secret: string): number {
  const characters = Array.from(repeatedPart(secret))
  const codes = characters.map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  if (steps.length === 0) return 0
  return characters.length * Math.min(bitsPerSymbol(characters), bitsPerSymbol(steps))
}
