// Plays a model behind OpenAI's Responses API, and behind its older one of chats, in a process of its own: `node paced-upstream.ts <port>`. The last
// `<count> chunks, <pause> ms` in the request says what it sends.
import { createServer, type ServerResponse } from 'node:http'
import { promptPattern, wordOf } from './stream.ts'

const port = Number(process.argv[2])

/** The events of one answer, numbered as the API numbers them. */
function eventsOf(count: number) {
  let number = 0
  const event = (type: string, fields: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: number++, ...fields })}\n\n`
  const place = { item_id: 'msg_bench', output_index: 0, content_index: 0 }
  const response = { id: 'resp_bench', object: 'response', model: 'gpt-6-luna', output: [] }
  const usage = { input_tokens: 20, output_tokens: count, total_tokens: 20 + count }
  return {
    opening: () =>
      event('response.created', { response: { ...response, status: 'in_progress', usage: null } }) +
      event('response.output_item.added', { output_index: 0, item: { id: 'msg_bench', type: 'message', content: [] } }),
    delta: (word: number) => event('response.output_text.delta', { ...place, delta: wordOf(word), logprobs: [] }),
    closing: () =>
      event('response.output_text.done', { ...place, text: '' }) +
      event('response.completed', { response: { ...response, status: 'completed', usage } })
  }
}

const chatChunk = (choices: object[], more = {}) => {
  const named = { id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1, model: 'gpt-6-luna' }
  return `data: ${JSON.stringify({ ...named, choices, ...more })}\n\n`
}
const chatChoice = (delta: object, reason: string | null) => chatChunk([{ index: 0, delta, finish_reason: reason }])

/** The same as chunks of `/chat/completions`. */
function chunksOf(count: number): ReturnType<typeof eventsOf> {
  const usage = { prompt_tokens: 20, completion_tokens: count, total_tokens: 20 + count }
  return {
    opening: () => chatChoice({ role: 'assistant', content: '' }, null),
    delta: (word) => chatChoice({ content: wordOf(word) }, null),
    closing: () => `${chatChoice({}, 'stop')}${chatChunk([], { usage })}data: [DONE]\n\n`
  }
}

/** Sends chunk n at `n * pauseMs` after the first, whatever the timers' delays. */
function answer(response: ServerResponse, events: ReturnType<typeof eventsOf>, count: number, pauseMs: number) {
  const startedAt = performance.now()
  let sent = 0
  const next = () => {
    if (response.destroyed) return
    if (sent === count) {
      response.end(events.closing())
      return
    }
    response.write(events.delta(sent++))
    setTimeout(next, Math.max(0, startedAt + sent * pauseMs - performance.now()))
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  response.write(events.opening())
  next()
}

createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (part) => (body += part))
  request.on('end', () => {
    const shape = [...body.matchAll(promptPattern)].at(-1)
    const count = Number(shape?.[1])
    const isOfChats = request.url?.endsWith('/chat/completions')
    if (shape) answer(response, (isOfChats ? chunksOf : eventsOf)(count), count, Number(shape[2]))
    else response.writeHead(200).end('ready')
  })
}).listen(port, '127.0.0.1')
