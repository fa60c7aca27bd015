// A local product whose chats are answered by one real supplier, given in one variable.
import { expect, test } from 'vitest'
import { parseEnvironment } from '#domain/environment.ts'
import { localChat } from '#scripts/local-chat.ts'
import { production } from '../support/node/production-settings.ts'

function environmentWith(chat: string) {
  const { variables, secrets } = localChat(chat)
  return parseEnvironment({ ...production, STAGE: 'local', ...variables, ...secrets })
}

test('a key of a reseller answers for every model, at the price that is given', () => {
  const made = environmentWith('https://openrouter.ai/api/v1|sk-or-1|openai/gpt-4o-mini|0.15/0.6')
  expect(made).toMatchObject({ CHAT_SUPPLIER_URL: 'https://openrouter.ai/api/v1', CHAT_SUPPLIER_KEY: 'sk-or-1' })
  expect(made.CHAT_SUPPLIER_MODELS['claude-3-haiku']).toMatchObject({
    model: 'openai/gpt-4o-mini',
    listPrice: { inputMicros: 150_000, outputMicros: 600_000 }
  })
})

test('a model on this machine needs neither a key nor a price', () => {
  const made = environmentWith('http://localhost:11434/v1||llama3.2')
  expect(made.CHAT_SUPPLIER_MODELS['gpt-4o']).toMatchObject({ model: 'llama3.2', listPrice: { inputMicros: 0 } })
})

test('a price that is known is not asked for', () => {
  const made = environmentWith('https://api.openai.com/v1|sk-1|gpt-6-luna')
  expect(made.CHAT_SUPPLIER_MODELS['gpt-4o']?.listPrice).toMatchObject({ inputMicros: 100_000 })
})

test.each([
  ['without a model', 'https://openrouter.ai/api/v1|sk-or-1', 'CHAT must be URL|KEY|MODEL'],
  ['with a price that is not known', 'https://a.ru/v1|key|qwen', 'the price of qwen is not known'],
  ['over plain http', 'http://10.0.0.8/v1|key|qwen|1/2', 'a key is sent to https addresses'],
  ['with the key of an example', 'https://a.ru/v1|sk-or-…|qwen|1/2', 'Copy it whole'],
  ['with a price in words', 'https://a.ru/v1|key|qwen|cheap', 'CHAT must be URL|KEY|MODEL']
])('%s it is refused', (_, text, problem) => {
  expect(() => localChat(text)).toThrow(problem)
})

test('without the variable nothing changes', () => {
  expect(localChat(undefined)).toEqual({ variables: {}, secrets: {} })
})
