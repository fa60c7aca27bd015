// Finds accounts by what an operator has at hand. There is no list of all people.
import type { FoundPerson } from '#contract/operator/people/people.ts'
import { hasBooks } from '#data/both/books.ts'
import { hasHistory, openHistories, openHistory } from '#data/base/database.ts'
import { findAlarm } from '#data/directory/alarms.ts'
import { accountOf, payerOf, userIdOfAddress } from '#data/directory/people.ts'
import { findJob } from '#data/history/jobs.ts'
import { usersOfOperation } from '#data/history/ledger.ts'
import { isJobId } from '#data/files/job-files.ts'
import { canonicalEmail } from '#domain/canonical-email.ts'
import type { AppContext } from '../../http/context.ts'
import { takeOfNetwork, takeOfUser } from '../../http/limit.ts'

const minuteMs = 60_000

/** An operator types far fewer. */
const perMinute = { key: 'operator-searches', limit: 20, windowMs: minuteMs }
const perDay = { key: 'operator-searches-day', limit: 400, windowMs: 24 * 60 * minuteMs }

/** Searches for people, by operator, with the token by network: otherwise addresses could be tried out. @throws AppError RATE_LIMITED */
export async function limitSearches(c: AppContext): Promise<void> {
  const { userId } = c.var.operator
  for (const rule of [perMinute, perDay]) await (userId === null ? takeOfNetwork(c, rule) : takeOfUser(c, rule, userId))
}

const ownersMax = 5

type Found = { userId: string; by: FoundPerson['by'] }

async function ownerOfJob(c: AppContext, id: string): Promise<string | undefined> {
  if (!isJobId(id) || !hasHistory(c.env, id)) return undefined
  return (await findJob(openHistory(c.env, id), id))?.userId
}

/** Clients make the ids of operations: two users may have the same one. An id that many users have, like that of the bonus, is skipped. */
async function ownersOfOperation(c: AppContext, id: string): Promise<string[]> {
  const found = await Promise.all(
    openHistories(c.env).map(({ history }) => usersOfOperation(history, id, ownersMax + 1))
  )
  const owners = found.flat()
  return owners.length > ownersMax ? [] : owners
}

async function userOfAlarm(c: AppContext, number: string): Promise<string | undefined> {
  if (!/^\d{1,15}$/.test(number)) return undefined
  return (await findAlarm(c.var.directory, Number(number)))?.userId ?? undefined
}

const found = (by: Found['by'], ...userIds: (string | undefined)[]): Found[] =>
  userIds.filter((userId) => userId !== undefined).map((userId) => ({ userId, by }))

async function ownersOf(c: AppContext, sought: string): Promise<Found[]> {
  const { directory } = c.var
  if (sought.includes('@')) {
    const userId = await userIdOfAddress(directory, canonicalEmail(sought))
    return found('email', userId)
  }
  const [isUser, payer, maker, owners, alarmed] = await Promise.all([
    hasBooks(c.env, sought),
    payerOf(directory, sought),
    ownerOfJob(c, sought),
    ownersOfOperation(c, sought),
    userOfAlarm(c, sought)
  ])
  return [
    ...found('user', isUser ? sought : undefined),
    ...found('payment', payer),
    ...found('job', maker),
    ...found('operation', ...owners),
    ...found('alarm', alarmed)
  ]
}

export async function findPeople(c: AppContext, sought: string): Promise<FoundPerson[]> {
  const owners = await ownersOf(c, sought)
  return Promise.all(
    owners.map(async ({ userId, by }) => {
      const account = await accountOf(c.var.directory, userId)
      return { user_id: userId, email: account?.email ?? null, created_at: account?.createdAt ?? null, by }
    })
  )
}
