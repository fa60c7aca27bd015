// Accounts that are years old, whose wallets were used all the time.
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { sessions } from '#data/directory/schema.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { signAccessToken } from '#worker/crypto/access-token.ts'
import { moveOldBooks, type MoveSizes } from '#worker/clock/move-old-books.ts'
import { countOnD1, rowsOnD1 } from './histories.ts'
import { newPerson, type Person, sendAsVisitor } from './person.ts'
import { addPayment, copied, finishNight, nextNight } from './reconciling.ts'
import { holdOf, passMs, settleOf } from './wallet-rows.ts'

/** The clock stands in the middle of a month, so far ahead that no alarm of three years before fires by itself. */
export const today = Date.UTC(2033, 5, 15, 12)

const monthsAgo = (months: number) => Date.UTC(2033, 5 - months, 15, 12)

async function buy(person: Person): Promise<void> {
  const id = await addPayment(person)
  const credit = { service: 'payment', action: { kind: 'purchase', packageId: 'custom' } } as const
  await userOf(env, person.userId).credit({ id: `payment:${id}`, amountTokens: 550, ...credit })
}

/** One answer, in the months that were so long ago. */
async function answer({ userId }: Person, id: string): Promise<void> {
  await userOf(env, userId).reserve(holdOf(id))
  passMs(60_000)
  await userOf(env, userId).settle(settleOf(id, 3))
}

/** A user who bought twice and got an answer in each of these months, through the wallet. */
export async function olderUser({ from, to = 0, shard = 1 }: { from: number; to?: number; shard?: number }) {
  vi.setSystemTime(monthsAgo(from))
  const person = await newPerson({ shard })
  for (let months = from; months >= to; months--) {
    vi.setSystemTime(monthsAgo(months))
    if (months === from || months === from - 1) await buy(person)
    await answer(person, `answer-${months}`)
    await copied(person)
  }
  vi.setSystemTime(today)
  return signedInAgain(person)
}

/** A session of today. */
export async function signedInAgain(person: Person): Promise<Person> {
  const { userId, sessionId } = person
  const now = Date.now()
  await openDirectory(env)
    .update(sessions)
    .set({ expiresAt: now + 86_400_000, lastSeenAt: now })
    .where(eq(sessions.id, sessionId))
  const token = signAccessToken(environmentOf(env), person, now)
  const send: Person['send'] = (method, path, body, headers = {}) =>
    sendAsVisitor(method, path, body, { authorization: `Bearer ${token}`, ...headers })
  return { userId, sessionId, send }
}

const sizes: MoveSizes = { users: 1000, steps: 200, rows: 2000 }

/** A whole round of the duty, in runs of these sizes, a minute each. @returns what each moved */
export async function moveAll(more: Partial<MoveSizes> = {}): Promise<number[]> {
  const moved: number[] = []
  for (let runs = 0; runs < 100; runs++) {
    passMs(60_000)
    const done = await moveOldBooks(env, Date.now(), { ...sizes, ...more })
    if (done.failed > 0) throw new Error('Books were not moved')
    if (done.moved === 0) return moved
    moved.push(done.moved)
  }
  throw new Error('The round never ends')
}

/** The lines that have not left the table. */
export const linesInTable = (userId: string) =>
  countOnD1('select count(*) as n from ledger_entries where user_id = ?', userId)

/** What stays of those that have. */
export const oldBooksOf = async (userId: string) =>
  (await rowsOnD1<{ last_seq: number; balance_after: number }>('select * from old_books where user_id = ?', userId))[0]

/** What the check of the next night finds. */
export async function nightFinds() {
  await nextNight()
  return (await finishNight()).found
}
