import { describe, expect, it } from 'vitest'
import { ask, createTimelessSandbox, dataOf, saidIn } from '#tests/support/node/sandbox-exchange.ts'

describe('the text of an answer', () => {
  it('names a fault word that the sandbox does not know', async () => {
    const response = await ask(createTimelessSandbox(), 'openai', 'Кратко [сбой:выдумка]')
    expect(await saidIn(response)).toContain('Слово сбоя [сбой:выдумка] песочнице незнакомо')
  })
})

describe('the conversation that an upstream receives', () => {
  const turns = [
    { role: 'user', content: 'Первый вопрос' },
    { role: 'assistant', content: 'Первый ответ' },
    { role: 'user', content: 'Кратко: второй вопрос' }
  ]

  it.each([
    ['openai', { input: [{ role: 'system', content: 'Правило' }, ...turns] }],
    ['xai', { input: [{ role: 'system', content: 'Правило' }, ...turns] }],
    ['anthropic', { system: 'Правило', messages: turns }]
  ] as const)('%s counts earlier messages without the system one and answers the last', async (provider, changes) => {
    const text = await saidIn(await ask(createTimelessSandbox(), provider, '', changes))
    expect(text).toContain('второй вопрос')
    expect(text).toContain('Вижу предыдущих сообщений: 2.')
  })

  it('may contain a message in parts', async () => {
    const input = [{ role: 'user', content: [{ type: 'input_text', text: 'Кратко: по частям' }] }]
    expect(await saidIn(await ask(createTimelessSandbox(), 'openai', '', { input }))).toContain('по частям')
  })

  it.each([
    ['gpt-4o', { reasoning: undefined }, 'gpt-4o-2024-08-06'],
    ['gpt-6-luna', {}, 'gpt-6-luna']
  ])('for model %s OpenAI names the model that ran', async (model, changes, ran) => {
    const response = await ask(createTimelessSandbox(), 'openai', 'Кратко', { model, ...changes })
    expect(dataOf(await response.text()).at(-1)?.response.model).toBe(ran)
  })

  it('is answered only as a stream', async () => {
    expect((await ask(createTimelessSandbox(), 'openai', 'Кратко', { stream: undefined })).status).toBe(400)
  })
})
