import type { Locator, Page } from 'playwright-core'

/** The beginning of the sandbox's answers. */
const opening = /^(Отвечаю на запрос|Вы спросили|Разберём запрос)/

export const answersOn = (page: Page): Locator => page.getByRole('article', { name: 'Ответ' })
export const promptField = (page: Page): Locator => page.getByRole('textbox', { name: 'Ваш запрос' })

/** Waits for the first words of an answer. */
export const waitForWords = (answer: Locator): Promise<void> => answer.getByText(opening).waitFor()

export async function ask(page: Page, prompt: string): Promise<void> {
  await promptField(page).fill(prompt)
  await page.getByRole('button', { name: /^Отправить/ }).click()
}
