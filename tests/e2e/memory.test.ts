// What a user tells of themselves in one chat is known in the next, when they agree; it is switched off for a chat, and forgotten.
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { buyWithoutPage } from '../support/e2e/buying.ts'
import { answersOn, ask, textOn } from '../support/e2e/chatting.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { balanceOf } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

const line = 'Я вегетарианец'

interface SeenCall {
  /** Null: a call of another test, without one. */
  body: { instructions?: string } | null
}

/** What the model was told beside the turns, in the call of this question. */
async function toldWith(question: string): Promise<string> {
  const response = await fetch(`${inject('sandboxOrigin')}/calls.json`)
  const calls = (await response.json()) as SeenCall[]
  const call = calls.find(({ body }) => {
    const { instructions = '', ...rest } = body ?? {}
    return !/title of a chat|may remember/.test(instructions) && JSON.stringify(rest).includes(question)
  })
  return call?.body?.instructions ?? ''
}

/** Asks, and waits until the answer is saved. */
async function askIn(page: Page, question: string) {
  await ask(page, question)
  await answersOn(page).last().getByRole('button', { name: 'Новый чат с этого места' }).waitFor()
  await expect.poll(() => textOn(page)).toContain(question.slice(0, 20))
}

const note = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true })

test('a line is offered, agreed to, told in the next chat, kept from another and forgotten', async ({ openPage }) => {
  const account = await createAccount('paid')
  const { tokens } = account
  await buyWithoutPage(account)
  await expect.poll(() => balanceOf(account)).toBeGreaterThan(50)
  const page = await openPage({ tokens })
  await page.goto('/profile')
  await page.getByText(/^Память выключена/).waitFor()
  await page.getByRole('checkbox', { name: 'Помнить обо мне во всех чатах' }).press('Space')
  await page.getByText(/^Пока пусто/).waitFor()

  await page
    .getByRole('navigation', { name: 'Инструменты' })
    .getByRole('link', { name: /^ChatGPT/ })
    .press('Enter')
  await note(page, 'Память: пусто').waitFor()
  await askIn(page, `Запомни: ${line.toLowerCase()}. Кратко: что готовят из репы?`)
  expect(await toldWith('что готовят из репы')).not.toContain('разрешил помнить')
  await page.getByText(`Запомнить: «${line}»?`).waitFor({ timeout: 30_000 })
  await expectGoodLooks(page, 'memory offer')
  await page.getByRole('button', { name: 'Запомнить', exact: true }).press('Enter')
  await page.getByText(`Запомнено: «${line}»`).waitFor()
  await note(page, 'Память: 1 запись').waitFor()

  await page.getByRole('button', { name: 'Новый чат', exact: true }).press('Enter')
  await answersOn(page).first().waitFor({ state: 'detached' })
  await askIn(page, 'Кратко: что готовят из брюквы?')
  expect(await toldWith('что готовят из брюквы')).toContain(`- ${line}`)

  await page.getByRole('button', { name: 'Действия с этим чатом' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Не использовать память в этом чате' }).press('Enter')
  await note(page, 'Память в этом чате выключена').waitFor()
  await askIn(page, 'Кратко: что готовят из редьки?')
  expect(await toldWith('что готовят из редьки')).not.toContain(line)

  await note(page, 'Память в этом чате выключена').press('Enter')
  const list = page.getByRole('dialog', { name: 'Память' })
  await list.getByText(line, { exact: true }).waitFor()
  await expectGoodLooks(page, 'memory list')
  await list.getByRole('checkbox', { name: 'Не использовать память в этом чате' }).press('Space')
  await list.getByRole('button', { name: `Забыть «${line}»` }).press('Enter')
  await list.getByText(/^Пока пусто/).waitFor()
  await page.keyboard.press('Escape')
  await note(page, 'Память: пусто').waitFor()
  await askIn(page, 'Кратко: что готовят из свёклы?')
  expect(await toldWith('что готовят из свёклы')).not.toContain('разрешил помнить')
})
