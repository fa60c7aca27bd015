// The reading of a document by a Worker of its own: what one may cost, and what happens when its reader dies.
import { crc32, deflateRawSync } from 'node:zlib'
import { env } from 'cloudflare:workers'
import { zipSync } from 'fflate'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { attachmentLimits } from '#contract/catalogue/attachments.ts'
import { openHistory } from '#data/base/database.ts'
import { attachmentIdOf, attachmentKeys } from '#data/files/attachment-files.ts'
import { addAttachment } from '#data/history/attachments.ts'
import { documentTypes } from '#contract/document-kinds.ts'
import { type Reading, readingAttemptsMax, readingMaxMs } from '#domain/attachment.ts'
import { readAttachmentText, takeAttachments } from '#queues/attachments.ts'
import { docx, pdf } from '../support/files.ts'
import { attachRead, stateOf } from '../support/worker/attaching.ts'
import { historyRows } from '../support/worker/histories.ts'
import { newPerson, type Person } from '../support/worker/person.ts'

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())
/** As if its text were still to be read, after so many attempts that did not end. */
const makeDue = ({ userId }: Person, id: string, attempts: number) =>
  historyRows(userId)
    .prepare("update attachments set state = 'waiting', due_at = 1, attempts = ? where id = ?")
    .bind(attempts, id)
    .run()

test('a document that unpacks to far more than it says is broken, and one of too much text says so', async () => {
  const person = await newPerson()
  const much = new Uint8Array(60 * 1024 * 1024)
  const packed = deflateRawSync(much)
  expect(packed.length).toBeLessThan(100_000)
  const lying = zipSync({ 'word/document.xml': packed }, { level: 0 })
  const view = new DataView(lying.buffer)
  // An archive of the packed bytes as they are becomes one of what they unpack to, said to be 1,000 bytes.
  const rewrite = (at: number) => {
    view.setUint16(at, 8, true)
    view.setUint32(at + 6, crc32(much), true)
    view.setUint32(at + 14, 1000, true)
  }
  for (let at = 0; at + 4 < lying.length; at++) {
    if (view.getUint32(at, true) === 0x02014b50) rewrite(at + 10)
    if (view.getUint32(at, true) === 0x04034b50) rewrite(at + 8)
  }
  expect(await attachRead(person, new Uint8Array(lying))).toMatchObject({ state: 'failed' })
  const long = docx(...Array.from({ length: 100 }, () => 'слово '.repeat(600)))
  expect(await attachRead(person, long)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('слишком много текста')
  })
})

test('a document whose reader died is read by the clock, and given up after some attempts', async () => {
  const person = await newPerson()
  const { id } = await attachRead(person, pdf('Report'))
  await makeDue(person, id, 1)
  const found = async () => (await takeAttachments(env, Date.now())).filter((lease) => lease.id === id)
  expect(await found()).toHaveLength(1)
  const [first, second] = await Promise.all([1, 2].map(() => readAttachmentText(env, { id }, Date.now())))
  expect([first, second].toSorted()).toEqual(['read', 'void'])
  expect(await found()).toEqual([])
  // The consumer died at each of its attempts, of which none ended.
  await makeDue(person, id, readingAttemptsMax)
  expect(await readAttachmentText(env, { id }, Date.now())).toBe('too-heavy')
  expect(await stateOf(person, id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('слишком слож') })
})

/** A row that is due, and a reader that does this. */
async function dueWith(readText: () => Promise<Reading>, fetch = async () => new Response('ok')) {
  const person = await newPerson()
  const id = attachmentIdOf(person.userId, 'attachment-0001')
  const file = {
    name: 'Report.pdf',
    kind: 'document',
    mediaType: documentTypes.pdf,
    sizeBytes: 5,
    sentBytes: 5
  } as const
  const times = { createdAt: Date.now(), expiresAt: Date.now() + 86_400_000, dueAt: 1 }
  const added = { id, userId: person.userId, ...file, state: 'waiting', ...times } as const
  await addAttachment(openHistory(env, person.userId), added)
  await env.MEDIA.put(attachmentKeys(id)[0]!, 'bytes')
  const sent: { delaySeconds?: number }[] = []
  const queue = { sendBatch: async (_: unknown, options: { delaySeconds?: number }) => void sent.push(options) }
  const bindings = {
    ...env,
    READER: { readText, fetch },
    ATTACHMENT_TEXTS: queue
  } as unknown as Env
  const read = (now = Date.now()) => readAttachmentText(bindings, { id }, now)
  const row = () =>
    historyRows(person.userId).prepare('select attempts, due_at, state from attachments where id = ?').bind(id).first()
  return { person, id, read, row, sent }
}

const lost = new Error('Network connection lost')
const gone = () => Promise.reject(lost)

describe('a document that is being read', () => {
  test('while its reader dies is read again when the reader is back, and given up when that dies as well', async () => {
    const readText = vi.fn<() => Promise<Reading>>().mockRejectedValue(lost)
    const { person, id, read, row, sent } = await dueWith(readText)
    const now = Date.now()
    expect(await read()).toBe('again')
    const [{ delaySeconds = 0 } = {}] = sent
    expect(delaySeconds).toBeGreaterThanOrEqual(3)
    expect(delaySeconds).toBeLessThanOrEqual(13)
    expect(await row()).toMatchObject({ attempts: 1, state: 'waiting' })
    expect(await read()).toBe('void')
    expect(await read(now + 20_000)).toBe('too-heavy')
    expect(await stateOf(person, id)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('слишком слож')
    })
    expect(readText).toHaveBeenCalledTimes(2)
  })

  test('by a reader that died of another file is ready after the second attempt', async () => {
    const readText = vi
      .fn<() => Promise<Reading>>()
      .mockRejectedValueOnce(lost)
      .mockResolvedValueOnce({ text: 'Отчёт', type: documentTypes.pdf })
    const { person, id, read } = await dueWith(readText)
    const now = Date.now()
    expect([await read(), await read(now + 20_000)]).toEqual(['again', 'read'])
    expect(await stateOf(person, id)).toMatchObject({ state: 'ready' })
  })

  test('while there is no reader at all loses no attempt, for an hour', async () => {
    // Each look takes a second.
    const look = () => {
      vi.setSystemTime(Date.now() + 1000)
      return gone()
    }
    const { person, id, read, row, sent } = await dueWith(gone, look)
    vi.spyOn(scheduler, 'wait').mockResolvedValue(undefined)
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    expect(await read()).toBe('again')
    expect(sent).toEqual([{ delaySeconds: 60 }])
    expect(await row()).toMatchObject({ attempts: 0, state: 'waiting' })
    vi.setSystemTime(Date.now() + 60 * 60_000)
    expect([await read(), await read(Date.now() + 60_000)]).toEqual(['again', 'too-heavy'])
    vi.useRealTimers()
    expect((await stateOf(person, id)).state).toBe('failed')
  })

  test.each([
    [
      'a text that is longer than any',
      { type: documentTypes.pdf, text: 'а'.repeat(attachmentLimits.textLengthMax + 1) },
      'too-long'
    ],
    ['a text of what it does not read', { type: 'text/html', text: 'а' }, 'broken'],
    ['a reason that is none', { failure: 'constructor' }, 'broken']
  ])('is not believed to have %s', async (_, said, failure) => {
    const { person, id, read } = await dueWith(() => Promise.resolve(said as Reading))
    expect(await read()).toBe(failure)
    expect((await stateOf(person, id)).state).toBe('failed')
  })

  test('behind one that its reader died of waits until there is a reader again', async () => {
    const wait = scheduler.wait.bind(scheduler)
    vi.spyOn(scheduler, 'wait').mockImplementation((ms, options) => wait(ms === 500 ? 1 : ms, options))
    const looks = vi
      .fn<() => Promise<Response>>()
      .mockRejectedValueOnce(lost)
      .mockRejectedValueOnce(lost)
      .mockResolvedValue(new Response('ok'))
    const { read } = await dueWith(gone, looks)
    expect(await read()).toBe('again')
    expect(looks).toHaveBeenCalledTimes(3)
  })

  test('by a reader that never answers is waited for no longer than its time', async () => {
    const { read } = await dueWith(() => new Promise(() => undefined))
    const waits = vi.spyOn(scheduler, 'wait').mockResolvedValue(undefined)
    expect(await read()).toBe('again')
    expect(waits).toHaveBeenCalledWith(readingMaxMs, expect.anything())
  })
})
