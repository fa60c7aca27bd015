import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Separators and invisible characters in a code: spaces, dashes, marks of direction, soft line breaks. */
const unread = /[\s\p{Default_Ignorable_Code_Point}\p{C}\p{Pd}−]/gu
/** Characters around a pasted code: quotation marks, brackets, the end of a sentence. */
const around = /^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu

/** The typed or pasted text without all characters that are not part of a code, in capitals; empty when none is left. */
export const bareCode = (typed: string): string =>
  typed.normalize('NFC').replaceAll(unread, '').replaceAll(around, '').toUpperCase()

/** The promo code as it is stored: letters of both alphabets and digits. Null: it cannot be a code. */
export function promoCodeIn(typed: string): string | null {
  const code = bareCode(typed)
  return /^[A-ZА-ЯЁ0-9]{4,24}$/.test(code) ? code : null
}

/** The length of the typed text: a pasted code may have more invisible characters than letters. */
export const typedCodeLengthMax = 100

/**
 * Credits the tokens of a promo code, once for an account. `PROMO_UNKNOWN`: there is no such code, or it is not valid now.
 * `PROMO_USED`: this account or another one of the same address has used it. `PROMO_OVER`: its uses are exhausted.
 */
export const redeemPromo = endpoint({
  call: 'POST /tokens/promo',
  access: 'session',
  input: z.object({
    code: z.string('Введите промокод').trim().min(1, 'Введите промокод').max(typedCodeLengthMax)
  }),
  output: z.object({ tokens: z.number().int(), balance: z.number().int() })
})
