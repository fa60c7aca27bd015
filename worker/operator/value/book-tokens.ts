// Books what operators gave and took, by the wallet's one writer: once for each change, however often it is called.
import { userOf } from '#durable-objects/stubs.ts'
import type { CarryOut } from './carry-out.ts'

/** In the history of the wallet. */
const service = 'support'

export const bookTokens: CarryOut<'tokens'> = async (c, { id, userId, askedBy }, { tokens, mayOwe }) => {
  const wallet = userOf(c.env, userId)
  const amountTokens = Math.abs(tokens)
  // Contains a colon, which ids from clients cannot. The typed reason stays in the record.
  const common = { id: `support:${id}`, amountTokens, service, reason: `support:${askedBy}` }
  const { state } =
    tokens > 0
      ? await wallet.credit({ ...common, action: 'Начисление от поддержки' })
      : await wallet.takeTokens({ ...common, action: 'Списание поддержкой', mayOwe })
  if (state === 'conflict') throw new Error('A change of tokens was booked with another amount')
  if (state !== 'insufficient') return null
  return mayOwe ? 'Столько токенов никогда не начислялось' : 'Столько свободных токенов на балансе нет'
}
