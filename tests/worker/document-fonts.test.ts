// What the reader of documents brings along, in its own runtime and bundle.
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { attachmentTextKey } from '#data/attachment-files.ts'
import { cjkPdf } from '../support/pdf-files.ts'
import { attachRead } from '../support/worker/attaching.ts'
import { newPerson } from '../support/worker/person.ts'

test('a Chinese PDF without its font is read', async () => {
  const { id, state } = await attachRead(await newPerson(), cjkPdf('/UniGB-UCS2-H', 'GB1', '5408540c91d1989d'))
  expect(state).toBe('ready')
  expect(await (await env.MEDIA.get(attachmentTextKey(id)))?.text()).toBe('合同金额')
})
