// Promo codes and their uses. The statement that adds a use also decides whether the code is still valid, so that
// of two users who compete for the last use only one gets it.
import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { prepared } from '../base/prepared.ts'
import { isOperators } from './operators.ts'
import { promoCodes, promoRedemptions } from './schema-prices.ts'

export type PromoRow = typeof promoCodes.$inferSelect

export const findCode = (directory: Directory, code: string): Promise<PromoRow | undefined> =>
  directory.select().from(promoCodes).where(eq(promoCodes.code, code)).get()

/** Capitals that look alike in both alphabets, in the same order: `О` of a keyboard may be meant as `O`. */
const [latin, cyrillic] = ['ABEKMHOPCTYX', 'АВЕКМНОРСТУХ'] as const

const spelled = (code: string, to: string, from: string): string =>
  Array.from(code, (letter) => to[from.indexOf(letter)] ?? letter).join('')

/** The code that was typed, or else the one that looks the same and is written in one alphabet. */
export async function findTypedCode(directory: Directory, typed: string): Promise<PromoRow | undefined> {
  const meant = [typed, spelled(typed, latin, cyrillic), spelled(typed, cyrillic, latin)]
  const found = await directory.select().from(promoCodes).where(inArray(promoCodes.code, meant))
  return found.find(({ code }) => code === typed) ?? found[0]
}

type NewCode = Omit<PromoRow, 'uses' | 'endedAt'>

/** @returns false when there is or was such a code; inserting the same row again changes nothing */
export async function addCode(directory: Directory, row: NewCode): Promise<boolean> {
  await directory.insert(promoCodes).values(row).onConflictDoNothing()
  const known = await findCode(directory, row.code)
  return known !== undefined && (Object.keys(row) as (keyof NewCode)[]).every((name) => known[name] === row[name])
}

export async function endCode(directory: Directory, code: string, now: number): Promise<void> {
  await directory
    .update(promoCodes)
    .set({ endedAt: now })
    .where(and(eq(promoCodes.code, code), isNull(promoCodes.endedAt)))
}

export const codesOf = (
  directory: Directory,
  { before, limit }: { before: number | undefined; limit: number }
): Promise<PromoRow[]> =>
  directory
    .select()
    .from(promoCodes)
    .where(before === undefined ? undefined : lt(promoCodes.createdAt, before))
    .orderBy(desc(promoCodes.createdAt))
    .limit(limit)

/** Whether this account has used the code. */
export async function hasUsed(directory: Directory, code: string, userId: string): Promise<boolean> {
  const found = await directory
    .select({ at: promoRedemptions.at })
    .from(promoRedemptions)
    .where(and(eq(promoRedemptions.code, code), eq(promoRedemptions.userId, userId)))
  return found.length > 0
}

/** Whether an account of this address has used the code. */
export async function isAddressUsed(directory: Directory, code: string, addressHash: string): Promise<boolean> {
  const found = await directory
    .select({ at: promoRedemptions.at })
    .from(promoRedemptions)
    .where(and(eq(promoRedemptions.code, code), eq(promoRedemptions.addressHash, addressHash)))
  return found.length > 0
}

/** Adds the use, if the code is valid now and not used up, and the account is not an operator's. @returns whether it is there now */
export async function useCode(
  directory: Directory,
  { code, userId, addressHash, now }: { code: string; userId: string; addressHash: string; now: number }
): Promise<boolean> {
  await prepared(
    directory,
    sql`insert or ignore into ${promoRedemptions} (code, user_id, address_hash, at)
      select code, ${userId}, ${addressHash}, ${now} from ${promoCodes}
      where code = ${code} and uses < uses_max and ended_at is null and starts_at <= ${now} and ends_at > ${now}
        and not ${isOperators(userId)}`
  ).run()
  return hasUsed(directory, code, userId)
}
