// Measures how a crowd that signs in slows down the others: running answers (sign-ins/streams.ts) and people who sign in
// beside it (sign-ins/crowd.ts; figures in bench/README.md). Run with `node bench/sign-ins.ts`, or only the people
// beside the crowd, within a minute, with `node bench/sign-ins.ts --crowd`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findFreePort } from '#scripts/ports.ts'
import { startProduct } from '#scripts/product.ts'
import { newAccount } from './sign-ins/client.ts'
import { measureCrowd } from './sign-ins/crowd.ts'
import { measureStreams } from './sign-ins/streams.ts'

const { values: options } = parseArgs({ options: { crowd: { type: 'boolean', default: false } } })
const limits = ['LIMIT_TEXT_PER_MINUTE', 'LIMIT_SIGN_UP_PER_HOUR', 'LIMIT_MAIL_PER_HOUR', 'LIMIT_SIGN_IN_PER_MINUTE']

const dataFolder = mkdtempSync(join(tmpdir(), 'sign-ins-'))
const product = await startProduct({
  port: await findFreePort(),
  sandboxPort: await findFreePort(),
  dataFolder,
  variables: Object.fromEntries(limits.map((name) => [name, '1000'])),
  signal: new AbortController().signal
})
try {
  const emails = Array.from({ length: 4 }, (_, number) => `person-${number}@example.com`)
  for (const email of emails) await newAccount(product, email)
  await measureCrowd(product.siteOrigin, emails)
  if (!options.crowd) await measureStreams(product)
} finally {
  await product.stop()
  rmSync(dataFolder, { recursive: true, force: true })
}
