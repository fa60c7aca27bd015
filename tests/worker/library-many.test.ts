// A library of many works: the search reads them in portions and says when it shows only the newest.
import { expect, test } from 'vitest'
import { foundJobsMax } from '#contract/library-limits.ts'
import { historyRows } from '../support/worker/histories.ts'
import { dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { addFinished } from '../support/worker/finished-jobs.ts'

interface Page {
  works: { id: string }[]
  hasMore: boolean
  total: number | null
  indexing: boolean
  cut: boolean
}

/** Copies of a finished work, the first of which are the oldest: every second one is of a lighthouse. */
async function fill({ userId }: Person, count: number): Promise<void> {
  const rows = historyRows(userId)
  const { results } = await rows.prepare('pragma table_info(jobs)').all<{ name: string }>()
  const written: Record<string, string> = {
    id: "id || '-' || n",
    operation_id: "'work-' || n",
    created_at: 'n',
    parameters: `json_object('prompt', iif(n % 2, 'маяк номер ' || n, 'лес'))`
  }
  const columns = results.map(({ name }) => name)
  await rows
    .prepare(
      `with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ?1)
      insert into jobs (${columns.join(', ')})
      select ${columns.map((name) => written[name] ?? name).join(', ')} from jobs, counted where user_id = ?2`
    )
    .bind(count, userId)
    .run()
}

const find = async ({ send }: Person, q: string): Promise<Page> => {
  for (;;) {
    const page = await dataOf<Page>(await send('GET', `/library/works?${new URLSearchParams({ q }).toString()}`))
    if (!page.indexing) return page
  }
}

test('the oldest work is found behind several portions, and no more than the newest of very many', async () => {
  const person = await newPerson()
  const newest = await addFinished(person, { prompt: 'маяк' })
  const count = 2 * foundJobsMax + 10
  await fill(person, count)
  expect((await find(person, 'номер 1')).works.at(-1)).toMatchObject({ id: 'work-1' })
  const all = await find(person, 'маяк')
  expect(all).toMatchObject({ cut: true, total: foundJobsMax, hasMore: true })
  expect(all.works[0]).toMatchObject({ id: newest })
  expect(await dataOf<Page>(await person.send('GET', '/library/works'))).toMatchObject({
    total: count + 1,
    hasMore: true
  })
}, 60_000)
