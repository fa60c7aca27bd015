// Faults of a chat that only a browser can show: no network, and two devices at once.
import { expect } from 'vitest'
import { deleteConversation, listMessages, renameConversation } from '#contract/chats.ts'
import { readTokens, readUsage } from '#contract/wallet.ts'
import { callApi, createAccount } from '../support/e2e/account.ts'
import { answersOn, ask, promptField, waitForWords } from '../support/e2e/chatting.ts'
import { expectGoodLooks, onPhone } from '../support/e2e/good-looks.ts'
import { test } from '../support/e2e/test.ts'

test('a question that is asked without a network is kept, says so, and is sent once when the network is back', async ({
  openPage
}) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens, offline: true, ownDevice: true, width: 390, refusals: [404] })
  await page.goto('/chatgpt')
  await ask(page, 'Кратко: что такое холм?')
  await answersOn(page)
    .getByText(/^Списано 5 токенов/)
    .waitFor()

  await page.context().setOffline(true)
  await ask(page, 'Кратко: что такое долина?')
  await page.getByText('Нет сети').waitFor()
  await page.getByText('Кратко: что такое долина?').first().waitFor()
  await expectGoodLooks(page, 'asked without a network', onPhone)
  await page.context().setOffline(false)
  await expect
    .poll(
      () =>
        answersOn(page)
          .getByText(/^Списано 5 токенов/)
          .count(),
      { timeout: 50_000 }
    )
    .toBe(2)
  await expect.poll(() => promptField(page).inputValue()).toBe('')
  expect((await callApi(readTokens, {}, account.tokens.accessToken)).tokens).toBe(0)
  const { usage } = await callApi(readUsage, {}, account.tokens.accessToken)
  expect(usage.filter(({ service }) => service === 'chatgpt')).toHaveLength(2)
})

test('two devices that ask in one chat at the same moment both get their answer, show the same chat, and lose it together', async ({
  openPage
}) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens, refusals: [404] })
  await page.goto('/claude')
  await ask(page, 'Кратко: что такое рифма?')
  await answersOn(page)
    .getByText(/^Списано 2 токена/)
    .waitFor()
  // Another device: two tabs of one browser share the draft too.
  const other = await openPage({ tokens, refusals: [404] })
  await other.goto(page.url())
  await waitForWords(answersOn(other))

  await promptField(page).fill('Кратко: что такое строфа?')
  await promptField(other).fill('Кратко: что такое ямб?')
  await Promise.all([page, other].map((tab) => promptField(tab).press('Enter')))
  const paid = async () => (await callApi(readTokens, {}, tokens.accessToken)).tokens
  await expect.poll(paid, { timeout: 50_000 }).toBe(4)

  const id = Number(new URL(page.url()).searchParams.get('chat'))
  const differences = async () => {
    const [mine, theirs] = await Promise.all([page, other].map((tab) => tab.locator('[data-thread]').innerText()))
    return mine === theirs ? [] : [mine, theirs]
  }
  await Promise.all([page, other].map((tab) => tab.reload()))
  await Promise.all([page, other].map((tab) => waitForWords(answersOn(tab).last())))
  await expect.poll(differences).toEqual([])
  const { messages } = await callApi(listMessages, { id, limit: 100 }, tokens.accessToken)
  // Neither question is lost: where both continued the same answer, one is a version beside the other.
  expect(messages.map(({ id: shown, versions }) => [shown, ...versions]).flat().length).toBeGreaterThanOrEqual(6)

  // A page that shows the new name has its live channel open.
  await callApi(renameConversation, { id, title: 'Размеры стиха' }, tokens.accessToken)
  for (const tab of [page, other]) await expect.poll(() => tab.title()).toContain('Размеры стиха')
  await callApi(deleteConversation, { id }, tokens.accessToken)
  await Promise.all([page, other].map((tab) => tab.getByText('Такого чата нет').waitFor()))
})
