// Takes a file that a user attaches. The row comes first: it leads to the bytes, so none are left behind when the rest
// fails. Pictures and texts are checked whole; documents go to R2 as they arrive, and their text is read by a queue.
import { attachmentIdOf, attachmentKey, attachmentKeys } from '#data/files/attachment-files.ts'
import { addAttachment, type AttachmentRow, findAttachment, noteStored } from '#data/history/attachments.ts'
import { unsentKeptMs } from '#domain/attachment.ts'
import { nameOf, report } from '#notices/report.ts'
import { sendDuties } from '#queues/base/send.ts'
import { type AppContext, historyOf } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { operationIdOf } from '../http/operation-id.ts'
import { AttachmentBody, declaredLength } from './attachment-body.ts'
import { type Checked, checkWhole, expectSize, guessKind, type Guess } from './check-attachment.ts'
import { limitAttachments } from './limit-attachments.ts'

interface Arriving {
  id: string
  name: string
  sentBytes: number
}

/** Whether the bytes of a row are stored: then a repeated upload has nothing left to do. */
const isStored = ({ state, dueAt, attempts }: AttachmentRow): boolean =>
  state !== 'waiting' || dueAt !== null || attempts > 0

function expectSame(row: AttachmentRow, { name, sentBytes }: Arriving): void {
  if (row.name !== name || row.sentBytes !== sentBytes) throw new AppError('IDEMPOTENCY_MISMATCH')
}

async function addRow(c: AppContext, { id, name, sentBytes }: Arriving, guess: Guess, checked: Checked | null) {
  const now = Date.now()
  const row = await addAttachment(historyOf(c), {
    id,
    userId: c.var.caller.userId,
    name,
    kind: guess.kind,
    mediaType: guess.type,
    sizeBytes: checked?.bytes.length ?? sentBytes,
    sentBytes,
    width: checked?.width ?? null,
    height: checked?.height ?? null,
    textLength: checked?.textLength ?? 0,
    inputTokens: checked?.inputTokens ?? 0,
    state: 'waiting',
    expiresAt: now + unsentKeptMs,
    createdAt: now
  })
  expectSame(row, { id, name, sentBytes })
}

async function put(c: AppContext, id: string, body: AttachmentBody, checked: Checked | null): Promise<void> {
  const key = attachmentKey(id)
  if (checked) return void (await c.env.MEDIA.put(key, checked.bytes))
  const { readable, sent } = body.stream()
  await Promise.all([c.env.MEDIA.put(key, readable), sent])
}

/** Asks the queue to read the document's text. The clock repeats a lost message. */
const startReading = (env: Env, userId: string, id: string): Promise<void> =>
  sendDuties(env, [{ duty: 'attachments', row: { id, until: 0 } }]).catch((error: unknown) =>
    report(userId, { event: 'attachment-step-failed', attachmentId: id, error: nameOf(error) })
  )

async function store(c: AppContext, arriving: Arriving, body: AttachmentBody): Promise<void> {
  const { id, name, sentBytes } = arriving
  const guess = guessKind(await body.head())
  expectSize(guess, sentBytes)
  await limitAttachments(c, { name, kind: guess.kind, sizeBytes: sentBytes })
  const isDocument = guess.kind === 'document'
  let checked: Checked | null = null
  if (!isDocument) {
    // Checks the body while it is stored or read.
    await c.var.files.claimBody(sentBytes * 2, c.var.caller.userId)
    checked = await checkWhole(await body.whole(), guess)
  }
  await addRow(c, arriving, guess, checked)
  await put(c, id, body, checked)
  if (await noteStored(historyOf(c), id, isDocument ? Date.now() : null)) {
    if (isDocument) c.executionCtx.waitUntil(startReading(c.env, c.var.caller.userId, id))
    return
  }
  // The user removed the file meanwhile.
  await c.env.MEDIA.delete(attachmentKeys(id))
  throw new AppError('ATTACHMENT_NOT_FOUND')
}

/**
 * Stores a file under the request's key, once.
 * @throws AppError: limits, size, an unknown type of file, another file under the same key
 */
export async function takeAttachment(c: AppContext, name: string): Promise<AttachmentRow> {
  const { userId } = c.var.caller
  const stream = c.req.raw.body
  if (!stream) throw new AppError('BAD_REQUEST', { text: 'Файл пуст' })
  const arriving = { id: attachmentIdOf(userId, operationIdOf(c)), name, sentBytes: declaredLength(c) }
  expectSize(null, arriving.sentBytes)
  const body = new AttachmentBody(stream, arriving.sentBytes)
  try {
    const known = await findAttachment(historyOf(c), userId, arriving.id)
    if (known) expectSame(known, arriving)
    if (!known || !isStored(known)) await store(c, arriving, body)
  } finally {
    await body.release()
  }
  const row = await findAttachment(historyOf(c), userId, arriving.id)
  if (!row) throw new AppError('ATTACHMENT_NOT_FOUND')
  return row
}
