// An answer that searches and thinks aloud, as a user meets it.
import { expect } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { expectAccessible } from '../support/e2e/accessibility.ts'
import { answersOn, ask } from '../support/e2e/chatting.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { test } from '../support/e2e/test.ts'

test('by keyboard: both switches, the thoughts, the sources, and all of it after a reload', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  const foreign: string[] = []
  page.on('request', (request) => {
    if (/example\.(org|com)/.test(new URL(request.url()).hostname)) foreign.push(request.url())
  })
  await page.goto('/claude')
  for (const name of ['Поиск в интернете, +5 токенов', 'Показать размышления']) {
    const button = page.getByRole('button', { name, exact: true })
    await button.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
  }
  await page.getByText('Ответ: до 7 токенов').waitFor()
  await expectAccessible(page)
  await ask(page, 'Кратко: что такое лирика?')
  const answer = answersOn(page)
  const sources = answer.getByRole('region', { name: 'Источники' })
  await sources.getByRole('link').first().waitFor()
  await answer.getByText(/Списано 7 токенов/).waitFor()

  await page.reload()
  const thoughts = answer.locator('summary', { hasText: 'Размышления' })
  await thoughts.focus()
  await page.keyboard.press('Enter')
  await answer.getByText('Разбираю вопрос').waitFor()
  const mark = answer.getByRole('link', { name: 'Источник 1' })
  await expect.poll(() => mark.getAttribute('href')).toBe(await sources.getByRole('link').first().getAttribute('href'))
  await expectAccessible(page)
  await expectGoodLooks(page, 'sources')
  expect(foreign).toEqual([])
})
