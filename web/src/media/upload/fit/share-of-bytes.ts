/**
 * How many bytes one file may have, so that all of them together stay within the limit: what small files leave of their
 * equal share goes to the large ones.
 */
export function shareOfBytes(others: readonly number[], bytesMax: number): number {
  const share = bytesMax / (others.length + 1)
  const taken = others.reduce((sum, bytes) => sum + Math.min(bytes, share), 0)
  return Math.floor(bytesMax - taken)
}
