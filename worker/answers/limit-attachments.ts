import type { AttachmentKind } from '#contract/catalogue/attachments.ts'
import { attachedBytes } from '#data/history/attachments.ts'
import { documentsRule } from '#domain/attachment.ts'
import { attachmentBytes, fileDayRule, hasFileRoom } from '#domain/stored-bytes.ts'
import { type AppContext, historyOf } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { callerHasRoom, chatWritesRule, dayOf, takeOnce } from '../http/limit.ts'
import { callerAccount } from '../http/session.ts'

const filesFullText = 'Место для файлов закончилось. Удалите старые чаты с файлами'

/**
 * A file that is attached in a chat: its row counts as text, its bytes have their own limit.
 * @throws AppError RATE_LIMITED, STORAGE_FULL, STORAGE_DAY_FULL
 */
export async function limitAttachments(
  c: AppContext,
  { name, kind, sizeBytes }: { name: string; kind: AttachmentKind; sizeBytes: number }
): Promise<void> {
  const account = callerAccount(c)
  const now = Date.now()
  const rowBytes = attachmentBytes(name)
  const [hasRowRoom, attached] = await Promise.all([
    callerHasRoom(c, rowBytes),
    attachedBytes(historyOf(c), c.var.caller.userId)
  ])
  if (!hasRowRoom) throw new AppError('STORAGE_FULL')
  if (!hasFileRoom(account, attached, sizeBytes, now)) throw new AppError('STORAGE_FULL', { text: filesFullText })
  const rules = [chatWritesRule(c), dayOf(c, rowBytes), fileDayRule(account, sizeBytes, now)]
  await takeOnce(c, ...rules, ...(kind === 'document' ? [documentsRule] : []))
}
