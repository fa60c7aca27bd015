// The settings of the simulated Worker: those of wrangler.toml for this machine, with the addresses of the stand-ins.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const file = readFileSync(join(import.meta.dirname, '../../../wrangler.toml'), 'utf8')
const [, local = ''] = /\n\[vars\]\n([\s\S]*?)\n\n/.exec(file) ?? []
const written = Object.fromEntries([...local.matchAll(/^(\w+) = "(.*)"$/gm)].map(([, name, value]) => [name, value]))

export const settings: Record<string, unknown> = {
  ...written,
  YOOKASSA_BASE_URL: 'https://shop.test',
  OPENAI_BASE_URL: 'https://model.test',
  BFL_BASE_URL: 'https://bfl.test',
  RUNWAY_BASE_URL: 'https://runway.test',
  STABILITY_BASE_URL: 'https://stability.test',
  UNISENDER_BASE_URL: 'https://mail.test',
  CHAT_TITLES: 'off',
  // The scheduler asks far more often than a person.
  LIMIT_TEXT_PER_MINUTE: '1000',
  LIMIT_API_PER_MINUTE: '1000',
  LIMIT_RUNNING_ANSWERS: '3',
  LIMIT_RUNNING_JOBS: '3',
  LIMIT_PROVIDER_JOBS: '2'
}
