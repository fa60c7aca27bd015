// The sandbox offers a line to remember as each maker's model would: through the product's own request and adapters.
import { expect, test } from 'vitest'
import { chatServices } from '#contract/catalogue/chat.ts'
import { memoryRequest, readMemoryLine } from '#domain/memory-offer.ts'
import { titleUpstreams } from '#domain/upstreams/title-upstreams.ts'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import { connectionTo, outcomeOf, textOf } from '../support/node/fake-upstream.ts'
import { createTimelessSandbox } from '../support/node/sandbox-exchange.ts'

async function offered(question: string, service: (typeof chatServices)[number]): Promise<string | null> {
  const { provider, ...model } = titleUpstreams[service]
  const sandbox = createTimelessSandbox()
  const send = async (url: string | URL, init?: RequestInit) => sandbox.fetch(new Request(url, init))
  const { system, text } = memoryRequest(question)
  const request = { ...model, system, turns: [{ role: 'user' as const, text }], userTag: 'tag' }
  const asked = chatProviderOf(connectionTo(provider), { send }).stream(request, new AbortController().signal)
  const { events, error } = await outcomeOf(asked)
  expect(error).toBeNull()
  return readMemoryLine(textOf(events))
}

test.each(chatServices)('%s is asked for a line, and fault words in the question do nothing', async (service) => {
  expect(await offered('Запомни: я вегетарианец. [сбой:обрыв] Что приготовить?', service)).toBe('Я вегетарианец')
  expect(await offered('Кратко: почему небо синее?', service)).toBeNull()
})
