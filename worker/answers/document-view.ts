// A document with the states of its versions, as its owner reads it.
import type { DocumentVersion, OpenedDocument } from '#contract/documents.ts'
import { withoutText, writeAnswers } from '#data/history/document-answers.ts'
import { findDocument, type FoundDocument, textOfVersion } from '#data/history/documents.ts'
import { newestReady, versionState } from '#domain/document.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { foundBy, sessionOf, whileAdmitted } from '../http/admitted.ts'
import { type AppContext, historyOf } from '../http/context.ts'
import { expectFound } from '../http/errors.ts'

export interface StatedDocument extends FoundDocument {
  stated: DocumentVersion[]
}

/** The operations whose answers the user's object is writing in a chat, or about to save. */
async function runningIn(c: AppContext, conversationId: number): Promise<Set<string>> {
  const user = userOf(c.env, c.var.caller.userId)
  const { turns } = foundBy(await user.readUnsavedTurns({ caller: sessionOf(c) }, conversationId))
  return new Set(turns.map(({ operationId }) => operationId))
}

/** What has become of each version. The object is asked first: an answer that is saved meanwhile is then found in D1. */
async function stateOf(c: AppContext, found: FoundDocument): Promise<StatedDocument> {
  const isWaiting = withoutText(found).length > 0
  const running = isWaiting ? await runningIn(c, found.document.conversationId) : new Set<string>()
  const given = await writeAnswers(historyOf(c), found)
  const now = Date.now()
  const stated = found.versions.map(({ number, createdAt, request, operationId, hasText }): DocumentVersion => {
    const isRunning = operationId !== null && running.has(operationId)
    const state = versionState({ hasText, answer: given.get(number) ?? null, isRunning, createdAt }, now)
    return { number, createdAt, request, operationId, state }
  })
  return { ...found, stated }
}

/** @throws AppError NOT_FOUND: the user has no such document; UNAUTHORIZED, RATE_LIMITED */
export async function readStated(c: AppContext, id: number): Promise<StatedDocument> {
  const found = await whileAdmitted(c, () => findDocument(historyOf(c), c.var.caller.userId, id))
  return stateOf(c, expectFound(found))
}

/** @param shown the version whose text is read. @throws AppError NOT_FOUND: it has none */
export async function viewOf(
  c: AppContext,
  { document, stated }: StatedDocument,
  shown = newestReady(stated)
): Promise<OpenedDocument> {
  const text = await textOfVersion(historyOf(c), document.id, shown)
  return { document, versions: stated, shown, ...expectFound(text === undefined ? undefined : { text }) }
}

/** The document as it is after a change. */
export async function viewAgain(c: AppContext, id: number): Promise<OpenedDocument> {
  const found = await findDocument(historyOf(c), c.var.caller.userId, id)
  return viewOf(c, await stateOf(c, expectFound(found)))
}
