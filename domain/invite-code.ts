// Codes in the links by which users invite others. Letters and digits that nobody confuses, when one is read out.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const length = 10
const isCode = new RegExp(`^[${letters}]{${length}}$`)

/** @param random that many random bytes or more: 10 of 31 characters, which nobody guesses */
export const inviteCodeOf = (random: Uint8Array): string =>
  Array.from(random.subarray(0, length), (byte) => letters[byte % letters.length]).join('')

/** Null: nothing that a code could be. */
export function inviteCodeIn(typed: string): string | null {
  // A messenger may put marks that are not seen into a link, or take the end of the sentence for a part of it.
  const code = typed.toLowerCase().replaceAll(/[^a-z\d]/g, '')
  return isCode.test(code) ? code : null
}
