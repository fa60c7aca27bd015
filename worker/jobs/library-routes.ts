// «Мои работы»: the list with its search and filters, favourites, folders, and what is done with many jobs at once.
import type { Hono } from 'hono'
import * as library from '#contract/library.ts'
import { hasFolder } from '#data/history/folders.ts'
import { endedById, entriesOf, pageOfWorks, placeJobs, type WantedPage, jobsById } from '#data/history/library.ts'
import { jobView } from '#data/history/job-view.ts'
import type { JobRow } from '#data/history/jobs.ts'
import { queryWords } from '#domain/search-words.ts'
import type { JobHits } from '#durable-objects/search/calls.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { deleteJob } from '#queues/steps/finish.ts'
import { foundBy, whileAdmitted, sessionOf } from '../http/admitted.ts'
import { type AppContext, historyOf, type HonoEnv } from '../http/context.ts'
import { AppError, expectFound } from '../http/errors.ts'
import { searchLimit } from '../http/limit.ts'
import { serve, sessionByObject } from '../http/serve.ts'
import { limitLibraryChanges, limitZipDownloads, limitZips } from './limit-library.ts'
import { openZip, prepareZip, zipPath, zipResponse } from './zip.ts'

const viewsOf = (c: AppContext, rows: readonly JobRow[]) =>
  rows.map((row) => jobView(row, c.var.environment, Date.now()))

const everything: JobHits = { operationIds: [], isCut: false, isIndexing: false }

/** @throws AppError NOT_FOUND for a folder that the caller does not have */
async function readPage(c: AppContext, page: WantedPage, whole: number) {
  const { userId } = c.var.caller
  const history = historyOf(c)
  const { folder } = page
  const isKnown = folder === undefined || (await hasFolder(history, { userId, kind: 'library', id: folder }))
  if (!isKnown) throw new AppError('NOT_FOUND')
  const found = await pageOfWorks(history, userId, page)
  const first = found.works.slice(0, whole).map(({ id }) => id)
  return { ...found, jobs: first.length === 0 ? [] : viewsOf(c, await jobsById(history, userId, first)) }
}

/** The user's object checks the session in the same call that searches. */
async function search(c: AppContext, words: readonly string[]): Promise<JobHits> {
  const { userId } = c.var.caller
  return foundBy(await userOf(c.env, userId).readJobHits({ caller: sessionOf(c), limit: searchLimit }, words)).hits
}

function mountList(app: Hono<HonoEnv>) {
  serve(app, sessionByObject(library.listLibrary), async ({ q = '', whole, ...page }, c) => {
    const words = queryWords(q)
    // What has no letter and no digit finds nothing, as in chats.
    const hits = q === '' ? everything : await search(c, words)
    const among = q === '' ? undefined : hits.operationIds
    const read = () => readPage(c, { ...page, among }, whole)
    const found = q === '' ? await whileAdmitted(c, read) : await read()
    return { ...found, indexing: hits.isIndexing, cut: hits.isCut }
  })

  serve(app, sessionByObject(library.readLibraryJobs), async ({ ids }, c) => {
    const { userId } = c.var.caller
    const read = () => Promise.all([entriesOf(historyOf(c), userId, ids), jobsById(historyOf(c), userId, ids)])
    const [works, rows] = await whileAdmitted(c, read)
    return { works, jobs: viewsOf(c, rows) }
  })
}

/** Deletes one job after the other: each is several calls to the database, the store and the user's object. */
async function deleteAll(c: AppContext, ids: readonly string[]): Promise<string[]> {
  const rows = await endedById(historyOf(c), c.var.caller.userId, ids)
  const deleted: string[] = []
  for (const row of rows) if (row.deletedAt !== null || (await deleteJob(c.env, row))) deleted.push(row.operationId)
  return deleted
}

export function mountLibrary(app: Hono<HonoEnv>) {
  mountList(app)

  serve(app, library.placeJobs, async (place, c) => {
    await limitLibraryChanges(c)
    const changed = expectFound(await placeJobs(historyOf(c), c.var.caller.userId, { ...place, now: Date.now() }))
    return { ids: changed }
  })

  serve(app, library.deleteLibraryJobs, async ({ ids }, c) => {
    await limitLibraryChanges(c)
    return { deleted: await deleteAll(c, ids) }
  })

  serve(app, library.zipJobs, async ({ ids }, c) => {
    await limitZips(c)
    return prepareZip(c, ids)
  })

  app.get(zipPath, async (c) => {
    const { userId, entries } = await openZip(c)
    await limitZipDownloads(c, userId)
    return zipResponse(c, entries)
  })
}
