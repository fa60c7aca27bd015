// A model proposes works in a chat: they are made by a click, and within the tokens that the chat may spend by itself.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { buyWithoutPage } from '../support/e2e/buying.ts'
import { ask, promptField } from '../support/e2e/chatting.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { chargesOf, jobsOf, whileJobsRun } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Создать' })
const cards = (page: Page) => page.getByRole('article', { name: 'Работа в чате' })
const proposals = (page: Page) => page.getByRole('list', { name: 'Предложения модели' })
const widthOf = (one: Element) => (one instanceof HTMLImageElement ? one.naturalWidth : 0)

/** The tool that pictures are made with from here on. */
async function chooseTool(page: Page, option: RegExp) {
  await page.getByRole('button', { name: 'Создать', exact: true }).first().press('Enter')
  await panel(page)
    .getByRole('button', { name: /^Инструмент/ })
    .press('Enter')
  await page.getByRole('menuitemradio', { name: option }).press('Enter')
  await panel(page).getByRole('button', { name: 'Закрыть' }).press('Enter')
}

/** The picture of a card, once it is made and shown. */
async function seen(page: Page, index: number) {
  const picture = cards(page).nth(index).getByRole('img').first()
  await picture.waitFor({ timeout: 60_000 })
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate(widthOf), whileJobsRun).toBeGreaterThan(0)
}

test('what a model proposes is made by a click, or by itself within a limit, and once', async ({ openPage }) => {
  const account = await createAccount('paid')
  const page = await openPage({ tokens: account.tokens })
  await buyWithoutPage(account)
  await page.goto('/chatgpt')
  await chooseTool(page, /^Flux/)

  await ask(page, 'Нарисуй маяк на скале')
  await page.waitForURL(/\?chat=\d+/)
  const picture = proposals(page).first()
  await picture.getByText('1 токен', { exact: true }).waitFor()
  await expectGoodLooks(page, 'proposal of a picture')
  expect(await jobsOf(account)).toEqual([])
  await picture.getByRole('button', { name: /^Создать/ }).press('Enter')
  await seen(page, 0)
  await picture.getByText('Создано').waitFor()

  await ask(page, 'Сделай фон белым')
  const change = proposals(page).nth(1)
  await change.getByText('Из этой картинки').waitFor()
  await expectGoodLooks(page, 'proposal of a change')
  await change.getByRole('button', { name: /^Создать/ }).press('Enter')
  await seen(page, 1)

  await page.getByRole('button', { name: 'Действия с этим чатом' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Создавать без вопроса…' }).press('Enter')
  const limit = page.getByRole('dialog', { name: 'Создавать без вопроса' })
  await limit.getByRole('textbox').fill('10')
  await expectGoodLooks(page, 'limit of a chat')
  await limit.getByRole('textbox').press('Enter')
  await limit.waitFor({ state: 'detached' })

  await ask(page, 'Нарисуй закат над морем')
  await seen(page, 2)
  await proposals(page).nth(2).getByText('Создано').waitFor()

  const [third, second, first, ...more] = await jobsOf(account)
  expect(more).toEqual([])
  expect([first, third].map((job) => [job?.service, job?.parameters['prompt']])).toEqual([
    ['flux', expect.stringMatching(/маяк на скале/i)],
    ['flux', expect.stringMatching(/закат над морем/i)]
  ])
  expect(second?.sources.map(({ from }) => from?.job)).toEqual([first?.id])

  const other = await openPage({ width: 390, tokens: account.tokens, dark: false })
  await other.goto(page.url())
  await seen(other, 2)
  await proposals(other).nth(2).getByText('Создано').waitFor()
  await expectGoodLooks(other, 'proposals on another device')
  await promptField(other).waitFor()
  expect(await jobsOf(account)).toHaveLength(3)
  const works = async () =>
    (await chargesOf(account)).filter(({ service }) => service !== 'chatgpt').map((one) => one.cost_in_tokens)
  await expect.poll(async () => (await works()).filter((tokens) => tokens > 0)).toEqual([1, 7, 1])
})
