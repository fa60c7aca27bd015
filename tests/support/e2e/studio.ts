// Steps of the end-to-end tests on image, video and voice pages.
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { listJobs } from '#contract/jobs.ts'
import { longJobSeconds } from '#contract/ready.ts'
import { readTokens, readUsage } from '#contract/wallet.ts'
import { userTagOf } from '#providers/http/user-tag.ts'
import { paintPicture } from '#sandbox/media/picture.ts'
import { agingPath, type AgedJob } from '../seeding/call.ts'
import { type Account, callApi } from './account.ts'

export const balanceOf = async ({ tokens }: Pick<Account, 'tokens'>) =>
  (await callApi(readTokens, {}, tokens.accessToken)).tokens
/** How to poll for jobs that take seconds: each look reads them all from the product. */
export const whileJobsRun = { timeout: 60_000, interval: 500 }
export const jobsOf = async ({ tokens }: Account) => (await callApi(listJobs, {}, tokens.accessToken)).jobs
/** The operations that were charged, newest first. */
export const chargesOf = async ({ tokens }: Account) =>
  (await callApi(readUsage, {}, tokens.accessToken)).usage.filter(({ service }) => service !== 'bonus')

/**
 * Submits a job without a page: for works that a page only shows.
 * @param path of the call, such as `/image/flux`
 */
export async function submitJob({ tokens }: Account, path: string, parameters: object): Promise<void> {
  const response = await fetch(`${inject('siteOrigin')}/api/ai${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      prefer: 'respond-async',
      authorization: `Bearer ${tokens.accessToken}`
    },
    body: JSON.stringify(parameters)
  })
  if (response.status !== 202) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

/** Makes the newest job, which must still run, so old that its user is told when it ends. */
export async function makeLong(account: Account): Promise<void> {
  const [job] = await jobsOf(account)
  const aged: AgedJob = { userId: account.id, operationId: job?.id ?? '', seconds: longJobSeconds }
  const response = await fetch(inject('siteOrigin') + agingPath, { method: 'POST', body: JSON.stringify(aged) })
  expect(await response.json()).toEqual([{ step: expect.stringMatching(/^(queued|submitting|running)$/) as string }])
}

/** The card of the newest job on the page. */
export const card = (page: Page) => page.getByRole('article', { name: /^Работа:/ }).first()
/** Brings the oldest result that the page shows to its stage. */
export const stageOldest = (page: Page) =>
  page.getByRole('group', { name: 'Последние результаты' }).getByRole('radio').last().press('Space')
export const submit = (page: Page) => page.getByRole('main').locator('form button[type=submit]')
export const describeIt = (page: Page, text: string) =>
  page.getByRole('main').locator('form textarea').first().fill(text)
/** By keyboard: the bar at the bottom of the window may lie over an option. */
export const choose = (page: Page, name: string | RegExp) => page.getByRole('radio', { name }).press('Space')

/** Shows the settings that are folded away. */
export const unfold = (page: Page) => page.getByText('Дополнительно', { exact: true }).click()

const photo = async (width = 640, height = 480) => ({
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(await paintPicture({ text: 'Фото', width, height, type: 'image/png' }))
})
export const upload = async (page: Page, index = 0) =>
  page
    .locator('form input[type=file]')
    .nth(index)
    .setInputFiles(await photo())

/** The picture that was chosen, once it is read: before that, a click on the button only says that it is missing. */
export const attached = (page: Page) => page.getByRole('img', { name: 'Загруженное изображение' })

export type Media = 'img' | 'video' | 'audio'

/** How often a page is asked for a result that takes seconds: in every frame it would draw all the time. */
const lookMs = 100

/** Waits until the page's result can be displayed or played. The works of the gallery stand in nameless articles. */
export const playable = (page: Page, media: Media) =>
  page.waitForFunction(
    (kind) => {
      const found = document.querySelector<HTMLImageElement & HTMLVideoElement>(
        `main article:is([aria-label], [aria-labelledby]) ${kind}`
      )
      if (!found) return false
      return kind === 'img' ? found.complete && found.naturalWidth > 0 : found.readyState > 0 && found.duration > 0
    },
    media,
    { polling: lookMs }
  )

/**
 * Sets the sandbox's switches for the calls of one account only, because other tests run at the same time.
 * @throws when the sandbox refuses them
 */
export const control = ({ id }: Pick<Account, 'id'>, settings: object): Promise<void> =>
  // The payment provider gets the user's id, the AI providers a tag made from it.
  Promise.all([id, userTagOf(id)].map((name) => controlFor(name, settings))).then(() => undefined)

/** Sets the switches for all calls of one path; for upstreams that are not told an account. */
export async function controlFor(name: string, settings: object): Promise<void> {
  const response = await fetch(`${inject('sandboxOrigin')}/control.json?for=${encodeURIComponent(name)}`, {
    method: 'POST',
    body: JSON.stringify(settings)
  })
  if (!response.ok) throw new Error(await response.text())
}

/** The names of the form's files in IndexedDB; empty before the page has created the database. */
export const keptFiles = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('studio-files')
        opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
        opening.addEventListener('error', () => resolve([]))
        opening.addEventListener('success', () => {
          const database = opening.result
          const reading = database.transaction('drafts').objectStore('drafts').getAll()
          reading.addEventListener('success', () => {
            database.close()
            resolve(reading.result.flatMap(({ files }) => Object.keys(files)))
          })
        })
      })
  )
