// Every screen, at a desk and on a phone, light and dark: axe finds nothing, the console stays silent, nothing is
// wider than the window.
import type { Page } from 'playwright-core'
import { beforeAll, describe } from 'vitest'
import { type Account, createAccount } from '../support/e2e/account.ts'
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
  '/privacy',
  '/nothing-here'
]

async function look(page: Page, path: string, name: string) {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await expectAccessible(page)
  await expectNothingSticksOut(page)
  await takeScreenshot(page, `${name} ${path}`)
}

// Both widths and both themes for visitors and for users, each pair crossed once: contrast depends on the theme,
// structure on who is looking, layout on the width.
describe.each([
  [1440, false],
  [390, true]
])('a visitor, %i px wide, dark: %s', (width, dark) => {
  test.for(paths)('%s', async (path, { openPage }) => {
    await look(await openPage({ width, dark }), path, 'visitor')
  })
})

describe.each([
  [1440, true],
  [390, false]
])('a user, %i px wide, dark: %s', (width, dark) => {
  let account: Account
  beforeAll(async () => void (account = await createAccount()))

  test.for(paths.filter((path) => path !== '/auth'))('%s', async (path, { openPage }) => {
    await look(await openPage({ width, dark, tokens: account.tokens }), path, 'user')
  })
})

test('somebody who is signed in and opens /auth is sent home', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  await page.goto('/auth')
  await page.getByRole('heading', { name: 'Начинайте творить!' }).waitFor()
})
