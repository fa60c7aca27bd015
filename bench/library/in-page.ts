/* oxlint-disable unicorn/consistent-function-scoping -- what runs in the page is sent there as text */
// Gives a page a large library, in place of the calls that read it.
import type { Page } from 'playwright-core'
import type { Job } from '#contract/jobs.ts'
import type { LibraryItem } from '#contract/library.ts'

export const giveLibrary = (page: Page, count: number) =>
  page.addInitScript((jobCount: number) => {
    const sizes = [
      [1024, 1024],
      [1280, 720],
      [720, 1280],
      [1200, 900]
    ] as const
    const begun = 1_795_000_000_000
    const idOf = (number: number) => `work-${String(number).padStart(36, '0')}`
    const numberOf = (id: string) => Number(id.slice(5))
    const sizeOf = (number: number) => sizes[number % sizes.length] ?? sizes[0]
    // Those of Midjourney's gallery.
    const pictures = ['teal-morning', 'night-moon', 'orange-sunset', 'purple-dusk', 'green-valley', 'steel-winter']
    const pictureOf = (number: number) =>
      `${location.origin}/samples/midjourney/${pictures[number % pictures.length] ?? ''}.webp?work=${number}`
    const workOf = (number: number): LibraryItem => {
      const [width, height] = sizeOf(number)
      return {
        id: idOf(number),
        created_at: begun - number * 60_000,
        ratio: Math.round((1000 * width) / height) / 1000,
        favourite: number % 10 === 0,
        folder_id: null,
        size_bytes: 1_000_000
      }
    }
    const jobOf = (number: number): Job => {
      const [width, height] = sizeOf(number)
      return {
        id: idOf(number),
        state: 'completed',
        kind: 'image',
        service: 'flux',
        model: null,
        upstreamModel: 'flux-2-pro',
        parameters: { prompt: `Работа ${number}: маяк на скале во время шторма, длинная выдержка` },
        uploads: [],
        sources: [],
        seed: null,
        batch: null,
        revisedPrompt: null,
        priceTokens: 1,
        chargedTokens: 1,
        progress: null,
        cancelling: false,
        waiting: null,
        files: [
          {
            id: `${idOf(number)}.0`,
            url: pictureOf(number),
            downloadUrl: pictureOf(number),
            type: 'image/webp',
            sizeBytes: 1_000_000,
            width,
            height,
            durationSeconds: null
          }
        ],
        error: null,
        revision: 0,
        redoOf: null,
        redo: null,
        createdAt: begun - number * 60_000,
        startedAt: begun,
        finishedAt: begun
      }
    }
    const answer = (data: object) => Response.json({ success: true, data, message: null, error: null })

    const fromServer = window.fetch
    window.fetch = async (resource, options) => {
      const url = new URL(resource instanceof Request ? resource.url : resource, location.origin)
      if (url.pathname === '/api/library/jobs') {
        const numbers = (url.searchParams.get('ids') ?? '').split(',').map(numberOf)
        return answer({ works: numbers.map(workOf), jobs: numbers.map(jobOf) })
      }
      if (url.pathname !== '/api/library/works') return fromServer(resource, options)
      const before = url.searchParams.get('before')
      const from = before === null ? 0 : numberOf(before) + 1
      const to = Math.min(jobCount, from + Number(url.searchParams.get('limit') ?? 1000))
      const numbers = Array.from({ length: to - from }, (_, index) => from + index)
      return answer({
        works: numbers.map(workOf),
        jobs: numbers.slice(0, Number(url.searchParams.get('whole') ?? 0)).map(jobOf),
        hasMore: to < jobCount,
        total: before === null ? jobCount : null,
        indexing: false,
        cut: false
      })
    }
  }, count)
