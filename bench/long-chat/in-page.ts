/* oxlint-disable unicorn/consistent-function-scoping -- what runs in the page is sent there as text */
// Gives a page an answer that is being streamed, in place of the calls that bring it.
import type { Page } from 'playwright-core'
import { givenMessage } from '#tests/support/node/given-message.ts'

export interface GivenStream {
  /** The answer that arrives in conversation 2. */
  streamed: string
  /** Characters of a piece, and the milliseconds between two. */
  piece: number
  everyMs: number
}

interface Saved {
  question: object
  answer: object
}

interface BenchWindow extends Window {
  events?: number[]
}

/** Milliseconds from the begin of the navigation until this text is drawn as markdown and stands in the window. */
export const drawnAt = (page: Page, text: string) =>
  page
    .waitForFunction(
      (wanted) => {
        const found = [...document.querySelectorAll('.answer-markdown p:last-of-type')].findLast((one) =>
          one.textContent.endsWith(wanted)
        )
        if (!found || found.closest('[data-undrawn]')) return 0
        const { top, bottom } = found.getBoundingClientRect()
        return bottom > 0 && top < window.innerHeight ? performance.now() : 0
      },
      text,
      { polling: 'raf', timeout: 120_000 }
    )
    .then((handle) => handle.jsonValue())

/** Where the pages of this browser find them: outside their scripts, so that reading one costs what reading an answer costs. */
export const keepPortions = (page: Page, portions: ReadonlyMap<string, string>) =>
  page.evaluate(
    async (entries) => {
      const cache = await caches.open('portions')
      for (const [path, body] of entries) await cache.put(path, new Response(body))
    },
    [...portions]
  )

export const giveStream = (page: Page, given: GivenStream) =>
  page.addInitScript(
    ({ streamed, piece, everyMs, question, answer }: GivenStream & Saved) => {
      const events: number[] = ((window as BenchWindow).events = [])
      new PerformanceObserver((list) => {
        for (const { name, duration } of list.getEntries()) if (name === 'keydown') events.push(duration)
      }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)

      let isOver = false

      const stream = () => {
        const base = { operationId: 'streamed', service: 'chatgpt', model: 'gpt-4o-mini', conversationId: 2 }
        const settlement = { priceTokens: 5, chargedTokens: 5, returnedTokens: 0, balanceTokens: 5 }
        const done = { type: 'done', outcome: 'complete', upstreamModel: null, billing: { siteTokens: 5 }, settlement }
        const encoder = new TextEncoder()
        let at = 0
        let id = 0
        const send = (controller: ReadableStreamDefaultController, event: object) => {
          controller.enqueue(encoder.encode(`id: ${id}\ndata: ${JSON.stringify({ priceTokens: 5, ...event })}\n\n`))
          id += 1
        }
        return new ReadableStream({
          start: (controller) => send(controller, { type: 'start', ...base }),
          async pull(controller) {
            await new Promise((resolve) => setTimeout(resolve, everyMs))
            if (at < streamed.length) send(controller, { type: 'delta', text: streamed.slice(at, at + piece) })
            else {
              isOver = true
              send(controller, done)
              controller.close()
            }
            at += piece
          }
        })
      }

      const fromServer = window.fetch
      window.fetch = async (resource, options) => {
        const url = new URL(resource instanceof Request ? resource.url : resource, location.origin)
        if (url.pathname === '/api/ai/text/answers/streamed') return new Response(stream())
        if (url.pathname === '/api/chat/conversations/1/messages')
          return (await caches.match(url.pathname + url.search)) ?? fromServer(resource, options)
        if (url.pathname !== '/api/chat/conversations/2/messages') return fromServer(resource, options)
        return Response.json({
          success: true,
          data: { messages: isOver ? [question, answer] : [question], hasMore: false }
        })
      }
    },
    {
      ...given,
      question: givenMessage(1, 'user', 'Напишите много', 'streamed'),
      answer: givenMessage(2, 'assistant', given.streamed, 'streamed')
    }
  )

export const keyTimes = (page: Page): Promise<number[]> => page.evaluate(() => (window as BenchWindow).events ?? [])
export const forgetKeys = (page: Page): Promise<void> =>
  page.evaluate(() => void (window as BenchWindow).events?.splice(0))
