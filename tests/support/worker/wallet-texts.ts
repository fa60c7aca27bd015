import { env } from 'cloudflare:workers'
import { openWallet, restoreWallet as restore } from '#worker/backup/wallet-text.ts'

/** A wallet as a backup has it. */
export async function textOf(userId: string, hasTexts = true): Promise<string> {
  let text = ''
  for await (const page of (await openWallet(env, userId, hasTexts)).pages) text += page
  return text
}

/** @param hasMore the text is not all of the wallet */
export const restoreWallet = (userId: string, text: string, scope: 'whole' | 'wallets' = 'whole', hasMore = false) =>
  restore(env, userId, { lines: text.split('\n'), scope, hasMore })
