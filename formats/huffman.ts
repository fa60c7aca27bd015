// Huffman codes of a JPEG (ITU-T T.81, annex C): codes are counted upwards within a length, and the codes of a length go on where those
// of the one before end.

/** The values of a table by length of their code. */
export interface HuffmanTable {
  /** From one bit on: the first code of that length, how many there are, and where their values begin. */
  lengths: { first: number; count: number; values: number }[]
  values: ArrayLike<number>
}

/** @param counts how many codes there are of each length, from one bit on @param values in the order of their codes */
export function huffmanTable(counts: ArrayLike<number>, values: ArrayLike<number>): HuffmanTable {
  let code = 0
  let total = 0
  const lengths = Array.from(counts, (count) => {
    const length = { first: code, count, values: total }
    total += count
    code = (code + count) << 1
    return length
  })
  return { lengths, values }
}

/** The value of the code that the next bits are; null when the table has no such code. */
export function nextValue({ lengths, values }: HuffmanTable, nextBit: () => number): number | null {
  let code = 0
  for (const { first, count, values: begin } of lengths) {
    code = (code << 1) | nextBit()
    if (code - first < count) return values[begin + code - first] ?? null
  }
  return null
}
