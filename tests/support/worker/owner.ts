// A registered person who owns a chat, a finished job with its files, and a payment.
import { env } from 'cloudflare:workers'
import { attachmentIdOf, attachmentKeys } from '#data/files/attachment-files.ts'
import { addAttachment } from '#data/history/attachments.ts'
import { addConversation } from '#data/history/chats.ts'
import { openDirectory, openHistory } from '#data/base/database.ts'
import { jobIdOf, resultKey, sourceKey, uploadKey } from '#data/files/job-files.ts'
import { unsentKeptMs } from '#domain/attachment.ts'
import { payments } from '#data/directory/schema-payments.ts'
import { memoryOf, remember } from '#data/history/memory.ts'
import { memoryOffers } from '#data/history/schema-memory.ts'
import { addRole } from '#data/history/roles.ts'
import { addFolder } from '#data/history/folders.ts'
import { jobs } from '#data/history/schema.ts'
import { addMessage } from '#data/history/turns.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { signUp } from './account.ts'
import { historyRows, rowsOnD1, tablesIn } from './histories.ts'

export const question = 'Какого цвета море?'
export const finishedJobId = 'work-0001'
const memoryOfferId = 'offer-0001'

export async function addChat(userId: string, content = question): Promise<{ id: number; messageId: number }> {
  const history = openHistory(env, userId)
  const now = Date.now()
  const model = 'gpt-4o-mini'
  const row = { userId, title: 'Про море', service: 'chatgpt', model, now }
  const { id } = await addConversation(history, row, { name: 'Моряк', instruction: 'Отвечай по-морскому' })
  const message = await addMessage(history, { userId, conversationId: id, role: 'user', content, model, at: now })
  return { id, messageId: message?.id ?? 0 }
}

/** A finished picture with its files in the store. @returns the keys of the files */
export async function addJob(userId: string, operationId = finishedJobId): Promise<{ jobId: string; keys: string[] }> {
  const now = Date.now()
  const jobId = jobIdOf(userId, operationId)
  await openHistory(env, userId)
    .insert(jobs)
    .values({
      id: jobId,
      userId,
      operationId,
      fingerprint: 'x',
      kind: 'image',
      service: 'flux',
      provider: 'bfl',
      upstreamModel: 'flux-2-pro',
      parameters: { prompt: 'море' },
      options: { prompt: 'море' },
      uploads: ['image'],
      priceTokens: 3,
      chargedTokens: 3,
      step: 'completed',
      deadlineAt: now,
      files: [{ index: 0, type: 'image/png', sizeBytes: 5, width: 1, height: 1, durationSeconds: null }],
      createdAt: now,
      finishedAt: now
    })
  const keys = [resultKey(jobId, 0), uploadKey(jobId, 'image'), sourceKey(jobId, 'image')]
  for (const key of keys) await env.MEDIA.put(key, 'bytes')
  return { jobId, keys }
}

/** A file that was not sent yet. @returns the keys of its bytes */
async function addFile(userId: string): Promise<{ attachmentId: string; keys: string[] }> {
  const now = Date.now()
  const id = attachmentIdOf(userId, 'attachment-0001')
  await addAttachment(openHistory(env, userId), {
    id,
    userId,
    name: 'море.pdf',
    kind: 'document',
    mediaType: 'application/pdf',
    sizeBytes: 5,
    sentBytes: 5,
    state: 'ready',
    expiresAt: now + unsentKeptMs,
    createdAt: now
  })
  const keys = attachmentKeys(id)
  for (const key of keys) await env.MEDIA.put(key, 'bytes')
  return { attachmentId: id, keys }
}

/** A cancelled order that still holds the address for its receipt. */
async function addPayment({ userId, email }: { userId: string; email: string }): Promise<string> {
  const now = Date.now()
  const id = crypto.randomUUID()
  await openDirectory(env).insert(payments).values({
    id,
    userId,
    operationId: 'purchase-0001',
    packageId: 'custom',
    tokens: 100,
    bonusTokens: 0,
    totalTokens: 100,
    amountKopecks: 10_000,
    currency: 'RUB',
    status: 'canceled',
    idempotenceKey: id,
    receiptEmail: email,
    createdAt: now,
    updatedAt: now
  })
  return id
}

export async function addChatFolder(userId: string): Promise<number> {
  const folder = await addFolder(openHistory(env, userId), { userId, now: 1, kind: 'chat', name: 'Моря' })
  return folder?.id ?? 0
}

/** @param account as rows where the test is not about what a registration leaves */
export async function newOwner(account?: Awaited<ReturnType<typeof signUp>>) {
  account ??= await signUp()
  const chat = await addChat(account.userId)
  const paymentId = await addPayment(account)
  const written = { name: 'Своя роль', instruction: 'Отвечай по-своему', model: null }
  const role = await addRole(openHistory(env, account.userId), account.userId, written, Date.now())
  const history = openHistory(env, account.userId)
  await remember(history, account.userId, { text: 'Живу у моря', now: 1 })
  const [line] = (await memoryOf(history, account.userId)).lines
  await history.insert(memoryOffers).values({
    userId: account.userId,
    operationId: memoryOfferId,
    conversationId: chat.id,
    text: 'Люблю море',
    createdAt: 1
  })
  const filing = { userId: account.userId, now: 1 }
  const folderId = await addChatFolder(account.userId)
  const libraryFolder = await addFolder(openHistory(env, account.userId), {
    ...filing,
    kind: 'library',
    name: 'Берега'
  })
  const work = await addJob(account.userId)
  const file = await addFile(account.userId)
  return {
    ...account,
    paymentId,
    conversationId: chat.id,
    messageId: chat.messageId,
    roleId: role?.id ?? 0,
    memoryLineId: line?.id ?? 0,
    folderId,
    libraryFolderId: libraryFolder?.id ?? 0,
    ...work,
    attachmentId: file.attachmentId,
    keys: [...work.keys, ...file.keys]
  }
}
export type Owner = Awaited<ReturnType<typeof newOwner>>

/** Input of the calls that name something of the owner's memory, and something that no user has. */
export const aimsAtMemory = ({ memoryLineId }: Owner) => {
  const line = { theirs: { id: memoryLineId, text: 'Чужое' }, nobodys: { id: 987_654_321, text: 'Чужое' } }
  return {
    changeMemoryLine: line,
    forgetMemory: line,
    declineMemory: { theirs: { id: memoryOfferId }, nobodys: { id: 'offer-of-nobody' } }
  }
}

export const filesLeft = async (keys: string[]): Promise<number> =>
  (await Promise.all(keys.map((key) => env.MEDIA.head(key)))).filter(Boolean).length

const rowsOf = (table: string, column: string, value: unknown) =>
  rowsOnD1(`select * from ${table} where ${column} = ?`, value)

/** All rows, tokens and files of the owner. */
export async function possessionsOf({ userId, conversationId, keys }: Owner) {
  const tables = await tablesIn([env.DB, historyRows(userId)])
  const owned = tables.map(async ({ name, database }) => {
    const { results } = await database.prepare(`select * from "${name}"`).all()
    return [name, results.filter((row) => row['user_id'] === userId)] as const
  })
  return {
    rows: Object.fromEntries(await Promise.all(owned)),
    account: await rowsOf('users', 'id', userId),
    messages: await rowsOf('messages', 'conversation_id', conversationId),
    wallet: await userOf(env, userId).view(),
    files: await filesLeft(keys)
  }
}
