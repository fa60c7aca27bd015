import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { askHidden } from '#scripts/deploy/ask.ts'

const problemOf = (value: string) => (value.startsWith('live_') ? null : 'SHOP_KEY must begin with live_')

test('a secret is asked for until it is one, and nothing of it is shown', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined })
  const output = new PassThrough()
  let shown = ''
  output.on('data', (chunk) => (shown += String(chunk)))
  const asking = askHidden({ input, output })('SHOP_KEY', problemOf)
  input.write('\n')
  input.write('test_abc\n')
  input.write('  live_abcdef \n')
  expect(await asking).toBe('live_abcdef')
  expect(shown).toContain('SHOP_KEY (is not shown): ')
  expect(shown).toContain('SHOP_KEY must begin with live_')
  expect(shown).toContain('SHOP_KEY is needed')
  expect(shown).not.toMatch(/abc/)
})
