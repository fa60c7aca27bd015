// Carries out what was agreed upon, by one person within the limit or by two. Each kind is carried out once, however often it is
// called: everything derives its id from the change.
import type { ValueKind } from '#contract/value-kinds.ts'
import { closeTokens, type TokenChangeRow } from '#data/directory/token-changes.ts'
import type { ValueTerms } from '#domain/operator-value.ts'
import type { AppContext } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'
import { beginCampaign } from './begin-campaign.ts'
import { bookTokens } from './book-tokens.ts'
import { correctWallet } from './correct-wallet.ts'
import { creditPayment } from './credit-payment.ts'
import { givePremium } from './give-premium.ts'
import { issueCode } from './issue-code.ts'

/** @returns why it is impossible for ever; null: it is done @throws what may succeed later */
export type CarryOut<Kind extends ValueKind> = (
  c: AppContext,
  row: TokenChangeRow,
  terms: ValueTerms[Kind]
) => Promise<string | null>

const byKind: { [Kind in ValueKind]: CarryOut<Kind> } = {
  tokens: bookTokens,
  correction: correctWallet,
  code: issueCode,
  campaign: beginCampaign,
  premium: givePremium,
  payment: creditPayment,
  // It is counted with the step of the job that returns the tokens, and never waits.
  job: async () => null
}

/**
 * Carries out a change that is agreed upon; one that waits, was declined or is done is left alone.
 * @throws AppError CONFLICT when it is impossible, however often it is asked
 */
export async function carryOut(c: AppContext, row: TokenChangeRow): Promise<void> {
  let closed: TokenChangeRow | undefined = row
  if (row.state === 'agreed') {
    // The terms were stored with their kind.
    const run = byKind[row.kind] as CarryOut<ValueKind>
    const refusal = await run(c, row, row.terms as unknown as ValueTerms[ValueKind])
    closed = await closeTokens(c.var.directory, row.id, refusal)
  }
  if (closed?.state === 'impossible') throw new AppError('CONFLICT', { text: closed.refusal ?? 'Это уже невозможно' })
}
