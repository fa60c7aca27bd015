// The archive of a user's data, built while it is downloaded: rows page by page, files one by one. At no time may it
// hold more than a few pages: a Worker has 128 MB for all its requests.
import { makeZip } from 'client-zip'
import { extensionOf } from '#contract/media-types.ts'
import { actionText } from '#contract/operation-actions.ts'
import { attachmentKey } from '#data/files/attachment-files.ts'
import { type History, openDirectory, openHistory } from '#data/base/database.ts'
import { accountData, paymentsAfter, subscriptionData, waysInData } from '#data/directory/personal-data.ts'
import { writeAnswers } from '#data/history/document-answers.ts'
import { findDocument } from '#data/history/documents.ts'
import { foldersOf } from '#data/history/folders.ts'
import {
  attachmentsAfter,
  conversationsAfter,
  documentsAfter,
  foldersToShow,
  jobsAfter,
  messagesAfter,
  versionsAfter
} from '#data/history/personal-data.ts'
import { offersToShow } from '#data/history/memory-offers.ts'
import { memoryOf } from '#data/history/memory.ts'
import { projectsToShow } from '#data/history/projects.ts'
import { rolesOf } from '#data/history/roles.ts'
import { sharesOf } from '#data/history/shares.ts'
import { jobSharesToShow } from '#data/history/job-shares.ts'
import { resultKey, sourceKey, subtitlesKey } from '#data/files/job-files.ts'
import { sharedFilesPrefix, shareKey } from '#data/files/share-files.ts'
import { journalPages } from '#durable-objects/journal-pages.ts'
import { userOf } from '#durable-objects/stubs.ts'

interface Entry {
  name: string
  input: string | ReadableStream | AsyncIterable<string>
}

type ConversationRow = RowOf<typeof conversationsAfter>

const jsonOf = (value: unknown): string => JSON.stringify(value, null, 2)
const json = (name: string, value: unknown): Entry => ({ name, input: jsonOf(value) })

type RowOf<Query extends (...values: never[]) => PromiseLike<unknown[]>> = Awaited<ReturnType<Query>>[number]

/** All rows, page by page. @param next the page behind a row; the first page without one */
async function* pagesOf<Row>(next: (last?: Row) => PromiseLike<Row[]>): AsyncGenerator<Row[]> {
  for (let page = await next(); page.length > 0; page = await next(page.at(-1))) yield page
}

async function* rowsOf<Row>(pages: AsyncIterable<Row[]>): AsyncGenerator<Row> {
  for await (const page of pages) yield* page
}

/** A JSON array, written while its rows are read. */
async function* jsonList(pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let separator = '['
  for await (const rows of pages) {
    if (rows.length === 0) continue
    yield separator + rows.map(jsonOf).join(',')
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

async function* withoutIds<Row extends { id: unknown }>(pages: AsyncIterable<Row[]>) {
  for await (const page of pages) yield page.map(({ id: _id, ...row }) => row)
}

/** An object with one more field: a list that is written while it is read. */
async function* withList(object: object, name: string, list: AsyncIterable<string>): AsyncGenerator<string> {
  yield `${jsonOf(object).slice(0, -'\n}'.length)},\n  "${name}": `
  yield* list
  yield '\n}'
}

/** A conversation with its messages, however many they are. */
async function* conversationJson(history: History, { id, ...conversation }: ConversationRow) {
  const pages = pagesOf<RowOf<typeof messagesAfter>>((last) => messagesAfter(history, id, last?.id ?? 0))
  yield* withList(conversation, 'messages', jsonList(withoutIds(pages)))
}

async function* conversationEntries(history: History, userId: string): AsyncGenerator<Entry> {
  const pages = pagesOf<ConversationRow>((last) => conversationsAfter(history, userId, last?.id ?? 0))
  for await (const conversation of rowsOf(pages))
    yield { name: `chats/${conversation.id}.json`, input: conversationJson(history, conversation) }
}

/** The documents beside chats. Answers that the user has not read as documents yet are written down first. */
async function* documentEntries(history: History, userId: string): AsyncGenerator<Entry> {
  const pages = pagesOf<{ id: number }>((last) => documentsAfter(history, userId, last?.id ?? 0))
  for await (const { id } of rowsOf(pages)) {
    const found = await findDocument(history, userId, id)
    if (!found) continue
    await writeAnswers(history, found)
    const { id: _id, messageId: _messageId, ...document } = found.document
    const versions = pagesOf<RowOf<typeof versionsAfter>>((last) => versionsAfter(history, id, last?.number ?? 0))
    yield { name: `documents/${id}.json`, input: withList(document, 'versions', jsonList(versions)) }
  }
}

/** The links to conversations, and what they show. */
async function* shareEntries(env: Env, history: History, userId: string): AsyncGenerator<Entry> {
  const rows = await sharesOf(history, userId)
  yield json(
    'shares.json',
    rows.map(({ id, conversationId, title, createdAt }) => ({ id, conversationId, title, createdAt }))
  )
  for (const { id } of rows) {
    const copy = await env.MEDIA.get(shareKey(userId, id))
    if (copy) yield { name: `shares/${id}.json`, input: copy.body }
    const prefix = sharedFilesPrefix(userId, id)
    const { objects } = await env.MEDIA.list({ prefix, include: ['httpMetadata'] })
    for (const { key, httpMetadata } of objects) {
      const file = await env.MEDIA.get(key)
      const type = httpMetadata?.contentType
      if (file && type)
        yield { name: `shares/${id}-${Number(key.slice(prefix.length)) + 1}.${extensionOf(type)}`, input: file.body }
    }
  }
}

async function* jobEntries(history: History, media: R2Bucket, userId: string): AsyncGenerator<Entry> {
  const pages = pagesOf<RowOf<typeof jobsAfter>>((last) => jobsAfter(history, userId, last?.id ?? ''))
  for await (const { id, operationId, files, keptSources, step: state, ...job } of rowsOf(pages)) {
    yield json(`works/${operationId}.json`, { ...job, state })
    for (const parameter of keptSources ?? []) {
      const source = await media.get(sourceKey(id, parameter))
      const type = source?.httpMetadata?.contentType
      if (source && type) yield { name: `works/${operationId}-${parameter}.${extensionOf(type)}`, input: source.body }
    }
    for (const { index, type, subtitles } of files) {
      const stored = await media.get(resultKey(id, index))
      if (stored) yield { name: `works/${operationId}-${index + 1}.${extensionOf(type)}`, input: stored.body }
      const lines = subtitles ? await media.get(subtitlesKey(id)) : null
      if (lines) yield { name: `works/${operationId}-${index + 1}.srt`, input: lines.body }
    }
  }
}

/** Which files a request has is in its chat, by their ids. The names of users are not names of files. */
async function* attachmentEntries(history: History, media: R2Bucket, userId: string): AsyncGenerator<Entry> {
  const next = (last?: RowOf<typeof attachmentsAfter>) => attachmentsAfter(history, userId, last?.id ?? '')
  yield list('attachments.json', next)
  for await (const { id, mediaType } of rowsOf(pagesOf(next))) {
    const stored = await media.get(attachmentKey(id))
    if (stored) yield { name: `attachments/${id}.${extensionOf(mediaType)}`, input: stored.body }
  }
}

const list = <Row extends object>(name: string, next: (last?: Row) => PromiseLike<Row[]>): Entry => ({
  name,
  input: jsonList(pagesOf(next))
})

/** All operations, oldest first. */
async function* operations(env: Env, userId: string): AsyncGenerator<readonly object[]> {
  for await (const { ended } of journalPages(env, userId))
    yield ended.map((row) => ({ ...row, action: actionText(row.action, row.attempts) }))
}

/** Days of keys with a model: one key with three models for decades. */
const apiDaysMax = 20_000

/** The files of the archive. Times are milliseconds since the epoch, as in the database. */
export async function* archiveEntries(env: Env, userId: string): AsyncGenerator<Entry> {
  const directory = openDirectory(env)
  const history = openHistory(env, userId)
  const { account, consents, sessions, emailChanges, pushDevices } = await accountData(directory, userId)
  yield json('account.json', account)
  yield json('consents.json', consents)
  yield json('sessions.json', sessions)
  yield json('ways-in.json', await waysInData(directory, userId))
  yield json('email-changes.json', emailChanges)
  yield json('push-devices.json', pushDevices)
  yield { name: 'operations.json', input: jsonList(operations(env, userId)) }
  yield list('payments.json', (last?: RowOf<typeof paymentsAfter>) => paymentsAfter(directory, userId, last))
  yield json('subscription.json', await subscriptionData(directory, userId))
  yield json('budgets.json', await userOf(env, userId).viewBudgets())
  yield json('api-keys.json', await userOf(env, userId).viewKeys())
  yield json('api-usage.json', await userOf(env, userId).usageOfKeys(0, apiDaysMax))
  yield json('roles.json', await rolesOf(history, userId))
  yield json('memory.json', { ...(await memoryOf(history, userId)), offers: await offersToShow(history, userId) })
  yield json('folders.json', await foldersToShow(history, userId))
  yield json('projects.json', await projectsToShow(history, userId))
  yield json('library-folders.json', await foldersOf(history, userId, 'library'))
  yield json('work-shares.json', await jobSharesToShow(history, userId))
  yield* conversationEntries(history, userId)
  yield* documentEntries(history, userId)
  yield* shareEntries(env, history, userId)
  yield* attachmentEntries(history, env.MEDIA, userId)
  yield* jobEntries(history, env.MEDIA, userId)
}

/** The archive as a ZIP file, made as fast as it is read. */
export const archiveBody = (env: Env, userId: string): ReadableStream<Uint8Array> =>
  makeZip(archiveEntries(env, userId))
