// Promo codes, as users redeem them. First the use is added, then the tokens are credited under the code as their id: a user who
// sends the code again after a failure in between gets the rest, and no user gets anything twice.
import type { Hono } from 'hono'
import { promoCodeIn, redeemPromo } from '#contract/promo.ts'
import { findOperator } from '#data/directory/operators.ts'
import { findTypedCode, hasUsed, isAddressUsed, type PromoRow, useCode } from '#data/directory/promo-codes.ts'
import { canonicalEmail } from '#domain/canonical-email.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { AppContext, HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { callerAccount } from '../http/session.ts'
import { hashBonusAddress } from './confirm-email.ts'
import { limitPromoTries, takePromoOfNetwork } from './limit-promo.ts'

const isValid = ({ startsAt, endsAt, endedAt }: PromoRow, now: number): boolean =>
  endedAt === null && startsAt <= now && now < endsAt

/** Operators make the codes. @throws AppError NOT_PERMITTED */
async function expectNoOperator(c: AppContext): Promise<void> {
  if (await findOperator(c.var.directory, c.var.caller.userId))
    throw new AppError('NOT_PERMITTED', { text: 'Аккаунты операторов не применяют промокоды' })
}

/** @throws AppError NOT_PERMITTED, PROMO_UNKNOWN, PROMO_USED, PROMO_OVER, RATE_LIMITED */
async function claim(c: AppContext, promo: PromoRow): Promise<void> {
  const { directory, caller } = c.var
  const now = Date.now()
  await expectNoOperator(c)
  if (!isValid(promo, now)) throw new AppError('PROMO_UNKNOWN')
  if (promo.uses >= promo.usesMax) throw new AppError('PROMO_OVER')
  const addressHash = await hashBonusAddress(canonicalEmail(callerAccount(c).email))
  if (await isAddressUsed(directory, promo.code, addressHash)) throw new AppError('PROMO_USED')
  await takePromoOfNetwork(c, promo)
  const use = { code: promo.code, userId: caller.userId, addressHash, now }
  if (await useCode(directory, use)) return
  // The role may have come meanwhile.
  await expectNoOperator(c)
  const isTaken = await isAddressUsed(directory, promo.code, addressHash)
  throw new AppError(isTaken ? 'PROMO_USED' : 'PROMO_OVER')
}

export function mountPromo(app: Hono<HonoEnv>) {
  serve(app, redeemPromo, async ({ code: typed }, c) => {
    const { userId } = c.var.caller
    await limitPromoTries(c)
    const code = promoCodeIn(typed)
    const promo = code === null ? undefined : await findTypedCode(c.var.directory, code)
    if (!promo) throw new AppError('PROMO_UNKNOWN')
    if (!(await hasUsed(c.var.directory, promo.code, userId))) await claim(c, promo)
    const { tokens } = promo
    const credit = {
      // Contains a colon, which ids from clients cannot.
      id: `promo:${promo.code}`,
      amountTokens: tokens,
      service: 'bonus',
      action: { kind: 'promo', code: promo.code } as const
    }
    const { state, account } = await userOf(c.env, userId).credit(credit)
    if (state === 'conflict') throw new Error('A promo code was credited with another amount')
    if (state === 'known') throw new AppError('PROMO_USED')
    return { tokens, balance: account.availableTokens }
  })
}
