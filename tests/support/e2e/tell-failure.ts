// What a failed test leaves for a developer who has only its output: what its pages showed, and which calls they had made.
import type { Page } from 'playwright-core'
import { takeScreenshot } from './screenshot.ts'

const callsKept = 25
const textMaxLength = 4_000

/** Keeps the last calls of a page. @returns them, each with the second in which it was answered */
export function keepCalls(page: Page): () => string[] {
  const calls: string[] = []
  const beganAt = Date.now()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/api/')) return
    const seconds = ((Date.now() - beganAt) / 1000).toFixed(1)
    calls.push(`${seconds} s: ${response.request().method()} ${pathname} ${response.status()}`)
    if (calls.length > callsKept) calls.shift()
  })
  return () => calls
}

const patience = { timeout: 2_000 }
const unknown = (error: unknown): string => String(error)

/** Prints all of it, as far as the page still answers. @param name of the test, and which of its pages this is */
export async function tellFailure(page: Page, name: string, calls: string[]): Promise<void> {
  console.log(`Screenshot: ${await takeScreenshot(page, name).catch(unknown)}`)
  const parts = await page.locator('main, [role=dialog]').all()
  const shown = await Promise.all(parts.map((part) => part.ariaSnapshot(patience).catch(unknown)))
  console.log(
    [
      `${page.url()} showed:`,
      shown.join('\n').slice(0, textMaxLength),
      'Its last calls, and when they were answered:',
      ...calls
    ].join('\n')
  )
}
