import { describe, expect, it } from 'vitest'
import { ask, createJumpingClock, createTimelessSandbox } from '#tests/support/node/sandbox-exchange.ts'
import { createSandbox } from '#sandbox/app.ts'

const endings = /^event: (response\.completed|message_stop)$/m

async function timeOf(prompt: string) {
  const clock = createJumpingClock()
  const response = await ask(createSandbox({ clock }), 'openai', prompt)
  const firstByteMs = clock.passedMs()
  const text = await response.text()
  const words = text.match(/"response\.output_text\.delta"/g)?.length ?? 0
  return { firstByteMs, wordMs: (clock.passedMs() - firstByteMs) / words }
}

describe('the pace of an answer', () => {
  it('is 200 ms to the first byte and 20 ms per word', async () => {
    expect(await timeOf('Кратко')).toEqual({ firstByteMs: 200, wordMs: 20 })
  })
})

describe('a reader that leaves', () => {
  it('stops the generation', async () => {
    const sandbox = createTimelessSandbox()
    const response = await ask(sandbox, 'anthropic', 'Подробно')
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
    const response = await ask(sandbox, 'openai', 'Кратко')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let text = ''; !endings.test(text);) text = (await reader?.read())?.value ?? ''
    await reader?.cancel()
    expect(sandbox.state.calls.list()).toMatchObject([{ outcome: 'completed' }])
  })
})
