// Uploads that were made to hold up everybody: a document that keeps its reader busy for ever, a file that is sent for nothing.
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { expect, inject, test, vi } from 'vitest'
import { addAttachment, readAttachment, removeAttachment } from '#contract/attachments.ts'
import { type Envelope, envelope } from '#contract/envelope.ts'
import { readTokens } from '#contract/wallet.ts'
import { type Account, callApi, createAccount } from '../support/e2e/account.ts'
import { pdf, pdfOf } from '../support/files.ts'

async function send({ tokens }: Account, bytes: Uint8Array<ArrayBuffer>): Promise<Envelope> {
  const response = await fetch(`${inject('siteOrigin')}/api${addAttachment.path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokens.accessToken}`,
      'content-type': 'application/octet-stream',
      'x-file-name': 'report.pdf',
      'idempotency-key': randomUUID()
    },
    body: bytes
  })
  return envelope.parse(await response.json())
}

const attach = async (account: Account, bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  addAttachment.output.parse((await send(account, bytes)).data).attachment.id

const stateOf = async ({ tokens }: Account, id: string) =>
  (await callApi(readAttachment, { id }, tokens.accessToken)).attachment

test('a page that is never read to its end delays no user, and the document behind it is read by a new reader', async () => {
  const document = pdfOf(['q Q '.repeat(30_000_000)])
  // That takes seconds, in which the product closes connections that are idle: they must not be used again.
  await setImmediate()
  const [hostile, bystander] = await Promise.all([createAccount(), createAccount()])
  const endless = await attach(hostile, document)
  // Read after it: by a reader that was started anew, because the first one is busy until it is ended.
  const small = await attach(bystander, pdf('Report'))
  let answered = 0
  const look = async () => {
    await callApi(readTokens, {}, bystander.tokens.accessToken)
    answered += 1
    return (await stateOf(bystander, small)).state !== 'waiting'
  }
  await vi.waitUntil(look, { timeout: 120_000, interval: 250 })
  expect(await stateOf(bystander, small)).toMatchObject({ state: 'ready' })
  // Where the reader shares a thread with the API, both calls wait for it.
  expect(answered).toBeGreaterThan(20)
  // Its reader ended before it did. A second attempt, after which it is given up, would end another one.
  expect(await stateOf(hostile, endless)).toMatchObject({ state: 'waiting' })
  await callApi(removeAttachment, { id: endless }, hostile.tokens.accessToken)
})

test('a file that is refused by its first bytes gets its answer, however much of it is still to come', async () => {
  const account = await createAccount()
  const picture = new Uint8Array(16_000_000)
  picture.set([0x89, 0x50, 0x4e, 0x47])
  expect(await send(account, picture)).toMatchObject({ error: 'Файл слишком большой: не больше 3,5 МБ' })
  expect(await send(account, new Uint8Array(60_000_000))).toMatchObject({
    error: 'Файл слишком большой: не больше 20 МБ'
  })
})
