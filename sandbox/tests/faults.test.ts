import { describe, expect, it } from 'vitest'
import {
  ask,
  bodyFor,
  createJumpingClock,
  createTimelessSandbox,
  requestTo
} from '#tests/support/node/sandbox-exchange.ts'
import { createSandbox } from '#sandbox/app.ts'

const providers = ['openai', 'xai', 'anthropic'] as const
const endings = /^event: (response\.completed|message_stop)$/m

async function timeOf(prompt: string, changes: Record<string, unknown>) {
  const clock = createJumpingClock()
  const response = await ask(createSandbox({ clock }), 'openai', prompt, changes)
  const firstByteMs = clock.passedMs()
  const text = await response.text()
  const words = text.match(/"response\.output_text\.delta"/g)?.length ?? 0
  return { firstByteMs, wordMs: (clock.passedMs() - firstByteMs) / words }
}

/** Reads until the body ends or breaks. */
async function readAll(response: Response): Promise<{ text: string; broken: boolean }> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
    return { text, broken: false }
  } catch {
    return { text, broken: true }
  }
}

describe('the pace of an answer', () => {
  it('is 200 ms to the first byte and 20 ms per word', async () => {
    expect(await timeOf('Кратко', { stream: true })).toEqual({ firstByteMs: 200, wordMs: 20 })
  })
})

describe.each(providers)('a broken answer of %s', (provider) => {
  it.each([
    ['обрыв', true],
    ['недосказано', false],
    ['битое-событие', false]
  ])('[сбой:%s] leaves half of a JSON body', async (word, breaks) => {
    const { text, broken } = await readAll(await ask(createTimelessSandbox(), provider, `Кратко [сбой:${word}]`))
    expect(broken).toBe(breaks)
    expect(text).toMatch(/^\{"id":/)
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
  })

  it.each([
    ['ошибка-в-потоке', 500],
    ['лимит-в-потоке', 429]
  ])('[сбой:%s] without a stream is status %i', async (word, status) => {
    expect((await ask(createTimelessSandbox(), provider, `[сбой:${word}]`)).status).toBe(status)
  })

  it('[сбой:молчание] without a stream waits until the caller aborts', async () => {
    const sandbox = createTimelessSandbox()
    const gaveUp = new AbortController()
    const request = requestTo(provider, bodyFor(provider, 'Кратко [сбой:молчание]'))
    const answered = sandbox.fetch(new Request(request, { signal: gaveUp.signal }))
    gaveUp.abort()
    await answered
    expect(sandbox.state.calls.list()).toMatchObject([{ status: 499, outcome: 'aborted' }])
  })
})

describe('a reader that leaves', () => {
  it('stops the generation', async () => {
    const sandbox = createTimelessSandbox()
    const response = await ask(sandbox, 'anthropic', 'Подробно', { stream: true })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let received = ''
    for (let chunk = 0; chunk < 6; chunk++) received += (await reader?.read())?.value ?? ''
    await reader?.cancel()
    const texts = Array.from(received.matchAll(/^data: (.*"text_delta".*)$/gm), ([, data]) => JSON.parse(data ?? ''))
    const text = texts.map((event) => event.delta.text).join('')
    // A transform stream may hold one chunk that was made but not read.
    const [call] = sandbox.state.calls.list()
    expect(call?.outcome).toBe('aborted')
    expect(text).toContain('Подробно')
    expect(call?.sentCharacters).toBeGreaterThanOrEqual(text.length)
    expect(call?.sentCharacters).toBeLessThan(text.length + 40)
  })

  it('after the end event does not count as aborted', async () => {
    const sandbox = createTimelessSandbox()
    const response = await ask(sandbox, 'openai', 'Кратко', { stream: true })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let text = ''; !endings.test(text);) text = (await reader?.read())?.value ?? ''
    await reader?.cancel()
    expect(sandbox.state.calls.list()).toMatchObject([{ outcome: 'completed' }])
  })
})
