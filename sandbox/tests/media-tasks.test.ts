// The sandbox's polled tasks: their states, faults and counts.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createLinks } from '#sandbox/media/links.ts'
import { createTasks, type Tasks } from '#sandbox/media/tasks.ts'
import type { MediaFault } from '#sandbox/base/media-faults.ts'
import { createJumpingClock } from '#tests/support/node/sandbox-exchange.ts'
import { neverAborted } from '#tests/support/node/media-upstream.ts'

const bytes = new Uint8Array(10).fill(65)
const hour = 3_600_000

let clock = createJumpingClock()
let links = createLinks(clock)
let speed = 1
let tasks: Tasks = createTasks(clock, () => speed, links)

beforeEach(() => {
  clock = createJumpingClock()
  links = createLinks(clock)
  speed = 1
  tasks = createTasks(clock, () => speed, links)
})

const pass = (durationMs: number) => clock.wait(durationMs, neverAborted)
const make = vi.fn(async () => ({ bytes, type: 'image/png' }))
const start = (fault: MediaFault | null = null, provider = 'bfl') =>
  tasks.start({ provider, queuedMs: 1000, runningMs: 4000, fault, lifeMs: 600_000, make })

describe('a task', () => {
  it('is queued, runs with progress, and ends with an address', async () => {
    const { id } = start()
    expect(await tasks.look(id)).toEqual({ state: 'queued' })
    await pass(1000)
    expect(await tasks.look(id)).toEqual({ state: 'running', progress: 0 })
    await pass(3000)
    expect(await tasks.look(id)).toEqual({ state: 'running', progress: 0.75 })
    await pass(1000)
    const file = { bytes, type: 'image/png' }
    expect(await tasks.look(id)).toMatchObject({ state: 'finished', result: { path: expect.any(String), file } })
  })

  it('runs at the speed that was set when it began', async () => {
    speed = 10
    const { id } = start()
    speed = 1
    await pass(500)
    expect(await tasks.look(id)).toMatchObject({ state: 'finished' })
  })

  it('makes its result once, and only when a client asks for it', async () => {
    make.mockClear()
    const { id } = start()
    start()
    await pass(5000)
    const [first, second] = await Promise.all([tasks.look(id), tasks.look(id)])
    expect(make).toHaveBeenCalledTimes(1)
    expect(first).toEqual(second)
  })

  it('can be cancelled until it has ended', async () => {
    const { id } = start()
    await pass(4999)
    const late = start()
    expect(tasks.cancel(id)).toBe(true)
    expect(await tasks.look(id)).toEqual({ state: 'cancelled' })
    expect(tasks.cancel(id)).toBe(false)
    await pass(5000)
    expect(tasks.cancel(late.id)).toBe(false)
    expect(await tasks.look(late.id)).toMatchObject({ state: 'finished' })
    expect(tasks.cancel('no-such-task')).toBe(false)
  })

  it('keeps its facts, and a task that was never started is missing', async () => {
    const task = tasks.start({
      provider: 'luma',
      runningMs: 1,
      fault: null,
      lifeMs: 1,
      facts: { prompt: 'кот' },
      id: 'a',
      make
    })
    expect(tasks.find('a')).toBe(task)
    expect(task).toMatchObject({ id: 'a', provider: 'luma', facts: { prompt: 'кот' } })
    expect(tasks.find('b')).toBeNull()
    expect(await tasks.look('b')).toEqual({ state: 'missing' })
  })
})

describe('a task with a fault', () => {
  it.each([
    ['moderation', { state: 'moderated' }],
    ['moderation-later', { state: 'moderated' }],
    ['task-failed', { state: 'failed' }],
    ['lost', { state: 'missing' }],
    ['no-result', { state: 'finished', result: null }]
  ] as const)('%s ends as expected', async (fault, end) => {
    const { id } = start(fault)
    await pass(5000)
    expect(await tasks.look(id)).toEqual(end)
  })

  it('is moderated at once or at its end, as the fault says', async () => {
    expect(await tasks.look(start('moderation').id)).toEqual({ state: 'moderated' })
    expect(await tasks.look(start('moderation-later').id)).toEqual({ state: 'queued' })
  })

  it('never ends, or ends after an hour', async () => {
    const [endless, late] = [start('endless'), start('late')]
    await pass(hour)
    expect(await tasks.look(endless.id)).toMatchObject({ state: 'running' })
    expect(await tasks.look(late.id)).toMatchObject({ state: 'running' })
    await pass(1000)
    expect(await tasks.look(late.id)).toMatchObject({ state: 'finished' })
    await pass(1000 * hour)
    expect(await tasks.look(endless.id)).toMatchObject({ state: 'running' })
  })

  it('does not answer the first three checks', async () => {
    const { id } = start('status-errors')
    await pass(5000)
    const states = []
    for (let look = 0; look < 4; look++) states.push((await tasks.look(id)).state)
    expect(states).toEqual(['unanswered', 'unanswered', 'unanswered', 'finished'])
  })

  it.each([
    ['html', 'text/html', /^<!doctype html>/],
    ['empty', 'image/png', /^$/],
    ['wrong-type', 'image/png', /^%PDF/],
    ['broken-file', 'image/png', /^A{5}$/],
    ['status-errors', 'image/png', /^A{10}$/]
  ] as const)('%s changes its file', async (fault, type, content) => {
    const { id } = start(fault)
    await pass(5000)
    for (let look = 0; look < 3; look++) await tasks.look(id)
    const status = await tasks.look(id)
    const path = status.state === 'finished' ? (status.result?.path ?? '') : ''
    const file = links.open(path)
    expect(typeof file === 'object' && file.type).toBe(type)
    expect(typeof file === 'object' && new TextDecoder().decode(file.bytes)).toMatch(content)
  })

  it('gives an address that has already expired', async () => {
    const { id } = start('expired-link')
    await pass(5000)
    const status = await tasks.look(id)
    expect(links.open(status.state === 'finished' ? (status.result?.path ?? '') : '')).toBe(404)
  })
})

describe('the counts', () => {
  it('give per provider the started tasks, the running ones and the highest number at once', async () => {
    start()
    await pass(2500)
    start()
    tasks.cancel(start().id)
    start(null, 'luma')
    expect(tasks.counts()).toEqual({
      bfl: { started: 3, running: 2, maxRunning: 3 },
      luma: { started: 1, running: 1, maxRunning: 1 }
    })

    await pass(2500)
    start()
    expect(tasks.counts()['bfl']).toEqual({ started: 4, running: 2, maxRunning: 3 })
  })

  it('include work of upstreams that answer with the result itself', () => {
    const leave = tasks.enter('openai')
    tasks.enter('openai')()
    expect(tasks.counts()).toEqual({ openai: { started: 2, running: 1, maxRunning: 2 } })
    leave()
    expect(tasks.counts()).toEqual({ openai: { started: 2, running: 0, maxRunning: 2 } })
  })

  it('can be reset without losing the running tasks', () => {
    const { id } = start()
    tasks.cancel(start().id)
    tasks.resetCounts()
    expect(tasks.counts()).toEqual({ bfl: { started: 0, running: 1, maxRunning: 1 } })
    expect(tasks.find(id)).not.toBeNull()
  })

  it('stay correct when the oldest task is dropped', async () => {
    const first = start()
    await pass(5000)
    for (let index = 0; index < 2000; index++) start()
    expect(tasks.find(first.id)).toBeNull()
    expect(tasks.counts()['bfl']).toEqual({ started: 2001, running: 2000, maxRunning: 2000 })
  })
})
