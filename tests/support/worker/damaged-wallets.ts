// Wallets that a defect of the store has damaged, so that they were frozen, and what an operator does to them.
import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { OpenedWallet } from '#contract/operator/money/wallets.ts'
import { checkBalance } from '#contract/wallet.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { callAs, why } from './console.ts'
import { newOperator } from './operating.ts'
import { because, operate } from './operator.ts'
import { dataOf, newPerson, type Person } from './person.ts'
import { changeRows, forget, holdOf, settleOf } from './wallet-rows.ts'

export const at = ({ userId }: Person) => `/wallets/${userId}`
export const opened = async (person: Person) =>
  ((await operate('GET', at(person))).data as { wallet: OpenedWallet }).wallet
export const thaw = (person: Person, more: object = because(), bindings: object = {}) =>
  operate('POST', `${at(person)}/thaw`, more, { bindings })

/** Sets the balance to `free_tokens`, as of what the operator sees now. What it adds counts against a whole limit. */
export async function correct(person: Person, freeTokens: number) {
  const finance = await newOperator('finance')
  const { seq } = await opened(person)
  return callAs(finance, 'POST', `${at(person)}/correction`, { free_tokens: freeTokens, seq, ...why() })
}

/** Changes rows behind the wallet, as only a defect of the store could; the wallet reads them anew. */
export async function damage({ userId }: Person, statement: string): Promise<void> {
  await changeRows(userId, `drop trigger if exists journal_never_changed; ${statement}`)
  await forget(userId)
}

/** 100 tokens, of which 5 are spent and 7 reserved. */
export async function spent() {
  const person = await newPerson({ tokens: 100 })
  const wallet = userOf(env, person.userId)
  await wallet.reserve(holdOf('operation-1'))
  await wallet.settle(settleOf('operation-1', 5))
  await wallet.reserve(holdOf('operation-2', { priceTokens: 7, dispatches: true }))
  return { person, wallet }
}

/** A wallet that was frozen because its last line holds an impossible account. */
export async function impossible() {
  const { person, wallet } = await spent()
  await damage(person, 'update journal set available_after = 1000 where seq = 4')
  await expect(wallet.view()).rejects.toThrow('credited tokens are not')
  return { person, wallet }
}

/** A wallet that was frozen because an open reservation has lost its row. */
export async function withoutRow() {
  const { person, wallet } = await spent()
  await changeRows(person.userId, 'delete from reservations')
  await expect(wallet.reserve(holdOf('operation-3'))).rejects.toThrow('sum of open reservations')
  return { person, wallet }
}

export const check = async (person: Person) =>
  checkBalance.output.parse(await dataOf(await person.send('POST', '/user/tokens/check', {})))
