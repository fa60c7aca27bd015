// Attaches files through the API and asks about them.
import { env, exports } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import type { Attachment } from '#contract/attached-file.ts'
import { attachmentKeys } from '#data/files/attachment-files.ts'
import { answered, dataOf, type Person } from './person.ts'

interface Sent {
  name?: string
  key?: string
  headers?: Record<string, string>
}

export async function sendFile(
  person: Person,
  bytes: Uint8Array<ArrayBuffer>,
  { name = 'файл.bin', key = crypto.randomUUID(), headers = {} }: Sent = {}
): Promise<Response> {
  return person.send('POST', '/chat/attachments', bytes, {
    'content-type': 'application/octet-stream',
    'content-length': String(bytes.length),
    'x-file-name': encodeURIComponent(name),
    'idempotency-key': key,
    ...headers
  })
}

export const attach = async (person: Person, bytes: Uint8Array<ArrayBuffer>, sent?: Sent): Promise<Attachment> =>
  (await dataOf<{ attachment: Attachment }>(await sendFile(person, bytes, sent))).attachment

export const stateOf = async (person: Person, id: string) =>
  (await dataOf<{ attachment: Attachment }>(await person.send('GET', `/chat/attachments/${id}`))).attachment

/** A document, as soon as its text was read, or was found to be unreadable. */
export async function attachRead(person: Person, bytes: Uint8Array<ArrayBuffer>, sent?: Sent): Promise<Attachment> {
  const { id } = await attach(person, bytes, sent)
  await vi.waitFor(async () => expect((await stateOf(person, id)).state).not.toBe('waiting'), {
    timeout: 20_000,
    interval: 50
  })
  return stateOf(person, id)
}

export const refusalOf = async (response: Response | Promise<Response>) => {
  const { status, code, error } = await answered(await response)
  return { status, code, error }
}

/** Opens a link as a browser does. */
export const open = (url: string) => exports.default.fetch(new Request(url))

export const objectsOf = async (id: string): Promise<number> =>
  (await Promise.all(attachmentKeys(id).map((key) => env.MEDIA.head(key)))).filter(Boolean).length
