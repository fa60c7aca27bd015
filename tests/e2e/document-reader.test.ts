// A document that keeps its reader busy for ever: nobody else waits for it, and it is given up.
import { randomUUID } from 'node:crypto'
import { expect, inject, test, vi } from 'vitest'
import { addAttachment, readAttachment } from '#contract/attachments.ts'
import { envelope } from '#contract/envelope.ts'
import { readTokens } from '#contract/wallet.ts'
import { type Account, callApi, createAccount } from '../support/e2e/account.ts'
import { pdf, pdfOf } from '../support/files.ts'

async function attach({ tokens }: Account, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
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
  return addAttachment.output.parse(envelope.parse(await response.json()).data).attachment.id
}

const stateOf = async ({ tokens }: Account, id: string) =>
  (await callApi(readAttachment, { id }, tokens.accessToken)).attachment

test('a page that is never read to its end holds up nobody, also no document, and is given up', async () => {
  const [hostile, bystander] = await Promise.all([createAccount(), createAccount()])
  const endless = await attach(hostile, pdfOf(['q Q '.repeat(30_000_000)]))
  let answered = 0
  const look = async () => {
    await callApi(readTokens, {}, bystander.tokens.accessToken)
    answered += 1
    return (await stateOf(hostile, endless)).state !== 'waiting'
  }
  await vi.waitUntil(look, { timeout: 120_000, interval: 100 })
  expect(await stateOf(hostile, endless)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('слишком сложный')
  })
  // Where the reader shares a thread with the API, both calls wait for it.
  expect(answered).toBeGreaterThan(20)
  const small = await attach(bystander, pdf('Report'))
  await expect.poll(async () => (await stateOf(bystander, small)).state).toBe('ready')
})
