// Calls of the API for tests, and clients of OpenAI's and Anthropic's API that use one.
import { env, exports } from 'cloudflare:workers'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import type { KeyChoice } from '#durable-objects/keys/calls.ts'
import { addKey } from './api-keys.ts'
import { checkedAnswer } from './checked-answers.ts'

export interface TestKey {
  id: string
  text: string
}

/** A working key of this user. */
export async function newKey(userId: string, choice: Partial<KeyChoice> = {}): Promise<TestKey> {
  const { text, keyId } = await addKey(userId, choice)
  return { id: keyId, text }
}

/** Every answer is compared with what the OpenAPI document says of its call. */
async function ask(request: Request): Promise<Response> {
  return checkedAnswer(request, await exports.default.fetch(request))
}

/** Calls the API under `/v1` with a key, or with other headers. */
export function sendToApi(
  key: string | null,
  path: string,
  { method = 'GET', body, headers = {} }: { method?: string; body?: unknown; headers?: Record<string, string> } = {}
): Promise<Response> {
  return ask(
    new Request(`${env.SITE_ORIGIN}${path}`, {
      method,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) })
    })
  )
}

export const openaiWith = ({ text }: TestKey, maxRetries = 0): OpenAI =>
  new OpenAI({
    apiKey: text,
    baseURL: `${env.SITE_ORIGIN}/v1`,
    maxRetries,
    dangerouslyAllowBrowser: true,
    fetch: (url, init) => ask(new Request(url, init))
  })

/** As programs for Anthropic's API are pointed here: the base address without `/v1`. */
export const anthropicWith = ({ text }: TestKey, maxRetries = 0): Anthropic =>
  new Anthropic({
    authToken: text,
    apiKey: null,
    baseURL: env.SITE_ORIGIN,
    maxRetries,
    dangerouslyAllowBrowser: true,
    fetch: (url, init) => exports.default.fetch(new Request(url, init))
  })
