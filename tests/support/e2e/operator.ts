// Operators in the end-to-end tests: named with the product's token, entering with codes that are counted as a phone does.
import { randomUUID } from 'node:crypto'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import type { OperatorRole } from '#contract/permissions.ts'
import { beginFactor, enterConsole as enterByCall } from '#contract/operator/access/session.ts'
import { grantRole } from '#contract/operator/access/team.ts'
import { type Account, callApi, createAccount } from './account.ts'

export interface OperatorAccount extends Account {
  name: string
  role: OperatorRole
}

/** A new account with a role and without an authenticator. */
export async function createOperator(role: OperatorRole): Promise<OperatorAccount> {
  const account = await createAccount()
  const name = `${role}-${randomUUID().slice(0, 8)}`
  const because = { operator: 'e2e', reason: 'End-to-end test', idempotency_key: randomUUID() }
  await callApi(grantRole, { email: account.email, name, role, ...because }, inject('operatorToken'))
  return { ...account, name, role }
}

const periodMs = 30_000

/** A code of the authenticator. @param ahead periods: a code works once, and the next one a little before its time */
export const codeOf = (secret: string, ahead = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + ahead * periodMs })

interface Connected {
  /** Of the authenticator, as the page shows it. */
  secret: string
  /** The code that was entered. */
  code: string
}

/** On the page that shows the sign-in of an operator without an authenticator. */
export async function connectAuthenticator(page: Page): Promise<Connected> {
  const secret = (await page.locator('main code').innerText()).replaceAll(/\s/g, '')
  const code = codeOf(secret)
  await page.getByLabel('Код из приложения').fill(code)
  await page.getByRole('button', { name: 'Подключить и войти' }).click()
  return { secret, code }
}

/**
 * Opens the console at an address inside it (`#/team`) and enters for the first time. The page was opened with the operator's
 * tokens, and expects 404: so the API answers a caller who has not entered.
 */
export async function enterConsole(page: Page, address = ''): Promise<void> {
  await page.goto(`/operator/${address}`)
  await connectAuthenticator(page)
  await page.getByRole('button', { name: 'Выйти' }).waitFor()
}

/** Enters by calls instead of on the page, and opens the console at an address inside it (`#/team`). The page was opened with the operator's tokens. */
export async function openConsole(page: Page, { tokens }: OperatorAccount, address = ''): Promise<void> {
  const { factor } = await callApi(beginFactor, {}, tokens.accessToken)
  const origin = inject('siteOrigin')
  const entered = await page.context().request.post(`${origin}/api${enterByCall.path}`, {
    headers: { authorization: `Bearer ${tokens.accessToken}`, origin },
    data: { code: codeOf(factor.secret ?? '') }
  })
  expect(entered.status()).toBe(200)
  await page.goto(`/operator/${address}`)
}

/** Goes to another address inside the console, as its menu and links do: without loading it again. */
export async function showInConsole(page: Page, address: `#/${string}`): Promise<void> {
  // A dialog that was closed leaves its entry of the history a moment later, which would lead back to the page before.
  await page.waitForFunction(() => !window.history.state?.over)
  await page.evaluate((hash) => (window.location.hash = hash), address)
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Fills a form of the console by its labels and sends it, which closes it. */
export async function sendForm(page: Page, title: string, confirm: string, values: Record<string, string>) {
  const dialog = page.getByRole('dialog', { name: title })
  for (const [label, value] of Object.entries(values)) await dialog.getByLabel(label).fill(value)
  await dialog.getByRole('button', { name: confirm, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}
