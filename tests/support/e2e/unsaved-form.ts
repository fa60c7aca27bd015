// Leaving a form of a dialog that is not saved, in a real browser with its history.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectGoodLooks } from './good-looks.ts'

/**
 * «Назад» and Escape do not lose what is chosen in a dialog: it asks, and «назад» from the question stays.
 * @param chosen what shows the choice in it
 */
export async function leaveWithQuestion(page: Page, form: Locator, chosen: Locator): Promise<void> {
  const path = new URL(page.url()).pathname
  const question = page.getByRole('dialog', { name: 'Закрыть без сохранения?' })
  // The browser writes a step of the history for each a moment later.
  const back = async (layers: number) => {
    await expect.poll(() => page.evaluate(() => window.history.state?.over)).toBe(layers)
    await page.goBack()
  }
  await back(1)
  await question.waitFor()
  await back(2)
  await question.waitFor({ state: 'detached' })
  await chosen.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor()
  await expectGoodLooks(page, 'question before a form closes')
  await question.getByRole('button', { name: 'Не сохранять' }).click()
  await form.waitFor({ state: 'detached' })
  await expect
    .poll(() => page.evaluate(() => [window.location.pathname, window.history.state?.over]))
    .toEqual([path, undefined])
}
