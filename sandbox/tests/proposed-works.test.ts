import { expect, it } from 'vitest'
import { proposalTool } from '#domain/proposed-works.ts'
import { ask, createTimelessSandbox, dataOf } from '#tests/support/node/sandbox-exchange.ts'

const { name, description, parameters } = proposalTool
const offered = {
  openai: { tools: [{ type: 'function', name, description, parameters, strict: false }] },
  xai: { tools: [{ type: 'function', name, description, parameters }] },
  anthropic: { tools: [{ name, description, input_schema: parameters }] }
} as const

interface Event {
  index: number
  delta?: { type: string; partial_json?: string }
  response?: { output: { type: string; arguments: string }[] }
}

async function calledFor(provider: keyof typeof offered, prompt: string): Promise<unknown[]> {
  const response = await ask(createTimelessSandbox(), provider, prompt, offered[provider])
  expect(response.status).toBe(200)
  const events = dataOf(await response.text()) as unknown as Event[]
  if (provider !== 'anthropic')
    return (events.at(-1)!.response?.output ?? [])
      .filter(({ type }) => type === 'function_call')
      .map((item) => JSON.parse(item.arguments) as unknown)
  const parts = new Map<number, string>()
  for (const { index, delta } of events)
    if (delta?.type === 'input_json_delta') parts.set(index, `${parts.get(index) ?? ''}${delta.partial_json ?? ''}`)
  return [...parts.values()].map((text) => JSON.parse(text) as unknown)
}

it.each([
  ['Нарисуй рыжего кота на окне', [{ kind: 'picture', prompt: 'Рыжего кота на окне' }]],
  ['Сделай фон белым', [{ kind: 'change', prompt: 'Сделай фон белым' }]],
  ['Сними ролик про кота', [{ kind: 'film', prompt: 'Ролик про кота' }]],
  ['Озвучь: «Добрый вечер»', [{ kind: 'voice', prompt: '«Добрый вечер»' }]],
  [
    'Нарисуй кота, а потом озвучь текст «Мяу»',
    [
      { kind: 'picture', prompt: 'Кота' },
      { kind: 'voice', prompt: 'Текст «Мяу»' }
    ]
  ],
  ['Кратко: как сделать сайт?', []],
  ['Сделай таблицу', []]
])('«%s» is proposed by a model that may', async (prompt, works) => {
  expect(await calledFor('openai', prompt)).toEqual(works)
  expect(await calledFor('xai', prompt)).toEqual(works)
  expect(await calledFor('anthropic', prompt)).toEqual(works)
})
