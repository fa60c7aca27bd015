// Codes in the links by which users invite others. Without letters and digits that are easily confused when a code is read aloud.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const length = 10
const isCode = new RegExp(`^[${letters}]{${length}}$`)

/** @param random that many random bytes or more: 10 of 31 characters, which cannot be guessed */
export const inviteCodeOf = (random: Uint8Array): string =>
  Array.from(random.subarray(0, length), (byte) => letters[byte % letters.length]).join('')

/** Null: it cannot be a code. */
export function inviteCodeIn(typed: string): string | null {
  // A messenger may add invisible marks to a link, or the full stop of the sentence around it.
  const code = typed.toLowerCase().replaceAll(/[^a-z\d]/g, '')
  return isCode.test(code) ? code : null
}
