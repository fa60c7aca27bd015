// A picture, its change and a film of it, made without leaving a chat; another device has them, and a copy shows them.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createShare } from '#contract/shares.ts'
import { callApi, createAccount } from '../support/e2e/account.ts'
import { buyWithoutPage } from '../support/e2e/buying.ts'
import { promptField } from '../support/e2e/chatting.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { balanceOf, chargesOf, jobsOf, whileJobsRun } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Создать' })
const cards = (page: Page) => page.getByRole('article', { name: 'Работа в чате' })
const open = (page: Page) => page.getByRole('button', { name: 'Создать', exact: true }).first().press('Enter')

/** From a list of the panel. */
async function choose(page: Page, label: string, option: RegExp) {
  await panel(page)
    .getByRole('button', { name: new RegExp(`^${label}`) })
    .press('Enter')
  await page.getByRole('menuitemradio', { name: option }).press('Enter')
}

const widthOf = (one: Element) => (one instanceof HTMLImageElement ? one.naturalWidth : 0)

/** The picture of a card, once it is made and shown. */
async function seen(page: Page, index: number) {
  const picture = cards(page).nth(index).getByRole('img').first()
  await picture.waitFor({ timeout: 60_000 })
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate(widthOf), whileJobsRun).toBeGreaterThan(0)
}

test('a picture is made in a new chat, changed and filmed; another device has all of it', async ({ openPage }) => {
  const account = await createAccount('paid')
  const page = await openPage({ tokens: account.tokens })
  const before = 110
  await buyWithoutPage(account)
  await expect.poll(() => balanceOf(account)).toBe(before)
  await page.goto('/chatgpt')
  await open(page)
  await choose(page, 'Инструмент', /^Flux/)
  await promptField(page).fill('Маяк на скале')
  await panel(page).getByText('1 токен', { exact: true }).waitFor()
  await expectGoodLooks(page, 'panel in a new chat')
  await promptField(page).press('Enter')
  await page.waitForURL(/\?chat=\d+/)
  await seen(page, 0)
  await expectGoodLooks(page, 'card in a chat')

  await cards(page).first().getByRole('button', { name: 'Изменить' }).press('Enter')
  await panel(page).getByRole('button', { name: 'Убрать' }).waitFor()
  await promptField(page).fill('Теперь ночью')
  await expectGoodLooks(page, 'panel with a picture')
  await panel(page).getByRole('button', { name: 'Создать' }).press('Enter')
  await seen(page, 1)

  await cards(page).nth(1).getByRole('button', { name: 'Оживить' }).press('Enter')
  await promptField(page).fill('Волны накатывают')
  await panel(page).getByRole('button', { name: 'Создать' }).press('Enter')
  await cards(page).nth(2).getByText('Создаём видео').waitFor()

  const [film, changed, first] = await jobsOf(account)
  expect(first?.service).toBe('flux')
  expect(changed?.sources.map(({ from }) => from?.job)).toEqual([first?.id])
  expect(film?.sources.map(({ from }) => from?.job)).toEqual([changed?.id])

  const other = await openPage({ width: 390, tokens: account.tokens, dark: false })
  await other.goto(page.url())
  await cards(other).nth(2).locator('video').waitFor({ timeout: 60_000 })
  await expectGoodLooks(other, 'cards on another device')
  const charged = async () => (await chargesOf(account)).map((one) => one.cost_in_tokens).filter((tokens) => tokens > 0)
  await expect.poll(charged).toEqual([6, 7, 1])
  await expect.poll(() => balanceOf(account)).toBe(before - 14)

  const id = Number(new URL(page.url()).searchParams.get('chat'))
  const { share } = await callApi(createShare, { id }, account.tokens.accessToken)
  const visitor = await openPage({ dark: false })
  await visitor.goto(share.url ?? '')
  const answers = visitor.getByRole('article', { name: 'Ответ' })
  await answers.nth(2).locator('video').waitFor()
  await answers.nth(1).getByRole('img').scrollIntoViewIfNeeded()
  await expect.poll(() => answers.nth(1).getByRole('img').evaluate(widthOf)).toBeGreaterThan(0)
  await expectGoodLooks(visitor, 'copy of a chat with works')
})
