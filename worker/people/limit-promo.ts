import type { AppContext } from '../http/context.ts'
import { takeOfNetwork, takeOfUser } from '../http/limit.ts'

const hourMs = 60 * 60_000

/** No user has so many codes; a network may be that of a whole internet provider. */
const triesPerHour = 10
const triesOfNetwork = 100

/** Tries of promo codes: few codes are valid, and an attacker could guess them. @throws AppError RATE_LIMITED */
export async function limitPromoTries(c: AppContext): Promise<void> {
  await takeOfUser(c, { key: 'promo', limit: triesPerHour, windowMs: hourMs })
  await takeOfNetwork(c, { key: 'promo', limit: triesOfNetwork, windowMs: hourMs })
}

/** Uses of one code by the accounts of one network within a day. @throws AppError RATE_LIMITED */
export const takePromoOfNetwork = (
  c: AppContext,
  { code, networkMax: limit }: { code: string; networkMax: number }
): Promise<void> => takeOfNetwork(c, { key: `promo:${code}`, limit, windowMs: 24 * hourMs })

/** New accounts of one network that count as invited within a day. @throws AppError RATE_LIMITED */
export const takeInvitedOfNetwork = (
  c: AppContext,
  { id, networkMax: limit }: { id: string; networkMax: number }
): Promise<void> => takeOfNetwork(c, { key: `invited:${id}`, limit, windowMs: 24 * hourMs })
