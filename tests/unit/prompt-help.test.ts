import { expect, test } from 'vitest'
import { describedBy, promptHelpModel } from '#contract/catalogue/prompt-help.ts'
import { chatModels } from '#contract/catalogue/chat-models.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { helpWithPrompt } from '#contract/prompt-help.ts'
import { helpInstruction, helpTasks, readHelp } from '#domain/prompt-help.ts'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import { connectionTo, outcomeOf, textOf } from '../support/node/fake-upstream.ts'
import { createTimelessSandbox } from '../support/node/sandbox-exchange.ts'

test('the helper costs what the cheapest answer costs, and is open before the first purchase', () => {
  expect(promptHelpModel.priceTokens).toBe(Math.min(...chatModels.map(({ priceTokens }) => priceTokens)))
  expect(promptHelpModel.basic).toBe(true)
})

test('it helps on the pages that make pictures and videos, and nowhere else', () => {
  const helped = studioEntries.filter((entry) => describedBy(entry) !== null).map(({ id }) => id)
  expect(helped).toEqual(['dalle', 'midjourney', 'flux', 'stable-diffusion', 'luma', 'veo3', 'runwayml'])
})

test('an idea is trimmed; an empty or a long one and an unknown service are refused in Russian', () => {
  const { input } = helpWithPrompt
  expect(input.parse({ service: 'dall-e-3', idea: '  кот ' })).toEqual({ service: 'dalle', idea: 'кот' })
  for (const wrong of [
    { service: 'flux', idea: '   ' },
    { service: 'flux', idea: 'я'.repeat(1001) },
    { service: 'flux' },
    { service: 'elevenlabs', idea: 'кот' },
    { service: 'gpt-image-edit', idea: 'кот' },
    { service: 'toString', idea: 'кот' },
    { idea: 'кот' }
  ]) {
    const parsed = input.safeParse(wrong)
    expect(parsed.error?.issues).toEqual([expect.objectContaining({ message: expect.stringMatching(/^[А-Я]/) })])
  }
})

test.each([
  ['Кот на окне.', 'Кот на окне.'],
  ['  «Кот на окне»\n', 'Кот на окне'],
  ['```\nКот на окне\n```', 'Кот на окне'],
  ['«Кот» и «пёс»', '«Кот» и «пёс»'],
  ['«»', '«»']
])('of the answer %j the description %j is taken', (answer, description) => {
  expect(readHelp(answer)).toBe(description)
})

test.each(helpTasks)('the sandbox writes a description for an idea of a %s, through the real request', async (task) => {
  const sandbox = createTimelessSandbox()
  const send = async (url: string | URL, init?: RequestInit) => sandbox.fetch(new Request(url, init))
  const { provider, ...model } = promptHelpModel.upstream
  const turns = [{ role: 'user' as const, text: 'рыжий кот на окне' }]
  const request = { ...model, system: helpInstruction(task), turns, userTag: 'tag' }
  const asked = chatProviderOf(connectionTo(provider), { send }).stream(request, new AbortController().signal)
  const { events, error } = await outcomeOf(asked)
  expect(error).toBeNull()
  expect(readHelp(textOf(events))).toMatch(/^Рыжий кот на окне\. .{40,}/)
})
