// The product's adapters against the sandbox: each fault word must become the failure that it stands for.
import { describe, expect, it } from 'vitest'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import { upstreamPrices } from '#domain/upstreams/list-prices.ts'
import { mailerOf } from '#providers/mail/mail.ts'
import { createSandbox } from '#sandbox/app.ts'
import { createTimelessSandbox } from '../support/node/sandbox-exchange.ts'
import { chatRequestOf, chatSettings, outcomeOf, textOf } from '../support/node/fake-upstream.ts'
import type { Sandbox } from '#sandbox/app.ts'
import type { Send } from '#providers/http/http.ts'

const models = { openai: 'gpt-6-luna', anthropic: 'claude-sonnet-5-5', xai: 'grok-4.3' } as const
const names = ['openai', 'anthropic', 'xai'] as const

const sendTo =
  (sandbox: Sandbox): Send =>
  async (url, init) =>
    sandbox.fetch(new Request(url, init))

async function askThrough(
  name: (typeof names)[number],
  prompt: string,
  sandbox = createTimelessSandbox(),
  model: string = models[name]
) {
  const request = chatRequestOf(model, {
    outputTokensMax: 4096,
    system: 'Отвечай по-русски.',
    effort: 'low',
    turns: [
      { role: 'user', text: 'Первый вопрос' },
      { role: 'assistant', text: 'Первый ответ' },
      { role: 'user', text: prompt }
    ]
  })
  const timeouts = { firstByteMs: 5000, idleMs: 100, totalMs: 10_000 }
  const provider = chatProviderOf(name, chatSettings, { send: sendTo(sandbox), timeouts })
  const { events, error } = await outcomeOf(provider.stream(request, new AbortController().signal))
  return { text: textOf(events), end: events.find((event) => event.type === 'end'), error }
}

describe.each(names)('the %s adapter', (name) => {
  it('gets a complete answer that refers to the conversation', async () => {
    const { text, end, error } = await askThrough(name, 'Подробно: план обучения')

    expect(error).toBeNull()
    expect(text).toContain('Вижу предыдущих сообщений: 2.')
    expect(text).toMatch(/план обучения[\s\S]*### Итог/)
    expect(end).toMatchObject({ reason: 'complete', upstreamModel: models[name] })
  })

  it.each([
    ['обрыв', { kind: 'cut', retryable: true }],
    ['недосказано', { kind: 'cut', retryable: true }],
    ['битое-событие', { kind: 'malformed' }],
    ['ошибка-в-потоке', { kind: 'server', retryable: true }],
    ['лимит-в-потоке', { kind: 'busy', retryable: true }],
    ['молчание', { kind: 'timeout', retryable: true }]
  ])('keeps the text that came before [сбой:%s]', async (word, failure) => {
    const sandbox = word === 'молчание' ? createSandbox({ speed: 1000 }) : createTimelessSandbox()
    const { text, end, error } = await askThrough(name, `Кратко [сбой:${word}]`, sandbox)

    expect(text).toContain('«Кратко»')
    expect(end).toBeUndefined()
    expect(error).toMatchObject(failure)
  })

  it.each([
    ['429', { kind: 'busy', retryable: true, status: 429, retryAfterSeconds: 3 }],
    ['квота', { kind: 'unpaid', retryable: false, retryAfterSeconds: null }],
    ['500', { kind: 'server', retryable: true, status: 500 }],
    ['перегрузка', { kind: 'busy', retryable: true }]
  ])('fails before the first word with [сбой:%s]', async (word, failure) => {
    const { text, error } = await askThrough(name, `[сбой:${word}]`)

    expect(text).toBe('')
    expect(error).toMatchObject(failure)
  })

  it('reports a refusal, and an answer without text', async () => {
    // xAI's model refuses in words alone.
    const reason = name === 'xai' ? 'complete' : 'refused'
    expect((await askThrough(name, '[сбой:отказ]')).end).toMatchObject({ reason })
    expect(await askThrough(name, '[сбой:пустой-ответ]')).toMatchObject({ text: '', error: null })
  })

  it('gets no text for a prompt that moderation blocks', async () => {
    const { text, end } = await askThrough(name, '[сбой:модерация]')

    expect(text).toBe('')
    expect(end).toMatchObject({ reason: 'refused' })
  })
})

it.each(Object.entries(upstreamPrices))(
  'the sandbox serves %s, to which a model may be sent',
  async (model, { provider }) => {
    expect((await askThrough(provider, 'Кратко', createTimelessSandbox(), model)).error).toBeNull()
  }
)

describe('the Unisender adapter', () => {
  const settings = {
    MAIL_TRANSPORT: 'unisender',
    MAIL_FROM_EMAIL: 'noreply@example.com',
    MAIL_FROM_NAME: 'Платформа',
    UNISENDER_BASE_URL: 'http://sandbox.test/unisender/ru/transactional/api/v1',
    UNISENDER_API_KEY: 'local-key'
  } as const
  const mail = { to: 'user@example.com', subject: 'Тема', text: 'Текст', html: '<p>Текст</p>' }

  it('sends a mail to the inbox', async () => {
    const sandbox = createTimelessSandbox()
    await mailerOf(settings, undefined, { send: sendTo(sandbox) }).send(mail)

    expect(sandbox.state.inbox.list()).toMatchObject([mail])
  })

  it('reports that mail is down', async () => {
    const sandbox = createTimelessSandbox()
    Object.assign(sandbox.state.controls, { mailFault: 'mail-down', mailFaultCount: 1 })
    const sending = mailerOf(settings, undefined, { send: sendTo(sandbox) }).send(mail)

    await expect(sending).rejects.toMatchObject({ kind: 'server', status: 500 })
  })
})
