// One streamed answer over HTTP, read to its end and checked: a bench that loses words measures nothing.
import { Agent, request } from 'node:http'
import { markPattern, promptOf, type Shape } from './shape.ts'

/** Where a stream is asked for and what the request holds besides the prompt. */
export interface Target {
  url: string
  headers: () => Record<string, string>
  body: (prompt: string) => object
}

export interface StreamTimes {
  /** From the request to the first text, in milliseconds. */
  firstMs: number
  /** The part of it before the upstream sent its first text. */
  beforeMs: number
  endedAt: number
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

const nowNs = () => process.hrtime.bigint()
const msBetween = (from: bigint, to: bigint) => Number(to - from) / 1e6

/** Reads one answer. @throws when it was refused or did not hold every chunk once */
export function readStream({ url, headers, body }: Target, shape: Shape): Promise<StreamTimes> {
  const sent = JSON.stringify(body(promptOf(shape)))
  return new Promise((resolve, reject) => {
    const startedAt = nowNs()
    let firstAt: bigint | null = null
    let text = ''
    const asked = request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers() } })
    asked.on('error', reject)
    asked.on('response', (response) => {
      response.setEncoding('utf8')
      response.on('error', reject)
      response.on('data', (part: string) => {
        text += part
        if (firstAt === null && text.search(markPattern) >= 0) firstAt = nowNs()
      })
      response.on('end', () => {
        const marks = [...text.matchAll(markPattern)]
        const sentFirst = marks[0]?.[1]
        if (firstAt === null || sentFirst === undefined || marks.length !== shape.chunks)
          return reject(new Error(`${url} sent ${marks.length} of ${shape.chunks} chunks: ${text.slice(0, 300)}`))
        resolve({
          firstMs: msBetween(startedAt, firstAt),
          beforeMs: msBetween(startedAt, BigInt(sentFirst)),
          endedAt: performance.now()
        })
      })
    })
    asked.end(sent)
  })
}

/** Reads one whole JSON body. @throws when the status is not 200 */
export function readJson(url: string, headers: Record<string, string>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers })
    asked.on('error', reject)
    asked.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(text))
        else reject(new Error(`${url}: ${response.statusCode} ${text.slice(0, 300)}`))
      })
    })
    asked.end()
  })
}
