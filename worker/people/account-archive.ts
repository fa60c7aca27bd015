// The archive of a user's data, built while it is downloaded: rows page by page, files one by one.
import { extensionOf } from '#contract/media-types.ts'
import type { Database } from '#data/database.ts'
import { resultKey } from '#data/job-files.ts'
import {
  accountData,
  conversationsAfter,
  jobsAfter,
  messagesIn,
  paymentsData,
  subscriptionData,
  usageData
} from '#data/personal-data.ts'

interface Entry {
  name: string
  input: string | ReadableStream
}

const json = (name: string, value: unknown): Entry => ({ name, input: JSON.stringify(value, null, 2) })

async function* conversationEntries(database: Database, userId: string): AsyncGenerator<Entry> {
  for (let afterId = 0; ;) {
    const page = await conversationsAfter(database, userId, afterId)
    for (const { id, userId: _, ...conversation } of page)
      yield json(`chats/${id}.json`, { ...conversation, messages: await messagesIn(database, id) })
    const last = page.at(-1)
    if (!last) return
    afterId = last.id
  }
}

async function* workEntries(database: Database, media: R2Bucket, userId: string): AsyncGenerator<Entry> {
  for (let afterId = ''; ;) {
    const page = await jobsAfter(database, userId, afterId)
    for (const {
      id,
      operationId,
      service,
      model,
      parameters,
      step,
      priceTokens,
      chargedTokens,
      files,
      createdAt
    } of page) {
      yield json(`works/${operationId}.json`, {
        service,
        model,
        parameters,
        state: step,
        priceTokens,
        chargedTokens,
        createdAt
      })
      for (const { index, type } of files) {
        const stored = await media.get(resultKey(id, index))
        if (stored) yield { name: `works/${operationId}-${index + 1}.${extensionOf(type)}`, input: stored.body }
      }
    }
    const last = page.at(-1)
    if (!last) return
    afterId = last.id
  }
}

/** The files of the archive. Times are milliseconds since the epoch, as in the database. */
export async function* archiveEntries(database: Database, media: R2Bucket, userId: string): AsyncGenerator<Entry> {
  const { account, consents, sessions, emailChanges } = await accountData(database, userId)
  yield json('account.json', account)
  yield json('consents.json', consents)
  yield json('sessions.json', sessions)
  yield json('email-changes.json', emailChanges)
  yield json('operations.json', await usageData(database, userId))
  yield json('payments.json', await paymentsData(database, userId))
  yield json('subscription.json', await subscriptionData(database, userId))
  yield* conversationEntries(database, userId)
  yield* workEntries(database, media, userId)
}
