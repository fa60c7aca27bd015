// Each answer of the API under `/v1` that a test gets is compared with what the OpenAPI document says of its call: it is what was
// promised, and has no field that was not.
import { expect } from 'vitest'
import type { z } from 'zod'
import { anthropicErrorAnswer, apiErrorBody } from '#contract/v1/answer-fields.ts'
import { callSchemas } from '#contract/v1/call-schemas.ts'
import { apiCalls } from '#contract/v1/calls.ts'
import { refusalsOf } from '#contract/v1/refusals.ts'
import { apiPathOf } from '#worker/api/paths.ts'

const problems: string[] = []

/** @throws Error with the answers since the last call that are not what the document says */
export function expectPromisedAnswers(): void {
  const found = problems.splice(0)
  if (found.length > 0) throw new Error(`Answers are not as contract/v1 says:\n${found.join('\n')}`)
}

const patternOf = (call: string) => new RegExp(`^${call.replaceAll(/:\w+$/g, '.+').replaceAll(/:\w+/g, '[^/]+')}$`)
const patterns = apiCalls.map((one) => ({
  ...callSchemas[one.call],
  isAnthropic: one.isAnthropic,
  pattern: patternOf(one.call),
  promised: one.answers,
  statuses: [200, ...refusalsOf(one).map(({ status }) => status)]
}))

/** Both whether something is missing and whether something is there that is not said. */
function look(name: string, schema: z.ZodType, sent: unknown): void {
  try {
    const read = schema.safeParse(sent)
    if (read.success) expect(sent).toEqual(read.data)
    else throw read.error
  } catch (error) {
    problems.push(`${name}: ${String(error)}\n${JSON.stringify(sent).slice(0, 500)}`)
  }
}

/** What is looked at when all of a text has come. */
type Look = (text: string) => void

function lookerOf(request: Request, { status, headers }: Response): Look | null {
  const path = apiPathOf(new URL(request.url).pathname)
  if (path === null) return null
  const name = `${request.method} ${path}`
  const call = patterns.find(({ pattern }) => pattern.test(name))
  const type = headers.get('content-type') ?? ''
  const asksAnthropic = request.headers.has('anthropic-version')
  const isAnthropic = call?.isAnthropic === true || (call?.isAnthropic === 'asked' && asksAnthropic)
  const refusal = isAnthropic ? anthropicErrorAnswer : apiErrorBody
  if (type.startsWith('text/event-stream')) {
    const event = call?.event
    return (text) => {
      for (const line of text.split('\n'))
        if (line.startsWith('data: ') && line !== 'data: [DONE]' && event) look(name, event, JSON.parse(line.slice(6)))
        else if (!event) problems.push(`${name} has events, which are not said`)
    }
  }
  if (type.startsWith('text/plain') && call?.hasText) return null
  if (call && !call.statuses.includes(status)) problems.push(`${name} answers ${status}, which is not said`)
  if (status === 200 && !call) return () => problems.push(`${name} is not in contract/v1/calls.ts`)
  // A file is looked at by its own tests.
  if (status === 200 && call?.promised !== undefined && type.startsWith('audio/')) return null
  return (text) => look(`${name} ${status}`, status === 200 && call ? call.answer : refusal, JSON.parse(text))
}

/** The whole lines of what has come; events are looked at as they pass, because a client may leave before the last. */
function splitterOf(looker: Look, isStream: boolean) {
  const decoder = new TextDecoder()
  let text = ''
  return {
    add: (bytes: Uint8Array) => {
      text += decoder.decode(bytes, { stream: true })
      const end = isStream ? text.lastIndexOf('\n') + 1 : 0
      if (end > 0) looker(text.slice(0, end))
      text = text.slice(end)
    },
    end: () => {
      if (text !== '') looker(text)
    }
  }
}

/** The same answer, looked at while it is read. */
export function checkedAnswer(request: Request, response: Response): Response {
  const looker = response.body === null || request.method === 'HEAD' ? null : lookerOf(request, response)
  if (!looker || !response.body) return response
  const reader = response.body.getReader()
  const isStream = (response.headers.get('content-type') ?? '').startsWith('text/event-stream')
  const { add, end } = splitterOf(looker, isStream)
  const passed = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) {
          end()
          controller.close()
          return
        }
        add(value)
        controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason)
    },
    // Nothing is read ahead of the client: what it gets before it leaves is what it pays.
    { highWaterMark: 0 }
  )
  return new Response(passed, response)
}
