// Long walks without a reload: what one page leaves in memory has to suit the next one.
import { expect } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { answersOn, promptField, waitForWords } from '../support/e2e/chatting.ts'
import { createOperator, enterConsole } from '../support/e2e/operator.ts'
import { walkRandomly } from '../support/e2e/random-walk.ts'
import { playable, submitJob } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

/** By then every page was seen, with whatever seed; a walk that has seen so many kinds of places ends sooner. */
const ofWalk = { site: { clicks: 80, kinds: 33 }, console: { clicks: 40, kinds: Infinity } }
/** A document such as `/openapi.json` is shown by the browser alone: it has no heading, and no links that lead on. */
const isFile = ({ pathname }: URL) => /\.[a-z]+$/.test(pathname)
const ofSite = (address: URL) => !/^\/(operator|api\/)/.test(address.pathname) && !isFile(address)
const ofConsole = ({ pathname, hash }: URL) => pathname.startsWith('/operator/') && hash.startsWith('#/')

const seed = Number(process.env['WALK_SEED'] ?? 31)

test('a walk through the links of the site breaks nothing', async ({ openPage }) => {
  const account = await createAccount()
  await submitJob(account, '/image/flux', { prompt: 'Маяк на скале' })
  const page = await openPage({ tokens: account.tokens })
  await page.goto('/chatgpt')
  await promptField(page).fill('Кратко: что такое риф?')
  await promptField(page).press('Enter')
  await waitForWords(answersOn(page))
  await page.getByRole('button', { name: 'Генерация изображений' }).click()
  await page.getByRole('menuitem', { name: 'Flux' }).click()
  await playable(page, 'img')
  const seen = await walkRandomly(page, { seed, ...ofWalk.site, mayFollow: ofSite })
  expect(seen.length).toBeGreaterThan(30)
})

test('a walk through the links of the console breaks nothing', async ({ openPage }) => {
  const owner = await createOperator('owner')
  const page = await openPage({ tokens: owner.tokens, refusals: [404] })
  await enterConsole(page)
  const seen = await walkRandomly(page, { seed, ...ofWalk.console, mayFollow: ofConsole })
  expect(seen.length).toBeGreaterThan(18)
})
