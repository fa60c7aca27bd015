// Measures the CPU time of each adapter per streamed answer of 200 chunks, compared with two baselines: only reading
// the bytes, and only parsing the events. Run with `node bench/adapters.ts`.
import { createParser } from 'eventsource-parser'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import type { ChatProviderName } from '#providers/chat/chat-providers.ts'

const chunks = 200
const rounds = 21
const streamsPerRound = 100

const encoder = new TextEncoder()
const event = (data: { type: string }) => encoder.encode(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`)
const words = Array.from({ length: chunks }, (_, index) => `слово-${index} `)

const responsesChunks = [
  event({ type: 'response.created' }),
  ...words.map((delta, index) => {
    const place = { sequence_number: index, item_id: 'msg_0a1b2c3d4e5f', output_index: 0, content_index: 0 }
    return event(Object.assign({ type: 'response.output_text.delta' }, { ...place, delta, logprobs: [] }))
  }),
  event(
    Object.assign(
      { type: 'response.completed' },
      { response: { model: 'gpt-6-luna', output: [words.join('')], usage: { input_tokens: 1, output_tokens: 200 } } }
    )
  )
]

const messagesChunks = [
  event(
    Object.assign({ type: 'message_start' }, { message: { model: 'claude-haiku-5-5', usage: { input_tokens: 1 } } })
  ),
  ...words.map((text) =>
    event(Object.assign({ type: 'content_block_delta' }, { index: 0, delta: { type: 'text_delta', text } }))
  ),
  event(
    Object.assign({ type: 'message_delta' }, { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 200 } })
  ),
  event({ type: 'message_stop' })
]

const bodyOf = (parts: readonly Uint8Array[]) => {
  let index = 0
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = parts[index++]
      if (part) controller.enqueue(part)
      else controller.close()
    }
  })
}

/** The first baseline: every chunk is read and counted. */
async function passThrough(parts: readonly Uint8Array[]): Promise<number> {
  const reader = bodyOf(parts).getReader()
  let bytes = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) bytes += read.value.byteLength
  return bytes
}

/** The second baseline: the events are parsed, optionally their JSON too, and thrown away. */
async function parseOnly(parts: readonly Uint8Array[], parse: (data: string) => unknown): Promise<number> {
  const decoder = new TextDecoder()
  const reader = bodyOf(parts).getReader()
  let events = 0
  const parser = createParser({
    onEvent({ data }) {
      if (parse(data)) events++
    }
  })
  for (let read = await reader.read(); !read.done; read = await reader.read())
    parser.feed(decoder.decode(read.value, { stream: true }))
  return events
}

const settings = {
  OPENAI_BASE_URL: 'http://127.0.0.1/v1',
  OPENAI_API_KEY: 'key',
  ANTHROPIC_BASE_URL: 'http://127.0.0.1',
  ANTHROPIC_API_KEY: 'key',
  XAI_BASE_URL: 'http://127.0.0.1/v1',
  XAI_API_KEY: 'key'
}
const request = {
  model: 'model',
  turns: [{ role: 'user' as const, text: 'Привет' }],
  outputTokensMax: 1024,
  userTag: 'tag'
}
const never = new AbortController().signal

async function adapter(name: ChatProviderName, parts: readonly Uint8Array[]): Promise<number> {
  const headers = { 'content-type': 'text/event-stream' }
  const provider = chatProviderOf(name, settings, { send: async () => new Response(bodyOf(parts), { headers }) })
  let characters = 0
  for await (const step of provider.stream(request, never)) if (step.type === 'text') characters += step.text.length
  if (characters !== words.join('').length) throw new Error(`${name} lost text: ${characters} characters`)
  return characters
}

type Subject = readonly [name: string, run: () => Promise<number>]

/**
 * CPU time of one stream in microseconds, by subject: the median of the rounds. The subjects take turns, so that other
 * load on the machine affects them equally; the first round is a warm-up.
 */
async function cpuMicrosecondsOf(subjects: readonly Subject[]): Promise<number[]> {
  const times = subjects.map((): number[] => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [index, [, run]] of subjects.entries()) {
      const before = process.cpuUsage()
      for (let stream = 0; stream < streamsPerRound; stream++) await run()
      const { user, system } = process.cpuUsage(before)
      if (round > 0) times[index]?.push((user + system) / streamsPerRound)
    }
  }
  return times.map((all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN)
}

for (const [format, parts, names] of [
  ['Responses', responsesChunks, ['openai', 'xai']],
  ['Messages', messagesChunks, ['anthropic']]
] as const) {
  const subjects: Subject[] = [
    ['bytes read', () => passThrough(parts)],
    ['events parsed', () => parseOnly(parts, (data) => data)],
    ['events and JSON parsed', () => parseOnly(parts, JSON.parse)],
    ...names.map((name): Subject => [`adapter ${name}`, () => adapter(name, parts)])
  ]
  const times = await cpuMicrosecondsOf(subjects)
  const ratioTo = (floor: number, time: number) => Number((time / (times[floor] ?? Number.NaN)).toFixed(2))
  const rows = subjects.map(([name], index): [string, object] => {
    const time = times[index] ?? Number.NaN
    return [
      name,
      {
        'CPU µs a stream': Math.round(time),
        'to bytes read': ratioTo(0, time),
        'to events parsed': ratioTo(1, time),
        'to JSON parsed': ratioTo(2, time)
      }
    ]
  })
  console.log(`\n${format}, ${chunks} chunks`)
  console.table(Object.fromEntries(rows))
}
