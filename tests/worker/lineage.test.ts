// A work knows what it was made from and what was made from it, also when one of them is deleted.
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { Relative } from '#contract/lineage.ts'
import { openHistory } from '#data/base/database.ts'
import { lineageOf } from '#data/history/lineage.ts'
import { rowsOf } from '../support/worker/generating.ts'
import { plansOf } from '../support/worker/query-plans.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { newFinishedJob, type Work } from '../support/worker/finished-job.ts'

interface Lineage {
  ancestors: Relative[]
  descendants: Relative[]
}

const readLineage = async (person: Person, { operationId }: Work) =>
  dataOf<Lineage>(await person.send('GET', `/jobs/${operationId}/lineage`))

const madeFrom = (...works: Work[]) => ({
  uploads: works.map((_, at) => (at === 0 ? 'image' : 'styleImage')),
  madeFrom: works.map(({ operationId: job }, at) => ({ parameter: at === 0 ? 'image' : 'styleImage', job, file: 0 }))
})

/** Works in a row, each made from the one before. */
async function chain(person: Person, length: number): Promise<Work[]> {
  const works: Work[] = []
  for (let at = 0; at < length; at += 1) {
    const before = works.at(-1)
    works.push(await newFinishedJob(person, undefined, { createdAt: 1000 + at, ...(before && madeFrom(before)) }))
  }
  return works
}

const idsOf = (relatives: Relative[]) => relatives.map(({ id }) => id)
const ids = (...works: (Work | undefined)[]) => works.map((work) => work?.operationId)

describe('the chain of a work', () => {
  test('leads back to the first one and forward to those made from it', async () => {
    const person = await newPerson({ tokens: 1 })
    const [first, second, third, fourth] = await chain(person, 4)
    const { ancestors, descendants } = await readLineage(person, third!)
    expect(idsOf(ancestors)).toEqual(ids(first, second))
    expect(idsOf(descendants)).toEqual(ids(fourth))
    expect(ancestors[0]).toMatchObject({ service: 'dalle', deleted: false, file: { type: 'image/png', width: 80 } })
    expect((await readLineage(person, first!)).ancestors).toEqual([])
  })

  test('goes on behind a deleted work, which shows nothing of itself', async () => {
    const person = await newPerson({ tokens: 1 })
    const [first, second, third] = await chain(person, 3)
    await person.send('DELETE', `/jobs/${second!.operationId}/files`)
    const { ancestors } = await readLineage(person, third!)
    expect(ancestors).toMatchObject([
      { id: first!.operationId, deleted: false },
      { id: second!.operationId, deleted: true, file: null }
    ])
    expect((await readLineage(person, first!)).descendants).toEqual([])
    expect(await answered(await person.send('GET', `/jobs/${second!.operationId}/lineage`))).toMatchObject({
      status: 404
    })
  })

  test('names every source, and each work once', async () => {
    const person = await newPerson({ tokens: 1 })
    const [first, second] = await chain(person, 2)
    const both = await newFinishedJob(person, undefined, { createdAt: 5000, ...madeFrom(second!, first!) })
    expect(idsOf((await readLineage(person, both)).ancestors)).toEqual(ids(first, second))
    expect(idsOf((await readLineage(person, first!)).descendants)).toEqual(ids(second, both))
  })

  test('is found by indexes alone, without reading works that were made from nothing', async () => {
    const person = await newPerson({ tokens: 1 })
    const [first] = await chain(person, 3)
    const row = (await rowsOf(person)).find(({ id }) => id === first!.id)!
    const { steps } = await plansOf(person.userId, () => lineageOf(openHistory(env, person.userId), row))
    const reads = steps.filter((step) => /\b(jobs|made)\b/.test(step))
    expect(reads.some((step) => step.includes('made USING COVERING INDEX jobs_made_from'))).toBe(true)
    for (const step of reads) expect(step).toMatch(/^SEARCH/)
  })

  test('has an end, however long it is', async () => {
    const person = await newPerson({ tokens: 1 })
    const works = await chain(person, 24)
    const { ancestors } = await readLineage(person, works.at(-1)!)
    expect(idsOf(ancestors)).toEqual(ids(...works.slice(3, 23)))
  })

  test('is no matter of another user who knows the same ids', async () => {
    const person = await newPerson({ tokens: 1 })
    const other = await newPerson({ tokens: 1 })
    const [first] = await chain(person, 1)
    const theirs = await newFinishedJob(other, undefined, madeFrom(first!))
    expect((await readLineage(other, theirs)).ancestors).toEqual([])
    expect((await readLineage(person, first!)).descendants).toEqual([])
  })
})
