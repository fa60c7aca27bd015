// Named HTML entities in answers, in a real browser under the site's Content-Security-Policy.
import { expect } from 'vitest'
import { addMessage, createConversation } from '#contract/chats.ts'
import { callApi, createAccount } from '../support/e2e/account.ts'
import { answersOn, ask } from '../support/e2e/chatting.ts'
import { test } from '../support/e2e/test.ts'

test('named entities are decoded while an answer arrives and when its chat is opened again', async ({ openPage }) => {
  const account = await createAccount()
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/chatgpt')
  // The sandbox quotes the request in its answer.
  await ask(page, 'Кратко: 5 &gt; 3 и a&nbsp;b')
  await page.getByText(/Ответ получен!/).waitFor()
  await answersOn(page).getByText('5 > 3 и a\u00A0b').waitFor()
  await page.reload()
  await answersOn(page).getByText('5 > 3 и a\u00A0b').waitFor()
})

test('a chat with a saved answer that has named entities opens', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const asked = { service: 'chatgpt', model: 'gpt-4o-mini' } as const
  const { conversation } = await callApi(createConversation, asked, tokens.accessToken)
  const say = (content: string) => callApi(addMessage, { id: conversation.id, content }, tokens.accessToken)
  await say('Что такое &amp;?')
  await say('&copy; 2026 &mdash; это &laquo;знак&raquo;, а &неизвестное; и `&gt;` остаются.')
  const page = await openPage({ tokens })
  await page.goto(`/chatgpt?chat=${conversation.id}`)
  const answer = answersOn(page).locator('.answer-markdown')
  await expect.poll(() => answer.innerText()).toBe('© 2026 — это «знак», а &неизвестное; и &gt; остаются.')
  await expect.poll(() => page.getByRole('article', { name: 'Ваш запрос' }).innerText()).toBe('Что такое &amp;?')
})
