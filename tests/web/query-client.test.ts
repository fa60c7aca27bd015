// A change tells the page's reads to be made again, also those that have not been answered yet.
import { InfiniteQueryObserver, MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { queryClient } from '#web/src/base/http/query-client.ts'
import { libraryQuery, placeAll } from '#web/src/jobs/gallery/library-calls.ts'
import { fakeApi, keepTokens, succeed } from './fake-api.ts'
import { endedJob, listPath, pageOf, workOf } from './open-library.tsx'

afterEach(() => {
  queryClient.clear()
})

/** A list of links that a page is reading for the first time, while a link is made. */
function readSlowly() {
  const first = Promise.withResolvers<string[]>()
  let reads = 0
  const query = {
    queryKey: ['links'],
    queryFn: () => {
      reads += 1
      return reads === 1 ? first.promise : Promise.resolve(['made since'])
    }
  }
  return { query, first, reads: () => reads }
}

test('the answer of a first read that began before a change is not shown as what came of it', async () => {
  const { query, first, reads } = readSlowly()
  const reader = new QueryObserver(queryClient, query)
  const leave = reader.subscribe(() => undefined)
  const changed = queryClient.invalidateQueries({ queryKey: ['links'] })
  first.resolve([])
  await changed
  expect(reader.getCurrentResult()).toMatchObject({ data: ['made since'], fetchStatus: 'idle', isError: false })
  expect(reads()).toBe(2)
  leave()
})

test('a first read is made once if it is only marked as old, no component shows it, or the one in flight is enough', async () => {
  const { query, first, reads } = readSlowly()
  const waiting = queryClient.fetchQuery(query)
  await queryClient.invalidateQueries({ queryKey: ['links'] })
  const leave = new QueryObserver(queryClient, query).subscribe(() => undefined)
  await queryClient.invalidateQueries({ queryKey: ['links'], refetchType: 'none' })
  const enough = queryClient.refetchQueries({ queryKey: ['links'] }, { cancelRefetch: false })
  first.resolve(['read'])
  await enough
  expect(await waiting).toEqual(['read'])
  expect(reads()).toBe(1)
  leave()
})

test('a library that is being read while a work is marked is read once more', async () => {
  keepTokens('first')
  const job = endedJob(1)
  const first = Promise.withResolvers<Response>()
  let reads = 0
  fakeApi({
    [listPath]: () => {
      reads += 1
      return reads === 1 ? first.promise : pageOf([job], { works: [workOf(job, { favourite: true })] })
    },
    'PUT /library/works': () => succeed({ ids: [job.id] })
  })
  const reader = new InfiniteQueryObserver(queryClient, libraryQuery({}))
  const leave = reader.subscribe(() => undefined)
  await waitFor(() => expect(reads).toBe(1))
  await placeAll(queryClient, [job.id], { favourite: true })
  first.resolve(pageOf([job]))
  await waitFor(() => expect(reader.getCurrentResult().data?.pages[0]?.works[0]?.favourite).toBe(true))
  leave()
})

test('without a network a change fails at once and is not made later', async () => {
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  const change = new MutationObserver(queryClient, { mutationFn: () => Promise.reject(new Error('No network')) })
  await expect(change.mutate()).rejects.toThrow('No network')
})

test('without a network a library that is asked for fails at once, and is read when there is one', async () => {
  keepTokens('first')
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  let reads = 0
  fakeApi({
    [listPath]: () => {
      reads += 1
      if (reads === 1) throw new TypeError('Failed to fetch')
      return pageOf([endedJob(1)])
    }
  })
  const reader = new InfiniteQueryObserver(queryClient, libraryQuery({}))
  const leave = reader.subscribe(() => undefined)
  await waitFor(() => expect(reader.getCurrentResult().isError).toBe(true))
  expect(reads).toBe(1)
  onlineManager.setOnline(true)
  await waitFor(() => expect(reader.getCurrentResult().data?.pages).toHaveLength(1))
  leave()
})
