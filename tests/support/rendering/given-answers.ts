/* oxlint-disable unicorn/consistent-function-scoping -- what runs in the page is sent there as text */
// A chat whose messages are given by the test. Only the two calls that bring messages are answered in the page;
// everything else is the product: its documents with their headers, its built code, its API.
import type { Page } from 'playwright-core'

/** The conversation whose answers are all saved. */
export const savedChat = '/chatgpt?chat=1'
/** The conversation whose answers still arrive. */
export const arrivingChat = '/chatgpt?chat=2'

interface GivenAnswers {
  saved: readonly string[]
  /** Each in the pieces in which it arrives. */
  arriving: readonly (readonly string[])[]
}

export interface WatchedWindow extends Window {
  /** Directives of the Content-Security-Policy that something on the page broke. */
  violations?: string[]
  /** How often a piece was sent while an answer that still arrives was already to be seen. */
  drawnHalfway?: number
}

/** Before the page is opened. */
export async function giveAnswers(page: Page, answers: GivenAnswers) {
  // Sent to the page as text: it can use nothing of this module.
  await page.addInitScript(({ saved, arriving }: GivenAnswers) => {
    const watched = window as WatchedWindow
    const violations: string[] = (watched.violations = [])
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) => violations.push(effectiveDirective))

    const message = (id: number, role: string, content: string, operation: string | null) => ({
      id,
      role,
      content,
      model: 'gpt-4o-mini',
      created_at: 1_795_000_000_000 + id,
      operation_id: operation,
      outcome: role === 'assistant' ? 'complete' : null,
      upstream_model: null,
      billing: null,
      parent_id: id > 1 ? id - 1 : null,
      versions: [id],
      thinking: null,
      sources: null,
      answering: null
    })
    const conversationOf = (id: number) => ({
      id,
      title: 'Чат',
      service: 'chatgpt',
      model: 'gpt-4o-mini',
      created_at: 1,
      updated_at: 1
    })
    const settlement = { priceTokens: 5, chargedTokens: 5, returnedTokens: 0, balanceTokens: 5 }
    const done = { type: 'done', outcome: 'complete', upstreamModel: null, billing: { siteTokens: 5 }, settlement }

    const joined = new Set<string>()
    let lists = 0
    /**
     * The page joins three running answers of a list at most, and asks for the list again when one of them is over. So
     * each list names two answers and one that is gone already: at once the page asks again, and all answers arrive at
     * the same time.
     */
    const nextQuestions = () => {
      const next = arriving
        .map((_, index) => message(index + 1, 'user', `${index}`, `arriving-${index}`))
        .filter(({ operation_id: operation }) => !joined.has(operation ?? ''))
      lists += 1
      return next.length === 0 ? [] : [message(100_000 + lists, 'user', 'gone', `gone-${lists}`), ...next.slice(0, 2)]
    }

    const encoder = new TextEncoder()
    const streamOf = (operation: string) => {
      joined.add(operation)
      const pieces = arriving[Number(operation.replace('arriving-', ''))] ?? []
      const events = [
        { type: 'start', operationId: operation, service: 'chatgpt', model: 'gpt-4o-mini', conversationId: 2 },
        ...pieces.map((text) => ({ type: 'delta', text })),
        done
      ].map((event) => ({ priceTokens: 5, ...event }))
      let sent = 0
      return new ReadableStream({
        async pull(controller) {
          // A piece for every frame, so that each of them is drawn.
          await new Promise(requestAnimationFrame)
          if (document.querySelector('[aria-busy=true] .answer-markdown'))
            watched.drawnHalfway = (watched.drawnHalfway ?? 0) + 1
          controller.enqueue(encoder.encode(`id: ${sent}\ndata: ${JSON.stringify(events[sent])}\n\n`))
          sent += 1
          if (sent === events.length) controller.close()
        }
      })
    }

    const fromServer = window.fetch
    window.fetch = async (resource, options) => {
      const { pathname } = new URL(resource instanceof Request ? resource.url : resource, location.origin)
      const [, chat, list] = /^\/api\/chat\/conversations\/(\d+)(\/messages)?$/.exec(pathname) ?? []
      const [, operation] = /^\/api\/ai\/text\/answers\/(arriving-\d+)$/.exec(pathname) ?? []
      if (pathname.startsWith('/api/ai/text/answers/gone-'))
        return Response.json({ success: false, code: 'NOT_FOUND', error: 'Не найдено' }, { status: 404 })
      if (operation !== undefined) return new Response(streamOf(operation))
      if (chat === undefined) return fromServer(resource, options)
      if (list === undefined)
        return Response.json({ success: true, data: { conversation: conversationOf(Number(chat)) } })
      const messages =
        chat === '1' ? saved.map((content, index) => message(index + 1, 'assistant', content, null)) : nextQuestions()
      return Response.json({ success: true, data: { messages, hasMore: false } })
    }
  }, answers)
}
