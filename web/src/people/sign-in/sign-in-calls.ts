// The calls of registration and sign-in.
import type { z } from 'zod'
import type { register, TokenPair } from '#contract/sign-in.ts'
import { loaded } from '../../base/http/late-parts.ts'
import { prepared } from '../../base/page/late.ts'
import { call } from '../../base/session/client.ts'
import { callProving } from '../../base/session/call-proving.ts'
import { adoptSignIn } from '../../base/session/session-store.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'
import { notify } from '../../base/ui/notify.ts'
import { whenIdle } from '../../base/ui/when-idle.ts'

// Tells the link of the registration that was made in this browser from all others. Programs that check mails open their
// links and run the scripts of the pages: elsewhere nothing may happen without a click.

const nonceKey = 'registration'
const nonceForm = /^[\da-f]{32}$/

function read(): string | null {
  try {
    return localStorage.getItem(nonceKey)
  } catch {
    return null
  }
}

/** The nonce of the registration that was made here and is not confirmed; undefined without one, or where storage is refused. */
function keptNonce(): string | undefined {
  const kept = read()
  return kept !== null && nonceForm.test(kept) ? kept : undefined
}

/** For a registration that is made here now: the tokens of its links begin with it. Undefined where storage is refused. */
function newNonce(): string | undefined {
  try {
    localStorage.setItem(nonceKey, newOperationId())
  } catch {
    // The page of the link will ask for a click.
  }
  return keptNonce()
}

const isOf = (nonce: string | undefined, token: string) => nonce !== undefined && token.startsWith(nonce)

/** What the place of a nonce holds when a link has served here: no nonce, so the next registration makes another. */
const servedOf = (token: string) => `${token.slice(0, 32)}.`

/** Whether the link with this token belongs to the registration that was made here, or has served here, so that it can only say so. */
export function isOwnLink(token: string): boolean {
  return isOf(keptNonce(), token) || read() === servedOf(token)
}

/** After the link with this token has served; a registration that waits for another link keeps its own. */
export function markServed(token: string): void {
  const nonce = keptNonce()
  if (nonce !== undefined && !isOf(nonce, token)) return
  try {
    localStorage.setItem(nonceKey, servedOf(token))
  } catch {
    // The page of the link will ask for a click again.
  }
}

const loadLogin = () => import('../../base/session/call-login.ts')

/** Loads, when the page is idle, what a press will call: with the schema library, which the form is drawn without. */
export const prepareCalls = (): void => whenIdle(() => void prepared(loadLogin).catch(() => undefined))

/** Before a sign-in, so that a lost network is told as such. @throws ApiError */
export const untilCallable = () => loaded(loadLogin())

/** `onProof`: the browser has to prove some work first. */
export async function registerHere(input: z.input<typeof register.input>, onProof: () => void) {
  const contract = await loaded(import('#contract/sign-in.ts'))
  return callProving(contract.register, { ...input, nonce: nonceHere() }, onProof)
}

/** For a call that sends the mail of a registration. */
export const nonceHere = (): string | undefined => keptNonce() ?? newNonce()

export async function resendTo(email: string) {
  const { resendVerification } = await loaded(import('#contract/sign-in.ts'))
  return call(resendVerification, { email, nonce: keptNonce() })
}

/** `restored`: the sign-in cancelled the deletion of the account. */
export function welcome({ restored }: { restored: boolean }): void {
  notify.success('Успешный вход! Добро пожаловать!')
  if (restored) notify.info('Удаление аккаунта отменено: всё на месте.')
}

/** Signs in with what a second step, a passkey or a provider has brought. */
export async function enterWith({ tokens, restored }: { tokens: TokenPair; restored: boolean }): Promise<void> {
  await adoptSignIn(tokens)
  welcome({ restored })
}
