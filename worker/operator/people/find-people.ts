// Finds accounts by what an operator has at hand. There is no list of all people.
import type { FoundPerson } from '#contract/operator-people.ts'
import { hasBooks } from '#data/books.ts'
import { hasHistory, openHistory } from '#data/database.ts'
import { accountOf, payerOf, userIdOfAddress } from '#data/directory/people.ts'
import { findJob } from '#data/history/jobs.ts'
import { isJobId } from '#data/job-files.ts'
import { canonicalEmail } from '#domain/canonical-email.ts'
import type { AppContext } from '../../http/context.ts'

type Found = { userId: string; by: FoundPerson['by'] }

async function ownerOfJob(c: AppContext, id: string): Promise<string | undefined> {
  if (!isJobId(id) || !hasHistory(c.env, id)) return undefined
  return (await findJob(openHistory(c.env, id), id))?.userId
}

async function ownersOf(c: AppContext, sought: string): Promise<Found[]> {
  const { directory } = c.var
  if (sought.includes('@')) {
    const userId = await userIdOfAddress(directory, canonicalEmail(sought))
    return userId === undefined ? [] : [{ userId, by: 'email' }]
  }
  const [isUser, payer, maker] = await Promise.all([
    hasBooks(c.env, sought),
    payerOf(directory, sought),
    ownerOfJob(c, sought)
  ])
  return [
    ...(isUser ? [{ userId: sought, by: 'user' as const }] : []),
    ...(payer === undefined ? [] : [{ userId: payer, by: 'payment' as const }]),
    ...(maker === undefined ? [] : [{ userId: maker, by: 'job' as const }])
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
