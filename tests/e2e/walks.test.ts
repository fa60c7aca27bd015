// Long walks without a reload: what one page leaves in memory has to suit the next one.
import { expect } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { answersOn, promptField, waitForWords } from '../support/e2e/chatting.ts'
import { createOperator, enterConsole } from '../support/e2e/operator.ts'
import { walkRandomly } from '../support/e2e/random-walk.ts'
import { card, describeIt, playable, submit } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

/** By then every page was seen, with whatever seed. */
const clicks = { site: 80, console: 60 }
const ofSite = ({ pathname }: URL) => !pathname.startsWith('/operator') && !pathname.startsWith('/api/')
const ofConsole = ({ pathname, hash }: URL) => pathname.startsWith('/operator/') && hash.startsWith('#/')

const seed = Number(process.env['WALK_SEED'] ?? 31)

test('a walk through the links of the site breaks nothing', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  await page.goto('/chatgpt')
  await promptField(page).fill('Кратко: что такое риф?')
  await promptField(page).press('Enter')
  await waitForWords(answersOn(page))
  await page.goto('/flux')
  await describeIt(page, 'Маяк на скале')
  await submit(page).click()
  await card(page).waitFor()
  await playable(page, 'img')
  const seen = await walkRandomly(page, { seed, clicks: clicks.site, mayFollow: ofSite })
  expect(seen.length).toBeGreaterThan(30)
})

test('a walk through the links of the console breaks nothing', async ({ openPage }) => {
  const owner = await createOperator('owner')
  const page = await openPage({ tokens: owner.tokens, refusals: [404] })
  await enterConsole(page)
  const seen = await walkRandomly(page, { seed, clicks: clicks.console, mayFollow: ofConsole })
  expect(seen.length).toBeGreaterThan(18)
})
