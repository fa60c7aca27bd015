// Runs inside workerd before every test file. Files share the runtime and the loaded modules: to start both costs more
// than most files' tests. So each file begins with empty storage and a sandbox of its own.
import { env } from 'cloudflare:workers'
import { afterAll, afterEach, vi } from 'vitest'
import 'fflate'
import '#data/directory/outgoing-mails.ts'
import '#durable-objects/answer/memory-offer.ts'
import '#durable-objects/answer/proposals.ts'
import '#durable-objects/metering/metering.ts'
import '#durable-objects/project/project-reader.ts'
import '#durable-objects/user/chat-works.ts'
import '#durable-objects/user/upkeep.ts'
import '#providers/chat/anthropic.ts'
import '#providers/chat/openai-chat.ts'
import '#providers/chat/openai.ts'
import '#providers/chat/xai.ts'
import '#queues/steps/mark-results.ts'
import '#worker/consume.ts'
import '#worker/clock/cron.ts'
import '#worker/clock/tell-alarms.ts'
import '#worker/http/register-gate.ts'
import '#worker/jobs/chat-place.ts'
import { gathering } from '#worker/api/calls/save-attempts.ts'
import { rooms } from '#worker/rooms.ts'
import { beginFile } from './begin-file.ts'
import { expectPromisedAnswers } from './checked-answers.ts'
import { makeFirstRequests } from './first-requests.ts'
import { keepMain } from './kept-main.ts'

// What the Worker loads when it needs it is loaded here: the test runner shares one loading between requests, and workerd lets no request
// wait for another's.
await Promise.all(rooms.map(({ load }) => load()))
await keepMain()
await beginFile()

// Tests that look for calls of routes wait for them.
gathering.ms = 100

// The product's own lines stay out of the output: a test that is about one spies on the console. Lines of errors fail a test.
const spoken = { log: console.log, warn: console.warn }
const isNotice = (part: unknown) => typeof part === 'string' && part.startsWith('{"')
for (const name of ['log', 'warn'] as const)
  console[name] = (...parts: unknown[]) => {
    if (!isNotice(parts[0])) spoken[name](...parts)
  }

const sandbox = new URL(env.OPENAI_BASE_URL).origin
const unexpected: string[] = []
const send = globalThis.fetch

// Worker and tests share this isolate, so this function sees every outbound request of both.
globalThis.fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
  const { origin } = new URL(input instanceof Request ? input.url : input)
  if (origin === sandbox) return send(input, init)
  unexpected.push(origin)
  throw new Error(`A test may not reach ${origin}`)
}

await makeFirstRequests()

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  const origins = unexpected.splice(0)
  if (origins.length > 0) throw new Error(`Unexpected requests to ${origins.join(', ')}`)
  expectPromisedAnswers()
})

afterAll(() => {
  globalThis.fetch = send
  Object.assign(console, spoken)
})
