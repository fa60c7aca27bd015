// How long the slowest call of a bystander takes while the product looks at files that were made to cost it much: documents, pictures,
// films, recordings. Beside each stands the slowest of as many calls while no file was being read.
// Run with `node bench/hostile-files.ts` on a quiet machine; it takes about two minutes.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { main } from '#scripts/base/main.ts'
import { findFreePort } from '#scripts/ports.ts'
import { startProduct } from '#scripts/product.ts'
import { docxWith, pdfOf, textFile } from '#tests/support/files.ts'
import { hostileMedia } from '#tests/support/hostile-media.ts'
import { openDocument, xlsx } from '#tests/support/office-files.ts'
import { newAccount } from './sign-ins/client.ts'

const megabyte = 1_000_000
/** Between two calls of the bystander. */
const pauseMs = 20

const raw = (xml: string) => docxWith('', { 'word/document.xml': xml })
const heavyPage = 'q Q '.repeat(megabyte / 4)

const documents: [name: string, make: () => Uint8Array][] = [
  ['a DOCX of one tag begun over and over, 24 MB', () => raw('<w:t '.repeat(4.8 * megabyte))],
  ['a DOCX of four million paragraphs', () => docxWith('<w:p/>'.repeat(4 * megabyte))],
  ['a DOCX that unpacks to 200 MB', () => raw(`<a>${' '.repeat(200 * megabyte)}`)],
  ['an XLSX of four million rows', () => xlsx([{ name: 'A', rows: '<row><c/></row>'.repeat(4 * megabyte) }])],
  [
    'an ODS of a million rows',
    () => openDocument(`<a>${'<x:table-row><x:table-cell/></x:table-row>'.repeat(megabyte)}`)
  ],
  ['an RTF of empty words, 19 MB', () => textFile(`{\\rtf1${'\\b\\b0'.repeat(3.8 * megabyte)}`)],
  ['a text of control sequences', () => textFile('\u001B]'.repeat(megabyte / 2))],
  ['a PDF of one page of 5 MB', () => pdfOf([heavyPage.repeat(5)])],
  ['a PDF of 300 pages of 1 MB, which they share', () => pdfOf(Array<string>(300).fill(heavyPage))],
  ['a PDF of one page of 300 MB', () => pdfOf([heavyPage.repeat(300)])]
]

interface Init {
  method: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer>
}

interface Caller {
  /** Calls the API as this account. */
  call: (path: string, init?: Init) => Promise<{ status: number; data: Record<string, unknown> | null }>
}

const callerOf = (siteOrigin: string, accessToken: string): Caller => ({
  call: async (path, init) => {
    const headers = { authorization: `Bearer ${accessToken}`, 'idempotency-key': randomUUID(), ...init?.headers }
    const response = await fetch(`${siteOrigin}/api${path}`, { ...init, headers })
    const { data } = (await response.json()) as { data: Record<string, unknown> | null }
    return { status: response.status, data }
  }
})

async function attach({ call }: Caller, bytes: Uint8Array): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream', 'x-file-name': 'file' }
  const { data } = await call('/chat/attachments', { method: 'POST', headers, body: new Uint8Array(bytes) })
  const attachment = data?.['attachment'] as { id: string; state: string } | undefined
  if (!attachment) return 'refused'
  for (;;) {
    const read = await call(`/chat/attachments/${attachment.id}`)
    const seen = read.data?.['attachment'] as { state: string } | undefined
    if (seen?.state !== 'waiting') return seen?.state ?? 'gone'
    await pause(200)
  }
}

const post = (body: object): Init => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', prefer: 'respond-async' },
  body: JSON.stringify(body)
})

/** The files, by each way of sending them. */
async function send(caller: Caller, type: string, bytes: Uint8Array): Promise<string> {
  const base64 = Buffer.from(bytes).toString('base64')
  const states = [await attach(caller, bytes)]
  const image = `data:${type};base64,${base64}`
  if (type.startsWith('image/')) {
    const { status } = await caller.call('/ai/image/edit', post({ image, prompt: 'Закат' }))
    states.push(String(status))
  }
  if (type.startsWith('audio/') || type.startsWith('video/')) {
    const { status } = await caller.call('/ai/audio/transcribe', post({ audio: base64 }))
    states.push(String(status))
  }
  return states.join(', ')
}

const slowest = async ({ call }: Caller, isOver: () => boolean): Promise<{ calls: number; ms: number }> => {
  let calls = 0
  let ms = 0
  do {
    const startedAt = performance.now()
    await call('/user/tokens')
    ms = Math.max(ms, performance.now() - startedAt)
    calls += 1
    await pause(pauseMs)
  } while (!isOver())
  return { calls, ms }
}

await main(async (signal) => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'hostile-'))
  const product = await startProduct({
    port: await findFreePort(),
    sandboxPort: await findFreePort(),
    dataFolder,
    variables: { LIMIT_READS_PER_MINUTE: '100000', LIMIT_SIGN_UP_PER_HOUR: '1000', LIMIT_MAIL_PER_HOUR: '1000' },
    signal
  })
  const account = async (name: string) =>
    callerOf(product.siteOrigin, (await newAccount(product, `${name}@example.com`)).accessToken)
  try {
    const bystander = await account('bystander')
    const files = [
      ...documents.map(([name, make]) => ({ name, type: 'application/octet-stream', make })),
      ...hostileMedia
    ]
    for (const [index, { name, type, make }] of files.entries()) {
      const hostile = await account(`hostile-${index}`)
      const bytes = make()
      let isOver = false
      const sent = send(hostile, type, bytes).finally(() => (isOver = true))
      const { calls, ms } = await slowest(bystander, () => isOver)
      let left = Math.min(calls, 200)
      const quiet = await slowest(bystander, () => (left -= 1) < 0)
      const size = `${(bytes.length / 1000).toFixed(0)} KB`
      console.log(
        `${ms.toFixed(0).padStart(6)} ms, ${quiet.ms.toFixed(0)} ms quiet, of ${calls} calls: ${name} (${size}): ${await sent}`
      )
    }
  } finally {
    await product.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
})
