import type { Hono } from 'hono'
import * as attachments from '#contract/attachments.ts'
import { attachmentLimits } from '#contract/catalogue/attachments.ts'
import { endingOf } from '#contract/cut-text.ts'
import { attachmentKey, isAttachmentId, isValidAttachmentLink } from '#data/files/attachment-files.ts'
import { openHistory } from '#data/base/database.ts'
import { attachmentById, type AttachmentRow, findAttachment, removeUnsent } from '#data/history/attachments.ts'
import { deleteRemoved } from '#queues/attachments.ts'
import { type AppContext, historyOf, type HonoEnv } from '../http/context.ts'
import { AppError, expectFound } from '../http/errors.ts'
import { limitChatChanges, limitFileReads } from '../http/limit.ts'
import { serve } from '../http/serve.ts'
import { encodedName } from '../jobs/file-name.ts'
import { takeAttachment } from './add-attachment.ts'
import { attachmentView } from './attachment-view.ts'

/** No invisible characters, none that change the direction of text, and no path. The end is kept: it says the type. */
function cleanName(sent: string): string {
  const name = sent
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, '')
    .replace(/^.*[/\\]/, '')
    .trim()
  return endingOf(name, attachmentLimits.nameLengthMax).trim()
}

/** The name travels in a header, because the body is the file itself. @throws AppError BAD_REQUEST */
async function nameIn(c: AppContext): Promise<{ name: string }> {
  // A form of another site cannot send this type.
  if (c.req.header('content-type') !== attachments.attachmentBodyType) throw new AppError('BAD_REQUEST')
  try {
    return { name: cleanName(decodeURIComponent(c.req.header('x-file-name') ?? '')) }
  } catch {
    throw new AppError('BAD_REQUEST')
  }
}

const view = (c: AppContext, row: AttachmentRow) => attachmentView(row, c.var.environment, Date.now())

export function mountAttachments(app: Hono<HonoEnv>) {
  serve(app, { ...attachments.addAttachment, readBody: nameIn }, async ({ name }, c) => ({
    attachment: view(c, await takeAttachment(c, name))
  }))

  serve(app, attachments.readAttachment, async ({ id }, c) => {
    const row = expectFound(await findAttachment(historyOf(c), c.var.caller.userId, id))
    return { attachment: view(c, row) }
  })

  serve(app, attachments.removeAttachment, async ({ id }, c) => {
    await limitChatChanges(c)
    const { userId } = c.var.caller
    if (!(await removeUnsent(historyOf(c), userId, id)) && !(await findAttachment(historyOf(c), userId, id)))
      throw new AppError('NOT_FOUND')
    c.executionCtx.waitUntil(deleteRemoved(c.env, userId))
    return {}
  })
}

/** @throws AppError BAD_LINK for a URL that we did not sign or that has expired */
function idIn(c: AppContext): { id: string; expiresAt: number } {
  const id = c.req.param('id') ?? ''
  const { expires = '', signature = '' } = c.req.query()
  const link = { id, expiresAt: Number(expires), signature }
  const isWellFormed = isAttachmentId(id) && /^[1-9]\d{12}$/.test(expires)
  if (!isWellFormed || !isValidAttachmentLink(c.var.environment, link, Date.now())) throw new AppError('BAD_LINK')
  return link
}

/** Pictures are shown; everything else is only ever downloaded, and never run by a browser, whatever it is. */
function headersOf({ kind, mediaType, name }: AttachmentRow, expiresAt: number): Record<string, string> {
  const isShown = kind === 'picture'
  const maxAge = Math.max(0, Math.floor((expiresAt - Date.now()) / 1000))
  return {
    'content-type': isShown ? mediaType : 'application/octet-stream',
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename="file"; filename*=UTF-8''${encodedName(name)}`,
    'x-content-type-options': 'nosniff',
    'cache-control': `private, max-age=${maxAge}, immutable`
  }
}

/** The bytes of a file under a signed link, as with files of jobs: a picture on a page cannot carry a token. */
export function mountAttachmentFiles(app: Hono<HonoEnv>) {
  app.get('/files/attachments/:id', async (c) => {
    const { id, expiresAt } = idIn(c)
    limitFileReads(c, id)
    const [row, object] = await Promise.all([
      attachmentById(openHistory(c.env, id), id),
      c.env.MEDIA.get(attachmentKey(id))
    ])
    if (!row || !object) throw new AppError('NOT_FOUND')
    return new Response(object.body, {
      headers: { ...headersOf(row, expiresAt), etag: object.httpEtag, 'content-length': String(object.size) }
    })
  })
}
