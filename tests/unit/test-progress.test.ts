import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onceMoreWhenHung } from '#scripts/run-tests.ts'
import { Progress, watchProgress } from '#scripts/test-progress.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'progress-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const hour = 3_600_000
const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

test('a run in which no test ends is stopped, with the files that it hangs in', async () => {
  const report = join(folder, 'report.json')
  const progress = new Progress(report)
  progress.begin('tests/worker/one.test.ts')
  progress.begin('tests/worker/two.test.ts')
  progress.end('tests/worker/one.test.ts')
  using watch = watchProgress(report, { quietMs: 50, wholeMs: hour, everyMs: 5 })
  expect(watch.stopped()).toBeUndefined()
  await aborted(watch.signal)
  const text = 'Stopped: no test has ended for 0 minutes. Running:\n  tests/worker/two.test.ts'
  expect(watch.stopped()).toEqual({ text, isHung: true })
})

test('a run that does not even begin is stopped, too', async () => {
  using watch = watchProgress(join(folder, 'report.json'), { quietMs: 20, wholeMs: hour, everyMs: 5 })
  await aborted(watch.signal)
  expect(watch.stopped()).toMatchObject({ isHung: true })
})

test('a run that hangs after a test has failed is a failure', async () => {
  const report = join(folder, 'report.json')
  const progress = new Progress(report)
  progress.fail('money is lost')
  progress.note()
  using watch = watchProgress(report, { quietMs: 20, wholeMs: hour, everyMs: 5 })
  await aborted(watch.signal)
  expect(watch.stopped()).toMatchObject({ text: expect.stringContaining('money is lost'), isHung: false })
})

test('a run that goes on for too long is stopped, although tests end', async () => {
  const report = join(folder, 'report.json')
  const progress = new Progress(report)
  const ending = setInterval(() => progress.note(), 5)
  using watch = watchProgress(report, { quietMs: hour, wholeMs: 60, everyMs: 5 })
  await aborted(watch.signal)
  clearInterval(ending)
  expect(watch.stopped()).toMatchObject({ text: expect.stringContaining('minutes are over'), isHung: false })
})

test('a run that hung is repeated once, and says so', async () => {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  const hung = { succeeded: false, output: 'Stopped', hung: 'Stopped: …' }
  const passed = { succeeded: true, output: '' }
  const runs = [hung, passed]
  expect(await onceMoreWhenHung(async () => runs.shift()!)).toBe(passed)
  expect(print).toHaveBeenCalledWith('\nStopped: …\nOnce more:')
  expect(await onceMoreWhenHung(async () => hung)).toBe(hung)
  print.mockRestore()
})

test('a run that failed is not repeated', async () => {
  const failed = { succeeded: false, output: 'A test failed' }
  const runs = [failed]
  expect(await onceMoreWhenHung(async () => runs.shift()!)).toBe(failed)
})
