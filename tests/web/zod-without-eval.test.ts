import { expect, it, vi } from 'vitest'
import { forbidEvalInZod } from '#web/src/app/zod-without-eval.ts'

it('zod finds the setting when it is loaded afterwards', async () => {
  forbidEvalInZod()
  const compile = vi.fn(Function)
  vi.stubGlobal('Function', compile)
  const { z } = await import('zod')
  expect(z.config().jitless).toBe(true)
  expect(z.object({ a: z.string() }).parse({ a: 'x' })).toEqual({ a: 'x' })
  expect(compile).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})
