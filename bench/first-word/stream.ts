// One streamed answer over HTTP, read to its end and checked: a bench that loses words measures nothing.
import { Agent, request } from 'node:http'

/** How an upstream answers: so many chunks, one every so many milliseconds. */
export interface Shape {
  chunks: number
  pauseMs: number
  /** Of the prompt; absent: it is as short as can be. */
  promptBytes?: number
}

/** The shape travels in the prompt, because the product decides what else the request to the upstream holds. */
function promptOf({ chunks, pauseMs, promptBytes = 0 }: Shape): string {
  const said = `${chunks} chunks, ${pauseMs} ms`
  return 'A file of an agent, line for line. '.repeat(promptBytes / 35) + said
}
export const promptPattern = /(\d+) chunks, (\d+) ms/g

/** What each chunk holds. */
export const wordOf = (number: number) => `word${number} `
const wordPattern = /word(\d+) /g

/** Where a stream is asked for and what the request holds besides the prompt. */
export interface Target {
  url: string
  headers: () => Record<string, string>
  body: (prompt: string) => object
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

/**
 * Reads one answer.
 * @param heard called with the first word
 * @returns the time from the request to the first word, in milliseconds
 * @throws Error when the answer was refused or did not hold every chunk once, in their order
 */
export function readStream(
  { url, headers, body }: Target,
  shape: Shape,
  heard: () => void = () => undefined
): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    let firstMs = Number.NaN
    let text = ''
    const asked = request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers() } })
    asked.on('error', reject)
    asked.on('response', (response) => {
      response.setEncoding('utf8')
      response.on('error', reject)
      response.on('data', (part: string) => {
        text += part
        if (!Number.isNaN(firstMs) || text.search(wordPattern) < 0) return
        firstMs = performance.now() - startedAt
        heard()
      })
      response.on('end', () => {
        const numbers = [...text.matchAll(wordPattern)].map(([, number]) => Number(number))
        if (numbers.length === shape.chunks && numbers.every((number, index) => number === index)) resolve(firstMs)
        else reject(new Error(`${url} sent ${numbers.length} of ${shape.chunks} chunks: ${text.slice(0, 300)}`))
      })
    })
    asked.end(JSON.stringify(body(promptOf(shape))))
  })
}
