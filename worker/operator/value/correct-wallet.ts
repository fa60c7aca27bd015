// Corrects a frozen wallet: one line of the journal, once for each change.
import { wakeTakingBack } from '#data/directory/payment-checks.ts'
import type { CorrectResult } from '#durable-objects/wallet/calls.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { CarryOut } from './carry-out.ts'

export const notFrozen = 'Кошелёк не заморожен'
export const linesAdded = 'В журнале появились новые строки. Откройте кошелёк ещё раз'

const texts: Record<Exclude<CorrectResult['state'], 'corrected' | 'known'>, string> = {
  'not-frozen': notFrozen,
  changed: linesAdded,
  impossible: 'Долг не может быть больше всего, что потрачено и зарезервировано'
}

export const correctWallet: CarryOut<'correction'> = async (c, row, { freeTokens, seq }) => {
  const command = { id: `correction:${row.id}`, freeTokens, seq, reason: `${row.askedBy}: ${row.reason}` }
  const { state } = await userOf(c.env, row.userId).correct(command)
  if (state !== 'corrected' && state !== 'known') return texts[state]
  // A refund may be what froze it, and the tokens that it takes are there now.
  await wakeTakingBack(c.var.directory, row.userId, Date.now())
  return null
}
