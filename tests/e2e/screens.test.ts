// Every page, for a visitor and for a user: axe finds no violation, the console has no error, nothing is wider than the
// window of a desk or of a phone.
import type { Page } from 'playwright-core'
import { createAccount } from '../support/e2e/account.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { untilLoaded } from '../support/e2e/loaded.ts'
import { test } from '../support/e2e/test.ts'

const groups = [
  ['with text', ['/', '/pricing', '/learning', '/terms', '/privacy', '/verify-email']],
  ['of chats', ['/chatgpt', '/claude', '/xai', '/gpt5']],
  ['of studios', ['/luma', '/flux', '/stability', '/elevenlabs', '/library']],
  ['of accounts and money', ['/auth', '/subscription', '/token-purchase']]
] as const

/** What these show does not depend on who is signed in; a user cannot open /auth at all. */
const visitorsOnly = ['/terms', '/privacy', '/verify-email', '/auth']
/** An unknown address, which answers 404. */
const nowhere = '/nothing-here'

async function visit(page: Page, path: string) {
  await page.goto(path)
  await untilLoaded(page)
}

async function lookAsVisitor(page: Page, path: string) {
  await visit(page, path)
  await expectGoodLooks(page, `visitor ${path}`)
}

async function lookAsUser(page: Page, path: string) {
  await visit(page, path)
  await page.getByRole('button', { name: 'Меню пользователя' }).waitFor()
  await expectGoodLooks(page, `user ${path}`)
}

test.for(groups)('a visitor on pages %s', async ([, paths], { openPage }) => {
  const page = await openPage()
  for (const path of paths) await lookAsVisitor(page, path)
})

test.for(groups)('a user on pages %s', async ([, paths], { openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ dark: true, tokens })
  for (const path of paths.filter((one: string) => !visitorsOnly.includes(one))) await lookAsUser(page, path)
})

test('a visitor and a user at an unknown address', async ({ openPage }) => {
  await lookAsVisitor(await openPage({ refusals: [404] }), nowhere)
  const { tokens } = await createAccount()
  await lookAsUser(await openPage({ dark: true, tokens, refusals: [404] }), nowhere)
})

test('a signed-in user who opens /auth is redirected to the home page', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  await page.goto('/auth')
  await page.getByRole('heading', { name: 'Начинайте творить!' }).waitFor()
})
