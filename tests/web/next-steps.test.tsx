// What can be done with a result next: the links, the comparison with the picture before, and the chain of a work.
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Job, JobFile } from '#contract/jobs.ts'
import type { Relative } from '#contract/lineage.ts'
import { JobDialog } from '#web/src/media/job/job-dialog.tsx'
import { nextSteps } from '#web/src/media/job/next-steps.tsx'
import { succeed } from './fake-api.ts'
import { letMediaPlay } from './film.ts'
import { openJobs, showJob } from './jobs-page.tsx'
import { completed, sampleFile } from './jobs-sample.ts'
import { toasts } from './toasts.ts'

beforeEach(letMediaPlay)

const id = 'operation-1'
const labelsOf = (job: Job, changes: Partial<JobFile> = {}) =>
  nextSteps(job, { ...sampleFile, ...changes }).map(({ label }) => label)
const general = { service: 'dalle' } as const
const withoutPrompt = completed({ ...general, parameters: {} })

describe('the next steps', () => {
  test('of a picture lead to each tool that takes it', () => {
    expect(labelsOf(withoutPrompt)).toEqual([
      'Изменить',
      'Заменить область',
      'Увеличить',
      'Убрать фон',
      'Вариации',
      'Оживить'
    ])
  })

  test('leave out what Midjourney offers on the same card', () => {
    const job = { service: 'midjourney', parameters: {} } as const
    expect(labelsOf(completed(job))).toEqual(['Изменить', 'Заменить область', 'Убрать фон', 'Оживить'])
    expect(labelsOf(completed({ ...job, parameters: { action: 'upscale', parent: id, tile: 1 } }))).toEqual([
      'Изменить',
      'Заменить область',
      'Увеличить',
      'Убрать фон',
      'Оживить'
    ])
  })

  test('include reading the text of a work that has one', () => {
    expect(labelsOf(completed()).at(-1)).toBe('Озвучить')
    expect(labelsOf(completed({ kind: 'audio' }), { type: 'audio/mpeg' })).toEqual([])
  })

  test('of a video are offered while it is small enough for the tool', () => {
    const video = { type: 'video/mp4', sizeBytes: 20 * 1024 * 1024 }
    expect(labelsOf(withoutPrompt, video)).toEqual(['Изменить'])
    expect(labelsOf(withoutPrompt, { ...video, sizeBytes: video.sizeBytes + 1 })).toEqual([])
  })
})

const edited = (changes: Partial<Job> = {}) =>
  completed({
    kind: 'image-tool',
    service: 'gpt-image-edit',
    uploads: ['image'],
    sources: [{ parameter: 'image', url: 'https://site.test/before.png', from: null }],
    ...changes
  })

describe('before and after', () => {
  test('lie above each other, with a border that arrow keys move', async () => {
    const { user } = await showJob(edited())
    await user.click(await screen.findByRole('button', { name: 'До и после' }))
    const border = await screen.findByRole<HTMLInputElement>('slider', { name: 'Граница между «до» и «после»' })
    expect(border.getAttribute('aria-valuetext')).toBe('Исходное изображение видно на 50%')
    fireEvent.change(border, { target: { value: '80' } })
    expect(border.getAttribute('aria-valuetext')).toBe('Исходное изображение видно на 80%')
    const before = screen.getByRole<HTMLImageElement>('img', { name: 'До' })
    expect(before.src).toBe('https://site.test/before.png')
    expect(before.parentElement?.style.clipPath).toBe('inset(0px 20% 0px 0px)')
    await user.click(screen.getByRole('button', { name: 'Только результат' }))
    expect(screen.queryByRole('slider')).toBeNull()
  })

  test('are not compared where the result shows more than the picture, or nothing was before', async () => {
    await showJob(edited({ parameters: { tool: 'outpaint' } }))
    await screen.findByRole('list', { name: 'Что дальше' })
    expect(screen.queryByRole('button', { name: 'До и после' })).toBeNull()
  })

  test('end when the picture before is gone', async () => {
    const { user } = await showJob(edited())
    await user.click(await screen.findByRole('button', { name: 'До и после' }))
    fireEvent.error(await screen.findByRole('img', { name: 'До' }))
    expect(screen.queryByRole('slider')).toBeNull()
    expect(screen.queryByRole('button', { name: 'До и после' })).toBeNull()
    expect(toasts.at(-1)).toContain('Исходного изображения больше нет')
  })
})

const relative = (name: string, changes: Partial<Relative> = {}): Relative => ({
  id: name,
  kind: 'image',
  service: 'flux',
  createdAt: 1_795_000_000_000,
  deleted: false,
  file: { ...sampleFile, id: `${name}.0` },
  ...changes
})

describe('the chain of a work', () => {
  const older = completed({ id: 'operation-0', service: 'flux', parameters: { prompt: 'Первый кот' } })

  async function open() {
    const lineage = {
      ancestors: [relative('deleted-1', { deleted: true, file: null }), relative(older.id)],
      descendants: [relative('film-1', { kind: 'video', service: 'runwayml', file: null })]
    }
    const opened = await openJobs(
      {
        [`GET /jobs/${id}/lineage`]: () => succeed(lineage),
        [`GET /jobs/${older.id}/lineage`]: () => succeed({ ancestors: [], descendants: [] })
      },
      <JobDialog job={completed()} onClose={() => undefined} />
    )
    opened.learn(older)
    return opened
  }

  test('shows where it comes from and what became of it, deleted works too', async () => {
    await open()
    const before = within(await screen.findByRole('region', { name: 'Сделано из' }))
    expect(before.getByText('удалено')).toBeTruthy()
    expect(before.getAllByRole('button')).toHaveLength(1)
    const after = within(screen.getByRole('region', { name: 'Из этого сделано' }))
    expect(after.getByRole('button', { name: /^Runway/ })).toBeTruthy()
  })
})
