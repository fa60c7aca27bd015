// Two devices of one user: what happens on one of them is seen on the other.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createConversation, deleteConversation, listMessages } from '#contract/chats.ts'
import { readUsage } from '#contract/wallet.ts'
import { type Account, callApi, createAccount } from '../support/e2e/account.ts'
import { buyWithoutPage } from '../support/e2e/buying.ts'
import { answersOn, ask, promptField, textOn, waitForWords } from '../support/e2e/chatting.ts'
import { expectGoodLooks, onPhone } from '../support/e2e/good-looks.ts'
import { balanceOf, control } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

interface Devices {
  /** At a desk. */
  page: Page
  /** A phone. */
  other: Page
}

const listOn = (page: Page) => page.getByRole('complementary', { name: 'Чаты' })
const dropdownOn = (page: Page) => page.getByRole('dialog', { name: 'История чатов' })
const openDropdown = (page: Page) => page.getByRole('button', { name: 'История чатов' }).click()

const title = 'Чем гранит отличается от базальта и'

/** A chat gets its title, also in the list of the other device. */
async function beginChat({ page, other }: Devices) {
  await other.goto('/chatgpt')
  await openDropdown(other)
  await dropdownOn(other).getByText('Рецепт борща').waitFor()
  await page.goto('/gpt5')
  await ask(page, 'Кратко: чем гранит отличается от базальта и где их добывают?')
  await waitForWords(answersOn(page))
  await listOn(page).getByText(title, { exact: true }).waitFor()
  await dropdownOn(other).getByText(title, { exact: true }).waitFor()
  await expect.poll(() => page.title()).toContain(`${title} · `)
}

/** Chats are renamed, pinned, filed, archived and brought back, and the other device follows. */
async function orderChats({ page, other }: Devices) {
  const [list, elsewhere] = [listOn(page), dropdownOn(other)]
  const choose = async (chat: string, item: string) => {
    await list.getByRole('button', { name: `Действия с чатом «${chat}»` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Рецепт борща', 'Переименовать')
  const renaming = list.getByRole('textbox', { name: 'Новое название чата «Рецепт борща»' })
  await renaming.fill('Борщ с фасолью')
  await expectGoodLooks(page, 'renaming')
  await page.keyboard.press('Enter')
  await renaming.waitFor({ state: 'detached' })
  await elsewhere.getByText('Борщ с фасолью').waitFor()

  await choose('Борщ с фасолью', 'Закрепить')
  for (const one of [list, elsewhere])
    await one.getByRole('region', { name: 'Закреплённые' }).getByText('Борщ с фасолью').waitFor()

  await list.getByRole('link', { name: new RegExp(`^${title}`) }).dragTo(list.getByRole('link', { name: /^Борщ/ }))
  await list.getByRole('region', { name: 'Закреплённые' }).getByText(title).waitFor()
  await choose(title, 'В папку…')
  const dialog = page.getByRole('dialog', { name: 'В папку' })
  await dialog.getByLabel('Новая папка').fill('Геология')
  await expectGoodLooks(page, 'folder dialog')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const folder = list.getByRole('region', { name: 'Папка «Геология»' })
  await folder.getByRole('button', { name: /^Геология/ }).click()
  await folder.getByText(title).waitFor()
  await expect.poll(() => page.title()).toContain(`${title} · `)

  await choose('Планы на лето', 'В архив')
  await elsewhere.getByRole('button', { name: /^Архив/ }).waitFor()
  await expectGoodLooks(page, 'ordered list')
  await list.getByRole('button', { name: /^Архив/ }).press('Enter')
  await list.getByRole('region', { name: 'Архив' }).getByText('Планы на лето').waitFor()
  await choose('Планы на лето', 'Вернуть из архива')
  await list.getByText('В архиве пусто').waitFor()
  await expectGoodLooks(page, 'empty archive')
  await list.getByRole('button', { name: 'Назад к чатам' }).press('Enter')
  await list.getByText('Планы на лето').waitFor()
}

/** The only bar is the chat's, and the account is in the menu. */
async function hasOneBar(phone: Page) {
  await expect.poll(() => phone.getByRole('button', { name: 'Меню пользователя' }).isVisible()).toBe(false)
  await phone.getByRole('button', { name: 'Открыть меню' }).click()
  const account = phone.getByRole('navigation', { name: 'Аккаунт' })
  await account.getByRole('link', { name: /токен/ }).waitFor()
  await expectGoodLooks(phone, 'menu of a chat', onPhone)
  await account.getByRole('link', { name: 'Профиль' }).waitFor()
  await phone.keyboard.press('Escape')
  await account.waitFor({ state: 'detached' })
}

const receiptsOn = (page: Page) => answersOn(page).getByText(/^Списано 8 токенов/)

/** Both show one running answer and the question that waits for its end, and end with the same text. */
async function followAnswer({ page, other }: Devices, account: Account) {
  await dropdownOn(other)
    .getByRole('button', { name: /^Геология/ })
    .click()
  await dropdownOn(other).getByText(title, { exact: true }).click()
  await waitForWords(answersOn(other))
  await control(account, { paused: true })
  await ask(page, 'Подробно о горах')
  await waitForWords(answersOn(page).nth(1))
  await page.keyboard.type('Кратко: что такое штиль?')
  await page.keyboard.press('Enter')
  await page.getByText('Отправится, когда закончится ответ').waitFor()
  await expectGoodLooks(page, 'question in line')

  await other.getByRole('button', { name: 'Остановить' }).waitFor()
  await waitForWords(answersOn(other).nth(1))
  await other.getByRole('button', { name: 'Чаты', exact: true }).click()
  await other.getByRole('dialog', { name: 'Чаты' }).getByText('Отвечает').first().waitFor()
  await expectGoodLooks(other, 'drawer with a running chat', onPhone)
  await other.keyboard.press('Escape')
  await hasOneBar(other)

  await control(account, { paused: false })
  for (const tab of [page, other]) await expect.poll(() => receiptsOn(tab).count(), { timeout: 50_000 }).toBe(3)
  await expect.poll(() => promptField(page).inputValue()).toBe('')
  // The billing line may appear shortly before the rest of the text is rendered.
  await expect.poll(async () => (await textOn(other)) === (await textOn(page))).toBe(true)
  expect(await balanceOf(account)).toBe(110 - 3 * 8)
}

const shownOn = (page: Page) => page.locator('[data-thread] article').allTextContents()
const isIdle = (page: Page) => page.getByRole('button', { name: 'Остановить' }).waitFor({ state: 'detached' })

/** Both ask in one chat at the same moment: both get their answer, and show the same chat. */
async function askAtOnce({ page, other }: Devices, account: Account) {
  await promptField(page).fill('Кратко: что такое строфа?')
  await promptField(other).fill('Кратко: что такое ямб?')
  await Promise.all([promptField(page).press('Enter'), other.getByRole('button', { name: /^Отправить/ }).click()])
  await expect.poll(() => balanceOf(account), { timeout: 50_000 }).toBe(110 - 5 * 8)
  await Promise.all([page, other].map(isIdle))
  const differences = async () => {
    const [mine, theirs] = await Promise.all([shownOn(page), shownOn(other)])
    return mine.join('\n') === theirs.join('\n') ? [] : [mine, theirs]
  }
  await expect.poll(differences).toEqual([])
  const id = Number(new URL(page.url()).searchParams.get('chat'))
  const { messages } = await callApi(listMessages, { id, limit: 100 }, account.tokens.accessToken)
  // Neither question is lost: where both continued the same answer, one is a version beside the other.
  const asked = messages.filter(({ role }) => role === 'user').flatMap(({ versions }) => versions)
  expect(new Set(asked).size).toBe(5)
  const { usage } = await callApi(readUsage, {}, account.tokens.accessToken)
  expect(usage.filter(({ cost_in_tokens: cost }) => cost > 0)).toHaveLength(5)
  return id
}

test('two devices show the same chats in their order, one running answer, questions at once, and the end of a chat', async ({
  openPage
}) => {
  const account = await createAccount()
  const { accessToken } = account.tokens
  await buyWithoutPage(account)
  await expect.poll(() => balanceOf(account)).toBe(110)
  for (const name of ['Рецепт борща', 'Планы на лето'])
    await callApi(createConversation, { service: 'chatgpt', title: name }, accessToken)
  const devices: Devices = {
    page: await openPage({ tokens: account.tokens, refusals: [404] }),
    other: await openPage({ tokens: account.tokens, width: 390, refusals: [404] })
  }
  await beginChat(devices)
  await orderChats(devices)
  await followAnswer(devices, account)
  const id = await askAtOnce(devices, account)
  await callApi(deleteConversation, { id }, accessToken)
  await Promise.all(Object.values(devices).map((tab) => tab.getByText('Такого чата нет').waitFor()))
})
