// Many subscriptions that fall due at the same moment, without the purchase that began each.
import { env } from 'cloudflare:workers'
import { openDirectory } from '#data/base/database.ts'
import { subscriptions } from '#data/directory/schema-subscriptions.ts'
import { findSubscription } from '#data/directory/subscriptions.ts'
import { users } from '#data/directory/schema.ts'
import { newSubscriber, remindedOf } from './premium.ts'

const database = openDirectory(env)
const usersAtOnce = 10

/** So many users whose saved cards are to be charged at `end`. They share the card of one purchase. */
export async function dueRenewals(count: number): Promise<{ userIds: string[]; end: number }> {
  const person = await newSubscriber()
  const end = await remindedOf(person)
  const plan = await findSubscription(database, person.userId)
  if (!plan) throw new Error('There is no Premium')
  const userIds = Array.from({ length: count - 1 }, () => crypto.randomUUID())
  for (let first = 0; first < userIds.length; first += usersAtOnce) {
    const some = userIds.slice(first, first + usersAtOnce)
    const rows = some.map((id) => {
      const email = `${id}@person.example`
      return { id, email, canonicalEmail: email, passwordHash: '', verifiedAt: 1, firstPurchaseAt: 1, createdAt: 1 }
    })
    await database.insert(users).values(rows)
    await database.batch(
      some.map((userId) =>
        database.insert(subscriptions).values({ ...plan, userId, id: crypto.randomUUID(), changeId: userId })
      ) as never
    )
  }
  return { userIds: [person.userId, ...userIds], end }
}
