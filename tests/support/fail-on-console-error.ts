// An unexpected console.error fails the test during which it is written. A test that expects one spies on
// console.error itself, which takes this watch's place until the spy is restored.
import { format } from 'node:util'
import { afterAll, afterEach } from 'vitest'

const seen: string[] = []
const write = console.error

console.error = (...parts: unknown[]) => {
  seen.push(format(...parts))
  write(...parts)
}

function demandSilence() {
  const errors = seen.splice(0)
  if (errors.length > 0) throw new Error(`Unexpected console.error:\n${errors.join('\n')}`)
}

afterEach(demandSilence)
afterAll(() => {
  // Files of one thread share the console: each file watches by itself.
  console.error = write
  demandSilence()
})
