// Pictures and files in a conversation, sent by the makers' own clients: the answer tells what was seen, and what no upstream
// would open is refused as they refuse it.
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { expect, it } from 'vitest'
import { serveSandbox } from '#tests/support/node/sandbox-server.ts'
import { jpeg, png } from '#tests/support/worker/pictures.ts'

const { origin } = serveSandbox()
const maxRetries = 0
const base64Of = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

function askOpenai(image_url: string, text = 'Кратко: что это?') {
  const client = new OpenAI({ apiKey: 'local-key', baseURL: `${origin()}/openai/v1`, maxRetries })
  const content = [{ type: 'input_image', image_url, detail: 'auto' } as const, { type: 'input_text', text } as const]
  return client.responses.stream({ model: 'gpt-6-luna', input: [{ role: 'user', content }] }).finalResponse()
}

function askAnthropic(media_type: 'image/png' | 'image/jpeg', data: string) {
  const client = new Anthropic({ apiKey: 'local-key', baseURL: `${origin()}/anthropic`, maxRetries })
  const content = [
    { type: 'image', source: { type: 'base64', media_type, data } } as const,
    { type: 'text', text: 'Кратко: что это?' } as const
  ]
  const messages = [{ role: 'user' as const, content }]
  return client.messages.stream({ model: 'claude-haiku-5-5', max_tokens: 500, messages }).finalMessage()
}

it('tells the kind and the size of a picture, and the first words of a file', async () => {
  const file = '<file name="a.txt">\nодин два три\n</file>\n\n'
  const { output_text } = await askOpenai(`data:image/png;base64,${base64Of(png(30, 20))}`, `${file}Кратко: что это?`)
  expect(output_text).toContain('«Кратко: что это?»')
  expect(output_text).toContain('Вижу картинку PNG 30×20. Вижу файл «a.txt» (символов: 12), в начале: один два три.')
  const { content } = await askAnthropic('image/jpeg', base64Of(jpeg))
  expect(JSON.stringify(content)).toContain('Вижу картинку JPEG 80×64.')
})

it.each([
  ['no data URL', 'https://example.com/a.png', 'invalid_value'],
  ['an unknown type', 'data:image/tiff;base64,aGk=', 'invalid_value'],
  ['damaged base64', 'data:image/png;base64,a*b=', 'invalid_base64_image'],
  ['no picture', 'data:image/png;base64,aGVsbG8=', 'invalid_image_format'],
  ['a picture of another type', `data:image/png;base64,${base64Of(jpeg)}`, 'invalid_image_format']
])('OpenAI refuses %s', async (_, url, code) => {
  await expect(askOpenai(url)).rejects.toMatchObject({ status: 400, code })
})

it.each([
  ['damaged base64', 'image/png', 'a*b=', /Invalid base64/],
  ['no picture', 'image/png', 'aGVsbG8=', /Could not process image/],
  ['a picture of another type', 'image/png', base64Of(jpeg), /appears to be a image\/jpeg image/],
  ['more than 5 MB', 'image/png', base64Of(new Uint8Array(4 * 1024 * 1024)), /exceeds 5 MB maximum/]
] as const)('Anthropic refuses %s', async (_, type, data, message) => {
  await expect(askAnthropic(type, data)).rejects.toMatchObject({ status: 400, message: expect.stringMatching(message) })
})
