// A change tells the page's reads to begin anew, also those that have not been answered yet.
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '#web/src/base/http/query-client.ts'

afterEach(() => queryClient.clear())

/** A list of links that a page is reading for the first time, while a link is made. */
function readSlowly() {
  const first = Promise.withResolvers<string[]>()
  const signals: AbortSignal[] = []
  const query = {
    queryKey: ['links'],
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      signals.push(signal)
      return signals.length === 1 ? first.promise : Promise.resolve(['made since'])
    }
  }
  return { query, first, signals }
}

test('the answer of a first read that began before a change is not shown as what came of it', async () => {
  const { query, first, signals } = readSlowly()
  const reader = new QueryObserver(queryClient, query)
  const leave = reader.subscribe(() => undefined)
  const changed = queryClient.invalidateQueries({ queryKey: ['links'] })
  first.resolve([])
  await changed
  expect(reader.getCurrentResult()).toMatchObject({ data: ['made since'], fetchStatus: 'idle', isError: false })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  leave()
})

test('who waits for a first read gets the answer of the one that took its place', async () => {
  const { query } = readSlowly()
  const waiting = queryClient.fetchQuery(query)
  const leave = new QueryObserver(queryClient, query).subscribe(() => undefined)
  await queryClient.invalidateQueries({ queryKey: ['links'] })
  expect(await waiting).toEqual(['made since'])
  leave()
})

test('a first read goes on that is only marked as old, or that nobody shows', async () => {
  const { query, first, signals } = readSlowly()
  const waiting = queryClient.fetchQuery(query)
  await queryClient.invalidateQueries({ queryKey: ['links'] })
  const leave = new QueryObserver(queryClient, query).subscribe(() => undefined)
  await queryClient.invalidateQueries({ queryKey: ['links'], refetchType: 'none' })
  first.resolve(['read'])
  expect(await waiting).toEqual(['read'])
  expect(signals).toHaveLength(1)
  leave()
})
