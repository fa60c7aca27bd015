// Every page at desktop and phone width, light and dark: axe finds no violation, the console has no error, nothing is
// wider than the window.
import type { Page } from 'playwright-core'
import { createAccount } from '../support/e2e/account.ts'
import { expectAccessible } from '../support/e2e/accessibility.ts'
import { takeScreenshot } from '../support/e2e/screenshot.ts'
import { expectNothingSticksOut } from '../support/e2e/sticking-out.ts'
import { test } from '../support/e2e/test.ts'

const paths = [
  '/',
  '/auth',
  '/verify-email',
  '/subscription',
  '/chatgpt',
  '/claude',
  '/xai',
  '/gpt5',
  '/pricing',
  '/learning',
  '/token-purchase',
  '/luma',
  '/flux',
  '/stability',
  '/elevenlabs',
  '/library',
  '/terms',
  '/privacy'
]

/** Answered as what it is: not found. */
const nowhere = '/nothing-here'

async function look(page: Page, path: string, name: string) {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await expectAccessible(page)
  await expectNothingSticksOut(page)
  if (process.env['SCREENSHOTS']) await takeScreenshot(page, `${name} ${path}`)
}

// Both widths and both themes for visitors and for users, each pair crossed once: contrast depends on the theme,
// structure on who is looking, layout on the width. One browser context walks all paths: its cache is warm after the first.
test.for([
  { width: 1440, dark: false },
  { width: 390, dark: true }
])('a visitor, $width px wide, dark: $dark', async (options, { openPage }) => {
  const page = await openPage(options)
  for (const path of paths) await look(page, path, 'visitor')
  await look(await openPage({ ...options, beside: page, refusals: [404] }), nowhere, 'visitor')
})

test.for([
  { width: 1440, dark: true },
  { width: 390, dark: false }
])('a user, $width px wide, dark: $dark', async (options, { openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ ...options, tokens })
  for (const path of paths.filter((one) => one !== '/auth')) await look(page, path, 'user')
  await look(await openPage({ ...options, beside: page, refusals: [404] }), nowhere, 'user')
})

test('a signed-in user who opens /auth is redirected to the home page', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  await page.goto('/auth')
  await page.getByRole('heading', { name: 'Начинайте творить!' }).waitFor()
})
