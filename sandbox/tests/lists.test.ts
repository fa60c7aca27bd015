// The lists of models of the suppliers, through the clients of their makers, and the switches that change and fail them.
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { createTimelessSandbox } from '#tests/support/node/sandbox-exchange.ts'
import { serveSandbox } from '#tests/support/node/sandbox-server.ts'
import type { Sandbox } from '#sandbox/app.ts'

const { origin } = serveSandbox()
const maxRetries = 0

describe("the makers' lists", () => {
  it.each(['openai', 'xai'])("of %s are read by OpenAI's client", async (maker) => {
    const client = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${origin()}/${maker}/v1`, maxRetries })
    const { data } = await client('local-key').models.list()
    expect(data.map(({ id }) => id)).toContain(maker === 'openai' ? 'gpt-6-luna' : 'grok-4.5')
    await expect(client('invalid').models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError)
  })

  it('of Anthropic come in pages', async () => {
    const client = new Anthropic({ apiKey: 'local-key', baseURL: `${origin()}/anthropic`, maxRetries })
    const names: string[] = []
    for await (const { display_name } of client.models.list({ limit: 3 })) names.push(display_name)
    expect(names).toEqual(['Claude Haiku 5.5', 'Claude Sonnet 5.5', 'Claude Opus 5.5', 'Claude Fable 5.2'])
  })
})

const at = (path: string) => `http://sandbox.test${path}`
const list = (sandbox: Sandbox, name: string) =>
  sandbox.fetch(new Request(at(`/resellers/${name}/v1/models`), { headers: { authorization: 'Bearer local-key' } }))
const control = (sandbox: Sandbox, name: string, body: object) =>
  sandbox.fetch(new Request(at(`/control.json?for=/resellers/${name}`), { method: 'POST', body: JSON.stringify(body) }))

interface Priced {
  data: { id: string; pricing: { prompt: string } }[]
}

describe('the switches of a list', () => {
  it('change prices and take models away, of one supplier alone', async () => {
    const sandbox = createTimelessSandbox()
    await control(sandbox, 'openrouter-1', { listPriceTimes: 2, listWithout: ['qwen/qwen3-max'] })
    const read = async (name: string) => {
      const { data } = (await (await list(sandbox, name)).json()) as Priced
      return { first: data[0]?.pricing.prompt, hasQwen: data.some(({ id }) => id === 'qwen/qwen3-max') }
    }
    expect(await read('openrouter-1')).toEqual({ first: '0.00000056', hasQwen: false })
    expect(await read('openrouter-2')).toEqual({ first: '0.00000028', hasQwen: true })
    for (const wrong of [{ listPriceTimes: 0 }, { listPriceTimes: '2' }, { listWithout: 'a' }, { listWithout: [1] }])
      expect((await control(sandbox, 'openrouter-1', wrong)).status).toBe(400)
  })

  it('fail it as often as they say', async () => {
    const sandbox = createTimelessSandbox()
    const outcomes: (string | number)[] = []
    for (const fault of ['server-error', 'rate-limit', 'bad-gateway', 'page', 'malformed', 'empty']) {
      await control(sandbox, 'first', { fault })
      const response = await list(sandbox, 'first')
      outcomes.push(response.ok ? (await response.text()).slice(0, 14) : response.status)
    }
    expect(outcomes).toEqual([500, 429, 502, '<!doctype html', '{"object":"lis', '{"object":"lis'])
    expect(((await (await list(sandbox, 'first')).json()) as Priced).data.length).toBeGreaterThan(5)
  })
})
