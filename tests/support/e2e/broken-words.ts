import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Expects that no word of the page stands on two lines. Code and addresses of mail, of any length, are no words. */
export async function expectWholeWords(page: Page): Promise<void> {
  const broken = () =>
    page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      const place = document.createRange()
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const parent = text.parentElement
        // What is a pixel wide is for screen readers alone.
        if (!parent?.checkVisibility() || parent.getBoundingClientRect().width <= 1) continue
        if (parent.closest('code') || text.textContent?.includes('@')) continue
        for (const { 0: word, index } of text.textContent?.matchAll(/[\p{L}\p{N}]+/gu) ?? []) {
          place.setStart(text, index)
          place.setEnd(text, index + word.length)
          const lines = [...place.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top))
          if (new Set(lines).size > 1) found.push(word)
        }
      }
      return found
    })
  await expect.poll(broken, { message: `${page.url()} breaks words` }).toEqual([])
}
