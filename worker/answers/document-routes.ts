// Answers as documents beside the chat: opened, changed by the user or by an answer, renamed, deleted.
import type { Hono } from 'hono'
import { leavesRoom, noRoomText } from '#contract/document-request.ts'
import * as contract from '#contract/documents.ts'
import {
  addDocument,
  addVersion,
  type AddedVersion,
  answerToOpen,
  deleteDocument,
  documentsOfChat,
  renameDocument,
  textOfVersion,
  waitFrom
} from '#data/history/documents.ts'
import { awaitedMs, documentOf, isFull, mayFollow, newestReady, outdated } from '#domain/document.ts'
import { documentBytes, documentVersionBytes } from '#domain/stored-bytes.ts'
import { whileAdmitted } from '../http/admitted.ts'
import { type AppContext, historyOf, type HonoEnv } from '../http/context.ts'
import { AppError, conflict, expectFound } from '../http/errors.ts'
import { limitChatChanges, limitChatWrites } from '../http/limit.ts'
import { serve, sessionByObject } from '../http/serve.ts'
import { readStated, type StatedDocument, viewAgain, viewOf } from './document-view.ts'

const changedElsewhere = 'Документ уже изменился: откройте его новую версию'
const beingWritten = 'Документ сейчас меняет ответ в чате. Дождитесь его'

async function open(c: AppContext, messageId: number): Promise<contract.OpenedDocument> {
  const { userId } = c.var.caller
  const history = historyOf(c)
  const answer = expectFound(await whileAdmitted(c, () => answerToOpen(history, userId, messageId)))
  if (answer.documentId !== null) return viewAgain(c, answer.documentId)
  if (answer.content.trim() === '') throw new AppError('NOT_FOUND')
  const opened = documentOf(answer.content)
  if (opened.text.length > contract.documentLengthMax)
    throw new AppError('BODY_TOO_LARGE', { text: 'Ответ слишком длинный, чтобы открыть его как документ' })
  await limitChatWrites(c, documentBytes(opened.title) + documentVersionBytes(opened.text))
  const id = await addDocument(history, { userId, messageId, ...opened, now: Date.now() })
  if (id === undefined) throw new AppError('NOT_FOUND')
  return viewAgain(c, id)
}

/** Refuses a version that does not follow the newest one. @throws AppError CONFLICT, DOCUMENT_FULL */
function expectNext({ stated }: StatedDocument, base: number): void {
  if (stated.some(({ state }) => state === 'writing')) throw conflict(beingWritten)
  if (!mayFollow(stated, base)) throw conflict(changedElsewhere)
  if (isFull(stated)) throw new AppError('DOCUMENT_FULL')
}

/** One commit, which fails when another version was added since the document was read. @throws AppError CONFLICT */
async function commit(c: AppContext, read: StatedDocument, version: Omit<AddedVersion, 'after' | 'outdated'>) {
  const { id } = read.document
  const owner = { userId: c.var.caller.userId, id, now: Date.now() }
  const after = read.stated.at(-1)?.number ?? 1
  if (!(await addVersion(historyOf(c), owner, { ...version, after, outdated: outdated(read.stated) })))
    throw conflict(changedElsewhere)
  return viewAgain(c, id)
}

const newestText = async (c: AppContext, { document, stated }: StatedDocument): Promise<string> =>
  (await textOfVersion(historyOf(c), document.id, newestReady(stated))) ?? ''

async function waitAgain(c: AppContext, id: number, operationId: string, at: number) {
  await limitChatChanges(c)
  await waitFrom(historyOf(c), id, operationId, at)
  return viewAgain(c, id)
}

function mountChanges(app: Hono<HonoEnv>) {
  serve(app, contract.saveDocument, async ({ id, base, text }, c) => {
    const read = await readStated(c, id)
    // A repetition after a lost reply, or a text that two devices have alike: there is nothing to add.
    if ((await newestText(c, read)) === text) return viewOf(c, read)
    expectNext(read, base)
    await limitChatWrites(c, documentVersionBytes(text))
    return commit(c, read, { text })
  })

  serve(app, contract.requestChange, async ({ id, base, operationId, request, start, end }, c) => {
    const read = await readStated(c, id)
    const known = read.stated.find((version) => version.operationId === operationId)
    if (known && (known.state !== 'failed' || known !== read.stated.at(-1))) return viewOf(c, read)
    expectNext(read, base)
    if (known) return waitAgain(c, id, operationId, Date.now())
    const text = await newestText(c, read)
    if (end > text.length) throw new AppError('VALIDATION_FAILED', { text: 'Выделите фрагмент ещё раз' })
    if (!leavesRoom(text.length, { start, end })) throw new AppError('VALIDATION_FAILED', { text: noRoomText })
    // The answer is stored twice: as a message of the chat, and in the new version, which is about as long as the old one.
    await limitChatWrites(c, documentVersionBytes(text, request))
    const replaced = { base: newestReady(read.stated), start, end }
    return commit(c, read, { text: null, operationId, request, ...replaced })
  })

  serve(app, contract.giveUpChange, async ({ id, operationId }, c) => {
    const read = await readStated(c, id)
    // Nothing but the wait ends: an answer that is running or saved decides by itself what becomes of the version.
    const isAwaited = read.stated.some((one) => one.operationId === operationId && one.state === 'writing')
    return isAwaited ? waitAgain(c, id, operationId, Date.now() - awaitedMs) : viewOf(c, read)
  })
}

export function mountDocuments(app: Hono<HonoEnv>) {
  serve(app, contract.openDocument, ({ id }, c) => open(c, id))

  serve(app, sessionByObject(contract.readDocument), async ({ id, version }, c) =>
    viewOf(c, await readStated(c, id), version)
  )

  serve(app, sessionByObject(contract.listDocuments), async ({ id }, c) => ({
    items: expectFound(await whileAdmitted(c, () => documentsOfChat(historyOf(c), c.var.caller.userId, id)))
  }))

  mountChanges(app)

  serve(app, contract.renameDocument, async ({ id, title }, c) => {
    await limitChatWrites(c, documentBytes(title))
    const now = Date.now()
    return { document: expectFound(await renameDocument(historyOf(c), c.var.caller.userId, { id, title, now })) }
  })

  serve(app, contract.deleteDocument, async ({ id }, c) => {
    await limitChatChanges(c)
    if (!(await deleteDocument(historyOf(c), c.var.caller.userId, id))) throw new AppError('NOT_FOUND')
    return {}
  })
}
