// The site that a local product serves: the built site with the sandbox's origin in place of YooKassa's.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The origin whose script and frames a deployment's payment page allows. */
const paymentOrigin = 'https://yookassa.ru'

/** @throws Error when YooKassa's origin is not in the headers: the payment page would then block the sandbox */
export function withPaymentOrigin(headers: string, origin: string): string {
  if (!headers.includes(paymentOrigin)) throw new Error(`web/public/_headers no longer contains ${paymentOrigin}`)
  return headers.replaceAll(paymentOrigin, origin)
}

/**
 * Copies a built site to the folder that it is served from, replacing the previous copy.
 * @param from folder of the built site
 * @param to folder of the copy
 */
export function writeServedSite(from: string, to: string, sandboxOrigin: string): void {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true })
  const file = join(to, '_headers')
  writeFileSync(file, withPaymentOrigin(readFileSync(file, 'utf8'), sandboxOrigin))
}
