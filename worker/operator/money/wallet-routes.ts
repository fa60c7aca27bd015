// What an operator sees of a wallet, and how it is corrected and thawed.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/money/wallets.ts'
import { actionsAbout } from '#data/directory/operator-actions.ts'
import { hasBooks } from '#data/both/books.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { WalletInspection } from '#durable-objects/wallet/calls.ts'
import { correctionValue } from '#domain/operator-value.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { AppError, conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { countedWhole } from '../../clock/count-journal.ts'
import { actionView, recorded, recordReading } from '../access/record.ts'
import { linesAdded, notFrozen } from '../access/carry-out.ts'
import { isAsked, passGate } from '../access/gate.ts'

const inspect = (c: AppContext, id: string): Promise<WalletInspection> =>
  countedWhole((isFresh) => userOf(c.env, id).inspect(isFresh))

/** @throws AppError NOT_FOUND: a mistyped id must not create an object */
async function expectWallet(c: AppContext, id: string): Promise<void> {
  if (!(await hasBooks(c.env, id))) throw new AppError('NOT_FOUND')
}

const freeTokensOf = ({ account }: WalletInspection) => account.availableTokens - account.debtTokens

const walletView = (id: string, seen: WalletInspection): contract.OpenedWallet => ({
  user_id: id,
  frozen_at: seen.frozenAt,
  frozen_because: seen.frozenBecause,
  seq: seen.seq,
  free_tokens: freeTokensOf(seen),
  reserved_tokens: seen.account.reservedTokens,
  used_tokens: seen.account.usedTokens,
  counted: {
    free_tokens: seen.counted.freeTokens,
    reserved_tokens: seen.counted.reservedTokens,
    used_tokens: seen.counted.usedTokens
  },
  agrees: seen.state === 'agrees',
  violations: seen.violations,
  open_reservations: seen.openReservations
})

const factsOf = (seen: WalletInspection) => ({
  frozen: seen.frozenAt !== null,
  agrees: seen.state === 'agrees',
  seq: seen.seq,
  free_tokens: freeTokensOf(seen),
  reserved_tokens: seen.account.reservedTokens
})

/** Called before a second operator is asked to agree. @throws AppError CONFLICT */
function expectCorrectable({ frozenAt, seq: newest }: WalletInspection, seq: number): void {
  if (frozenAt === null) throw conflict(notFrozen)
  if (newest !== seq) throw conflict(linesAdded)
}

export function mountWallets(app: Hono<HonoEnv>) {
  serve(app, contract.openWallet, async ({ id }, c) => {
    await expectWallet(c, id)
    await recordReading(c, { action: 'wallet-read', subject: id, userId: id })
    const [seen, actions] = await Promise.all([inspect(c, id), actionsAbout(c.var.directory, id)])
    return { wallet: walletView(id, seen), actions: actions.map(actionView) }
  })

  serve(app, contract.thawWallet, async ({ id, ...who }, c) => {
    await expectWallet(c, id)
    const facts = async () => factsOf(await inspect(c, id))
    await recorded(c, { action: 'wallet-thaw', userId: id, ...who, facts }, async (_, isRepeated) => {
      const { state, violations } = await countedWhole((isFresh) => userOf(c.env, id).thaw(isFresh))
      // An earlier call may have thawed the wallet and died before it was recorded.
      if (state === 'not-frozen' && !isRepeated) throw conflict(notFrozen)
      if (state === 'disagrees') throw conflict(`Журнал не сходится: ${violations.join('; ')}`)
    })
    return { wallet: walletView(id, await inspect(c, id)) }
  })

  serve(app, contract.correctWallet, async ({ id, free_tokens: freeTokens, seq, ...who }, c) => {
    await expectWallet(c, id)
    const seen = await inspect(c, id)
    if (!(await isAsked(c, who.idempotency_key))) expectCorrectable(seen, seq)
    const wish = { kind: 'correction', action: 'wallet-correct', userId: id, ...who } as const
    const tokens = correctionValue(freeTokens, freeTokensOf(seen), seen.counted.freeTokens)
    const facts = async () => factsOf(await inspect(c, id))
    const change = await passGate(c, { ...wish, tokens, terms: { freeTokens, seq }, facts })
    return { wallet: walletView(id, await inspect(c, id)), change }
  })
}
