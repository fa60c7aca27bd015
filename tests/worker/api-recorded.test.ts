// What clients were recorded to send, with their own headers: requests of the other two forms are in the tests of those.
import { expect, test } from 'vitest'
import others from '../fixtures/clients/other-calls.json'
import chats from '../fixtures/clients/chat-completions.json'
import { newCaller } from '../support/worker/api-caller.ts'
import { sendToApi } from '../support/worker/api-clients.ts'

const model = 'gpt-4o-mini'

const caller = async () => (await newCaller()).key.text

/** With texts as long as they were. */
const filled = (body: object): object =>
  JSON.parse(
    JSON.stringify(body, (_, value: unknown) => {
      const length = typeof value === 'string' ? /^<(\d+) characters>$/.exec(value)?.[1] : undefined
      return length === undefined ? value : 'слово '.repeat(Number(length)).slice(0, Number(length))
    })
  ) as object

const named = <Item extends { client: string }>(items: readonly Item[]) =>
  items.map((item, index) => [`${item.client} (${index})`, item] as const)

test.each(named(chats))('a chat completion of %s is answered', async (_, { headers, body }) => {
  const options = { method: 'POST', headers: headers as Record<string, string>, body: { ...filled(body), model } }
  const response = await sendToApi(await caller(), '/v1/chat/completions', options)
  expect(response.status).toBe(200)
  const text = await response.text()
  if ('stream' in body && body.stream) expect(text.trimEnd().endsWith('data: [DONE]')).toBe(true)
  else expect(JSON.parse(text)).toMatchObject({ choices: [{ finish_reason: 'stop' }] })
})

/** Not offered, or of a model that does not exist. */
const refused = /embeddings|gpt-fake/

test.each(named(others))('another call of %s is answered', async (_, { method, url, headers, body }) => {
  const asked = { ...(body && 'model' in body ? { ...body, model } : body) }
  const response = await sendToApi(method === 'OPTIONS' ? null : await caller(), url, {
    method,
    headers,
    ...(body && { body: asked })
  })
  await response.text()
  if (method === 'OPTIONS') {
    expect(response.status).toBe(204)
    const wanted = (headers as Record<string, string>)['access-control-request-headers']
    expect(response.headers.get('access-control-allow-headers')?.split(/, ?/)).toEqual(wanted?.split(','))
  } else expect(response.status).toBe(refused.test(url) ? 404 : 200)
})
