// Every page at desktop and phone width, light and dark: axe finds no violation, the console has no error, nothing is
// wider than the window.
import type { Page } from 'playwright-core'
import { createAccount } from '../support/e2e/account.ts'
import { expectGoodLooks, type Look } from '../support/e2e/good-looks.ts'
import { untilLoaded } from '../support/e2e/loaded.ts'
import { test } from '../support/e2e/test.ts'

const groups = [
  ['of words', ['/', '/pricing', '/learning', '/terms', '/privacy', '/verify-email']],
  ['of chats', ['/chatgpt', '/claude', '/xai', '/gpt5']],
  ['of studios', ['/luma', '/flux', '/stability', '/elevenlabs', '/library']],
  ['of accounts and money', ['/auth', '/subscription', '/token-purchase']]
] as const

/** For one task: nothing there depends on who is looking. */
const withoutMenu = '/verify-email'
/** Answered as what it is: not found. */
const nowhere = '/nothing-here'

// Both widths and both themes for visitors and for users, each pair crossed once: contrast depends on the theme,
// structure on who is looking, layout on the width. Each page is loaded once and then looked at twice.
const usersLooks: Look[] = [
  { width: 1440, theme: 'dark' },
  { width: 390, theme: 'light' }
]

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
  if (path !== withoutMenu) await page.getByRole('button', { name: 'Меню пользователя' }).waitFor()
  await expectGoodLooks(page, `user ${path}`, usersLooks)
}

test.for(groups)('a visitor on pages %s', async ([, paths], { openPage }) => {
  const page = await openPage()
  for (const path of paths) await lookAsVisitor(page, path)
})

test.for(groups)('a user on pages %s', async ([, paths], { openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ dark: true, tokens })
  for (const path of paths) if (path !== '/auth') await lookAsUser(page, path)
})

test('an address that leads nowhere', async ({ openPage }) => {
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
