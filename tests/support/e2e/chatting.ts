import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** The beginning of the sandbox's answers. */
const opening = /^(Отвечаю на запрос|Вы спросили|Разберём запрос)/

export const answersOn = (page: Page): Locator => page.getByRole('article', { name: 'Ответ' })
export const promptField = (page: Page): Locator => page.getByRole('textbox', { name: 'Ваш запрос' })

/** The whole text of the last answer: `innerText` leaves out what lies outside the window. */
export const textOn = (page: Page): Promise<string | null> =>
  answersOn(page).last().locator('.answer-markdown').textContent()

/** Waits for the first words of an answer. */
export const waitForWords = (answer: Locator): Promise<void> => answer.getByText(opening).waitFor()

export async function ask(page: Page, prompt: string): Promise<void> {
  await promptField(page).fill(prompt)
  await page.getByRole('button', { name: /^Отправить/ }).click()
}

/** The message that was looked for gets the focus, and stands in the window once everything around it is drawn. */
export async function showsFound(message: Locator): Promise<void> {
  await expect.poll(() => message.evaluate((one) => one === document.activeElement)).toBe(true)
  // It is marked for a moment, during which the page keeps it in the window.
  await expect.poll(() => message.getAttribute('data-found')).toBe(null)
  const isInView = () =>
    message.evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return top >= 0 && bottom <= window.innerHeight
    })
  await expect.poll(isInView).toBe(true)
}
