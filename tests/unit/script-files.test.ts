import { expect, test } from 'vitest'
import { namedInVain } from '#scripts/base/script-files.ts'

test('a file of the script that names a module which has moved is told', () => {
  const paths = ['providers/http/fields.ts', 'providers/mail/mail.ts'].map((path) => `/product/${path}`)
  const missing = namedInVain('/product', paths)
  expect(missing).toContain('worker/http/limit')
  expect(missing).not.toContain('providers/http/fields')
  expect(missing).not.toContain('providers/mail/[^/]+')
})
