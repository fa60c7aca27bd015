import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What stands between the parts of a code or is not seen at all: spaces, dashes, marks of direction, places for a line end. */
const unread = /[\s\p{Default_Ignorable_Code_Point}\p{C}\p{Pd}−]/gu
/** Quotation marks, brackets, the end of a sentence. */
const around = /^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu

/** What was typed or pasted without everything that is no part of a code, in capitals; empty when nothing is left. */
export const bareCode = (typed: string): string =>
  typed.normalize('NFC').replaceAll(unread, '').replaceAll(around, '').toUpperCase()

/** The promo code as it is stored: letters of both alphabets and digits. Null: nothing that a code could be. */
export function promoCodeIn(typed: string): string | null {
  const code = bareCode(typed)
  return /^[A-ZА-ЯЁ0-9]{4,24}$/.test(code) ? code : null
}

/** Of what is typed: a pasted code may have more that is not seen than letters. */
export const typedCodeLengthMax = 100

/**
 * Credits the tokens of a promo code, once for an account. `PROMO_UNKNOWN`: there is no such code, or not now. `PROMO_USED`:
 * this account or another one of the same address has used it. `PROMO_OVER`: as many have used it as may.
 */
export const redeemPromo = endpoint({
  method: 'POST',
  path: '/tokens/promo',
  access: 'session',
  input: z.object({
    code: z.string({ error: 'Введите промокод' }).trim().min(1, 'Введите промокод').max(typedCodeLengthMax)
  }),
  output: z.object({ tokens: z.number().int(), balance: z.number().int() })
})
