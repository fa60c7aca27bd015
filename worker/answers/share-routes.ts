import type { Hono } from 'hono'
import * as shares from '#contract/shares.ts'
import { hasHistory, openHistory } from '#data/base/database.ts'
import { isAccountOpen } from '#data/directory/erasure.ts'
import { shareByDigest, type ShareRow, sharesOf } from '#data/history/shares.ts'
import { shareKey } from '#data/files/share-files.ts'
import { ownedConversationExists } from '#data/history/chats.ts'
import type { Environment } from '#domain/environment.ts'
import { whileAdmitted } from '../http/admitted.ts'
import { type AppContext, historyOf, type HonoEnv } from '../http/context.ts'
import { AppError, expectFound } from '../http/errors.ts'
import { limitChatChanges, limitSharedReads } from '../http/limit.ts'
import { operationIdOf } from '../http/operation-id.ts'
import { serve, serveRaw, sessionByObject } from '../http/serve.ts'
import { revokeShare, shareConversation } from './share-copies.ts'
import { shareDigestOf, tokenOfShare } from '../crypto/share-token.ts'

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

/** The copy that a token opens. @throws AppError NOT_FOUND, the same for every token that opens nothing */
async function sharedBody(c: AppContext, token: string): Promise<ReadableStream> {
  const digest = shareDigestOf(token)
  if (digest === null || !hasHistory(c.env, token)) throw new AppError('NOT_FOUND')
  const row = expectFound(await shareByDigest(openHistory(c.env, token), digest))
  const [copy, isOpen] = await Promise.all([
    c.env.MEDIA.get(shareKey(row.userId, row.id)),
    isAccountOpen(c.var.directory, row.userId)
  ])
  if (copy && isOpen) return copy.body
  await copy?.body.cancel()
  throw new AppError('NOT_FOUND')
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
    return c.body(await sharedBody(c, token), 200, { 'content-type': 'application/json' })
  })
}
