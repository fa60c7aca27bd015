import { describe, expect, it } from 'vitest'
import {
  ask,
  bodyFor,
  createJumpingClock,
  createTimelessSandbox,
  requestTo
} from '#tests/support/node/sandbox-exchange.ts'
import { TEXT_FAULTS } from '#sandbox/base/faults.ts'
import { createSandbox } from '#sandbox/app.ts'

const providers = ['openai', 'xai', 'anthropic'] as const
const endings = /^event: (response\.completed|message_stop)$/m

async function timeOf(prompt: string, changes: Record<string, unknown>, speed = 1) {
  const clock = createJumpingClock()
  const response = await ask(createSandbox({ clock, speed }), 'openai', prompt, changes)
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

  it('is divided by the speed', async () => {
    expect(await timeOf('Кратко', { stream: true }, 2)).toEqual({ firstByteMs: 100, wordMs: 10 })
  })

  it('takes the same time without a stream, all before the first byte', async () => {
    const { firstByteMs } = await timeOf('Кратко', {})
    expect(firstByteMs).toBeGreaterThan(400)
  })

  it('starts late with [сбой:медленный-старт]', async () => {
    expect(await timeOf('Кратко [сбой:медленный-старт]', { stream: true })).toEqual({ firstByteMs: 20_000, wordMs: 20 })
  })

  it('takes 300 ms per word with [сбой:медленный-поток]', async () => {
    expect(await timeOf('Кратко [сбой:медленный-поток]', { stream: true })).toEqual({ firstByteMs: 200, wordMs: 300 })
  })
})

describe.each(providers)('a broken answer of %s', (provider) => {
  it.each([
    ['обрыв', true, 'cut'],
    ['недосказано', false, 'cut'],
    ['битое-событие', false, 'error'],
    ['ошибка-в-потоке', false, 'error'],
    ['лимит-в-потоке', false, 'error']
  ])('[сбой:%s] gives half of the text and no ending', async (word, breaks, outcome) => {
    const sandbox = createTimelessSandbox()
    const { text, broken } = await readAll(await ask(sandbox, provider, `Кратко [сбой:${word}]`, { stream: true }))
    expect(broken).toBe(breaks)
    expect(text).toContain('Кратко')
    expect(text).not.toMatch(endings)
    expect(sandbox.state.calls.list()).toMatchObject([{ status: 200, outcome, model: bodyFor(provider, '')['model'] }])
  })

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

  it('[сбой:отказ] and [сбой:модерация] are recorded as refusals', async () => {
    const sandbox = createTimelessSandbox()
    await readAll(await ask(sandbox, provider, '[сбой:отказ]', { stream: true }))
    await readAll(await ask(sandbox, provider, '[сбой:модерация]', { stream: true }))
    expect(sandbox.state.calls.list().map((call) => call.outcome)).toEqual(['refused', 'refused'])
  })

  it('[сбой:молчание] stops sending text, and the call ends as aborted when the reader leaves', async () => {
    const sandbox = createSandbox({ speed: 1000 })
    const response = await ask(sandbox, provider, 'Кратко [сбой:молчание]', { stream: true })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('Кратко')) text += (await reader?.read())?.value ?? ''
    expect(sandbox.state.calls.list()).toMatchObject([{ outcome: 'running', fault: 'endless' }])
    await reader?.cancel()
    expect(sandbox.state.calls.list()).toMatchObject([{ outcome: 'aborted' }])
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

describe('the table of faults', () => {
  it.each(TEXT_FAULTS)('$name is selected by $word', async ({ name, word }) => {
    const sandbox = createTimelessSandbox()
    const gaveUp = new AbortController()
    const request = requestTo('openai', bodyFor('openai', `Кратко ${word}`, { stream: true }))
    const response = await sandbox.fetch(new Request(request, { signal: gaveUp.signal }))
    await response.body?.cancel()
    expect(sandbox.state.calls.list()).toMatchObject([{ fault: name }])
  })
})
