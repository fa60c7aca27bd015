// Measures how long people wait who sign in beside a crowd that does (sign-ins/crowd.ts; figures in bench/README.md), within
// a minute or two. Run with `node bench/sign-ins.ts`.
import { startEmptyProduct } from './base/product.ts'
import { newAccount } from './base/client.ts'
import { measureCrowd } from './sign-ins/crowd.ts'

const limits = ['LIMIT_TEXT_PER_MINUTE', 'LIMIT_SIGN_UP_PER_HOUR', 'LIMIT_MAIL_PER_HOUR', 'LIMIT_SIGN_IN_PER_MINUTE']

const product = await startEmptyProduct('sign-ins', limits)
try {
  const emails = Array.from({ length: 4 }, (_, number) => `person-${number}@example.com`)
  for (const email of emails) await newAccount(product, email)
  await measureCrowd(product.siteOrigin, emails)
} finally {
  await product.stop()
}
