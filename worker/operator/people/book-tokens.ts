// Books what operators gave and took, by the wallet's one writer: once for each change, however often it is called.
import { closeTokens, type TokenChangeRow } from '#data/directory/token-changes.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { AppContext } from '../../http/context.ts'
import { conflict } from './expect-person.ts'

/** In the history of the wallet. */
const service = 'support'

const impossible = ({ mayOwe }: TokenChangeRow) =>
  conflict(mayOwe ? 'Столько токенов никогда не начислялось' : 'Столько свободных токенов на балансе нет')

/**
 * Books a change that is agreed upon; one that waits or was declined is left alone.
 * @throws AppError CONFLICT when there are not so many tokens to take, however often it is asked
 */
export async function bookTokens(c: AppContext, change: TokenChangeRow): Promise<void> {
  const { id, userId, tokens, mayOwe, askedBy, state: known } = change
  if (known === 'impossible') throw impossible(change)
  if (known !== 'agreed' && known !== 'booked') return
  const wallet = userOf(c.env, userId)
  const amountTokens = Math.abs(tokens)
  // Contains a colon, which ids from clients cannot. The typed reason stays in the record.
  const common = { id: `support:${id}`, amountTokens, service, reason: `support:${askedBy}` }
  const { state } =
    tokens > 0
      ? await wallet.credit({ ...common, action: 'Начисление от поддержки' })
      : await wallet.takeTokens({ ...common, action: 'Списание поддержкой', mayOwe })
  if (state === 'conflict') throw new Error('A change of tokens was booked with another amount')
  const closed = await closeTokens(c.var.directory, id, state === 'insufficient' ? 'impossible' : 'booked')
  if (closed === 'impossible') throw impossible(change)
}
