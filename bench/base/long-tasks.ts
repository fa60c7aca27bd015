// The long tasks of a page: work of its scripts that the browser reports because it took 50 ms or longer.
import type { Page } from 'playwright-core'

interface WatchedWindow extends Window {
  longTasks?: number[]
}

/** Notes how long each one takes, from the beginning of the page. */
export const watchTasks = (page: Page) =>
  page.addInitScript(() => {
    const tasks: number[] = ((window as WatchedWindow).longTasks = [])
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
      buffered: true
    })
  })

export const longTasks = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as WatchedWindow).longTasks ?? [])
export const forgetTasks = (page: Page): Promise<void> =>
  page.evaluate(() => void (window as WatchedWindow).longTasks?.splice(0))
