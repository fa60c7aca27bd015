// The text of a file as models get it, around a place that an answer has named.
import type { Hono } from 'hono'
import { readFileText } from '#contract/projects.ts'
import { attachmentKey, attachmentTextKey } from '#data/files/attachment-files.ts'
import { findAttachment } from '#data/history/attachments.ts'
import { hasPages, pageAt, partAround } from '#domain/project-texts.ts'
import { historyOf, type HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'

export function mountFileTexts(app: Hono<HonoEnv>) {
  serve(app, readFileText, async ({ file: id, start }, c) => {
    const row = await findAttachment(historyOf(c), c.var.caller.userId, id)
    if (!row || row.kind === 'picture' || row.state !== 'ready') throw new AppError('NOT_FOUND')
    const object = await c.env.MEDIA.get(row.kind === 'text' ? attachmentKey(id) : attachmentTextKey(id))
    if (!object) throw new AppError('NOT_FOUND')
    const whole = await object.text()
    const part = partAround(whole, start)
    return {
      name: row.name,
      length: whole.length,
      ...part,
      page: hasPages(row.mediaType, whole) ? pageAt(whole, part.from) : null
    }
  })
}
