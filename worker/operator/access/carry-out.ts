// Carries out a change that one operator may make alone or that two have agreed upon. However often it is called, each change
// has its effect once: every id is derived from the change.
import type { ValueKind } from '#contract/value-kinds.ts'
import { addCampaign } from '#data/directory/invitation-campaigns.ts'
import { wakeTakingBack } from '#data/directory/payment-checks.ts'
import { addCode, findTypedCode } from '#data/directory/promo-codes.ts'
import { findSubscription, hasGift } from '#data/directory/subscriptions.ts'
import { closeTokens, type TokenChangeRow } from '#data/directory/token-changes.ts'
import type { ValueTerms } from '#domain/operator-value.ts'
import { extended, isRunning } from '#domain/subscription.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { CorrectResult } from '#durable-objects/wallet/calls.ts'
import type { AppContext } from '../../http/context.ts'
import { AppError, conflict } from '../../http/errors.ts'
import { endReview, readReviewed } from '../../payments/end-review.ts'
import { changePlan } from '../../premium/change-plan.ts'

/** @returns why it is impossible for ever; null: it is done @throws what may succeed later */
type CarryOut<Kind extends ValueKind> = (
  c: AppContext,
  row: TokenChangeRow,
  terms: ValueTerms[Kind]
) => Promise<string | null>

/** Books what operators gave and took, by the wallet's one writer. */
const bookTokens: CarryOut<'tokens'> = async (c, { id, userId, askedBy }, { tokens, mayOwe }) => {
  const wallet = userOf(c.env, userId)
  const amountTokens = Math.abs(tokens)
  // Contains a colon, which ids from clients cannot. The typed reason stays in the record.
  const common = { id: `support:${id}`, amountTokens, service: 'support' }
  const { state } =
    tokens > 0
      ? await wallet.credit({ ...common, action: { kind: 'support-credit', by: askedBy } })
      : await wallet.takeTokens({ ...common, action: { kind: 'support-debit', by: askedBy }, mayOwe })
  if (state === 'conflict') throw new Error('A change of tokens was booked with another amount')
  if (state !== 'insufficient') return null
  return mayOwe ? 'Столько токенов никогда не начислялось' : 'Столько свободных токенов на балансе нет'
}

export const notFrozen = 'Кошелёк не заморожен'
export const linesAdded = 'В журнале появились новые строки. Откройте кошелёк ещё раз'

const notCorrected: Record<Exclude<CorrectResult['state'], 'corrected' | 'known'>, string> = {
  'not-frozen': notFrozen,
  changed: linesAdded,
  impossible: 'Долг не может быть больше всего, что потрачено и зарезервировано'
}

/** Corrects a frozen wallet: one line of the journal. */
const correctWallet: CarryOut<'correction'> = async (c, row, { freeTokens, seq }) => {
  const command = { id: `correction:${row.id}`, freeTokens, seq, reason: `${row.askedBy}: ${row.reason}` }
  const { state } = await userOf(c.env, row.userId).correct(command)
  if (state !== 'corrected' && state !== 'known') return notCorrected[state]
  // A refund may have frozen the wallet, which has the tokens for it now.
  await wakeTakingBack(c.var.directory, row.userId, Date.now())
  return null
}

export const codeTaken = 'Такой промокод уже есть или был'

const issueCode: CarryOut<'code'> = async (c, { askedBy, askedAt }, terms) => {
  const { directory } = c.var
  const known = await findTypedCode(directory, terms.code)
  // Issued while this one waited for the second operator: it looks the same.
  if (known && known.code !== terms.code) return codeTaken
  // The second operator may have agreed late; codes that an interrupted call has issued stay issued.
  if (!known && terms.endsAt <= Date.now()) return 'Срок промокода уже прошёл: попросите выпустить новый'
  return (await addCode(directory, { ...terms, createdAt: askedAt, createdBy: askedBy })) ? null : codeTaken
}

export const anotherRuns = 'Приглашения уже идут: сначала остановите их'

/** The campaign begins now, not when it was asked for. */
const beginCampaign: CarryOut<'campaign'> = async (c, { id, askedBy: createdBy }, terms) => {
  const now = Date.now()
  if (terms.endsAt !== null && terms.endsAt <= now) return 'Срок приглашений уже прошёл: попросите начать новые'
  return (await addCampaign(c.var.directory, { id, ...terms, createdAt: now, createdBy })) ? null : anotherRuns
}

export const notRunning = 'Premium у этого человека не действует'

const givePremium: CarryOut<'premium'> = async (c, { id, userId }, { days }) => {
  const { directory } = c.var
  if (await hasGift(directory, id)) return null
  const row = await findSubscription(directory, userId)
  if (!isRunning(row ?? null, Date.now())) return notRunning
  await changePlan(c, userId, (plan, at) => extended(plan, days, at), { actionId: id, days })
  // The plan may have ended meanwhile, and then it is not changed.
  return (await hasGift(directory, id)) ? null : notRunning
}

/** Credits an order in review. An earlier call may have credited the payment and died before it ended the review. */
const creditPayment: CarryOut<'payment'> = async (c, { id: actionId }, { paymentId }) => {
  try {
    await endReview(c, await readReviewed(c, paymentId), { decision: 'credit', actionId, isRepeated: true })
    return null
  } catch (error) {
    if (error instanceof AppError && error.refusal.code === 'CONFLICT')
      return error.refusal.text ?? 'Платёж не зачислен'
    throw error
  }
}

const byKind: { [Kind in ValueKind]: CarryOut<Kind> } = {
  tokens: bookTokens,
  correction: correctWallet,
  code: issueCode,
  campaign: beginCampaign,
  premium: givePremium,
  payment: creditPayment,
  // The step of the job that returns the tokens counts them, and needs no second operator.
  job: async () => null
}

/**
 * Carries out a change that is agreed upon; one that waits, was declined or is done is left alone.
 * @throws AppError CONFLICT when it is impossible, however often it is asked
 */
export async function carryOut(c: AppContext, row: TokenChangeRow): Promise<void> {
  let closed: TokenChangeRow | undefined = row
  if (row.state === 'agreed') {
    // The row stores the kind and its terms together.
    const run = byKind[row.kind] as CarryOut<ValueKind>
    const refusal = await run(c, row, row.terms as unknown as ValueTerms[ValueKind])
    closed = await closeTokens(c.var.directory, row.id, refusal)
  }
  if (closed?.state === 'impossible') throw conflict(closed.refusal ?? 'Это уже невозможно')
}
