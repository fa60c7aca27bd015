import type { Hono } from 'hono'
import * as shares from '#contract/shares.ts'
import { hasHistory, openHistory } from '#data/base/database.ts'
import { isAccountOpen } from '#data/directory/erasure.ts'
import { shareByDigest, type ShareRow, sharesOf } from '#data/history/shares.ts'
import { extensionOf } from '#contract/media-types.ts'
import { sharedFileKey, shareKey } from '#data/files/share-files.ts'
import { ownedConversationExists } from '#data/history/chats.ts'
import type { Environment } from '#domain/environment.ts'
import { editing } from '#formats/edits.ts'
import { whileAdmitted } from '../http/admitted.ts'
import { type AppContext, historyOf, type HonoEnv } from '../http/context.ts'
import { AppError, expectFound } from '../http/errors.ts'
import { limitChatChanges, limitFileReads, limitSharedReads } from '../http/limit.ts'
import { operationIdOf } from '../http/operation-id.ts'
import { serve, serveRaw, sessionByObject } from '../http/serve.ts'
import { answerWithFile } from '../jobs/file-routes.ts'
import { withoutTexts } from '../jobs/untold-file.ts'
import { revokeShare, shareConversation } from './share-copies.ts'
import { shareDigestOf, tokenOfShare } from '../crypto/share-token.ts'

/** Relative to the API's base path: the files of works that a copy shows. */
const filePath = '/shares/:token/files/:index'

/** The token is behind the `#`: browsers send it to no server, so no log of pages and no other site has it. */
const linkOf = ({ SITE_ORIGIN }: Environment, token: string): string => `${SITE_ORIGIN}/shared#${token}`

function shareView(environment: Environment, row: ShareRow): shares.Share {
  const token = tokenOfShare(environment, 'shared chat', row)
  return {
    id: row.id,
    conversation_id: row.conversationId,
    title: row.title,
    url: token === null ? null : linkOf(environment, token),
    created_at: row.createdAt
  }
}

/** The row that a token opens. @throws AppError NOT_FOUND, the same for every token that opens nothing */
async function opened(c: AppContext, token: string): Promise<ShareRow> {
  const digest = shareDigestOf(token)
  if (digest === null || !hasHistory(c.env, token)) throw new AppError('NOT_FOUND')
  return expectFound(await shareByDigest(openHistory(c.env, token), digest))
}

/** The copy that a token opens. @throws AppError NOT_FOUND */
async function sharedBody(c: AppContext, token: string): Promise<ReadableStream> {
  const row = await opened(c, token)
  const [copy, isOpen] = await Promise.all([
    c.env.MEDIA.get(shareKey(row.userId, row.id)),
    isAccountOpen(c.var.directory, row.userId)
  ])
  if (copy && isOpen) return copy.body
  await copy?.body.cancel()
  throw new AppError('NOT_FOUND')
}

/** How every stored copy begins (share-copies.ts). */
const copyBegins = '{"success":true,"data":{'.length

/** The copy with the wish for the line about models. */
const withLine = (copy: ReadableStream<Uint8Array>): ReadableStream =>
  copy.pipeThrough(editing([{ from: copyBegins, to: copyBegins, bytes: new TextEncoder().encode('"ai_mark":true,') }]))

/**
 * A file of a work in the copy, without what models write into files: a prompt is shared only where the copy shows it. The browser asks each
 * time, so that a revoked link shows nothing any more.
 */
async function sharedFile(c: AppContext): Promise<Response> {
  const { token = '', index = '' } = c.req.param()
  // Limited before the database is read, which happens for every invented token too.
  await limitSharedReads(c)
  const { userId, id } = await opened(c, token)
  // Visitors have a limit of their own, so that they cannot use up the owner's.
  limitFileReads(c, `shared:${id}`)
  if (!/^(0|[1-9]\d?)$/.test(index)) throw new AppError('NOT_FOUND')
  const [object, isOpen] = await Promise.all([
    c.env.MEDIA.head(sharedFileKey(userId, id, Number(index))),
    isAccountOpen(c.var.directory, userId)
  ])
  const type = object?.httpMetadata?.contentType
  if (!object || !isOpen || type === undefined) throw new AppError('NOT_FOUND')
  const name = `filename="shared-${Number(index) + 1}.${extensionOf(type)}"`
  const response = await answerWithFile(c, { ...withoutTexts(c, object, type), type, name }, 0)
  response.headers.set('x-robots-tag', 'noindex')
  return response
}

async function sharesFor(c: AppContext, conversationId: number | undefined): Promise<ShareRow[]> {
  const { userId } = c.var.caller
  const found = await sharesOf(historyOf(c), userId, conversationId)
  const isKnown = found.length > 0 || conversationId === undefined
  if (!isKnown && !(await ownedConversationExists(historyOf(c), userId, conversationId)))
    throw new AppError('NOT_FOUND')
  return found
}

export function mountShares(app: Hono<HonoEnv>) {
  serve(app, shares.createShare, async ({ id }, c) => ({
    share: shareView(c.var.environment, await shareConversation(c, id, operationIdOf(c)))
  }))

  serve(app, sessionByObject(shares.listShares), async ({ conversationId }, c) => {
    const rows = await whileAdmitted(c, () => sharesFor(c, conversationId))
    return { items: rows.map((row) => shareView(c.var.environment, row)) }
  })

  serve(app, shares.revokeShare, async ({ id }, c) => {
    await limitChatChanges(c)
    await revokeShare(c, id)
    return {}
  })

  serveRaw(app, shares.readShare, async ({ token }, c) => {
    c.header('x-robots-tag', 'noindex')
    await limitSharedReads(c)
    const copy = await sharedBody(c, token)
    const body = c.var.environment.AI_MARK === 'visible' ? withLine(copy) : copy
    return c.body(body, 200, { 'content-type': 'application/json' })
  })

  app.get(filePath, (c) => sharedFile(c))
}
