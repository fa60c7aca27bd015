// What a local product serves: the built site, in which the sandbox stands for YooKassa.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whose script and frames the payment page admits in a deployment. */
const paymentOrigin = 'https://yookassa.ru'

/** @throws when there is nothing to replace: the payment page would admit YooKassa and not the sandbox */
export function withPaymentOrigin(headers: string, origin: string): string {
  if (!headers.includes(paymentOrigin))
    throw new Error(`web/public/_headers does not speak of ${paymentOrigin} any more`)
  return headers.replaceAll(paymentOrigin, origin)
}

/**
 * Copies a built site to where it is served from, the last copy is replaced.
 * @param from folder of the built site
 * @param to folder of the copy
 */
export function writeServedSite(from: string, to: string, sandboxOrigin: string): void {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true })
  const file = join(to, '_headers')
  writeFileSync(file, withPaymentOrigin(readFileSync(file, 'utf8'), sandboxOrigin))
}
