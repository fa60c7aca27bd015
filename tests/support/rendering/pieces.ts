/** Cuts a text into pieces of one to `longest` characters, the same ones in every run. */
export function piecesOf(text: string, seed: number, longest = 20): string[] {
  const pieces: string[] = []
  for (let from = 0, random = seed; from < text.length; random = (random * 48_271 + 11) % 2_147_483_647) {
    const length = 1 + (random % longest)
    pieces.push(text.slice(from, from + length))
    from += length
  }
  return pieces
}
