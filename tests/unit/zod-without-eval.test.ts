import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '#scripts/base/root.ts'

// In a process of its own: zod reads the setting once, when it is loaded, and here other tests have loaded it.
const program = `
  import { forbidEvalInZod } from ${JSON.stringify(join(root, 'web/src/base/http/zod-without-eval.ts'))}
  forbidEvalInZod()
  let compiled = 0
  const count = (call) => (...parts) => (compiled++, call(...parts))
  globalThis.Function = new Proxy(Function, { apply: count(Reflect.apply), construct: count(Reflect.construct) })
  const { z } = await import('zod')
  const { jitless } = z.config()
  const parsed = z.object({ a: z.string() }).parse({ a: 'x' })
  console.log(JSON.stringify({ jitless, parsed, compiled }))
`

it('zod finds the setting when it is loaded afterwards', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  expect(JSON.parse(printed)).toEqual({ jitless: true, parsed: { a: 'x' }, compiled: 0 })
})
