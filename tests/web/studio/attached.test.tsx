// A form takes a file of the user's works: by a link of the work, with the settings of an earlier job, and as a version.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import * as keptFiles from '#web/src/media/form/kept-files.ts'
import { letMediaPlay } from '../film.ts'
import { toasts } from '../toasts.ts'
import { finished, jobOf } from '../jobs-sample.ts'
import { address, openSignedIn, prompt, results, startStudio, submitButton, write } from './open-studio.tsx'
import { studioServer } from './studio-server.ts'

beforeEach(() => {
  letMediaPlay()
  vi.spyOn(keptFiles, 'readKeptFiles').mockResolvedValue(null)
  vi.spyOn(keptFiles, 'keepFiles').mockResolvedValue()
})

/** A finished work whose file has the id that the server gives it. */
function work(service: string, id: string, part: Partial<Job> = {}): Job {
  const job = finished(jobOf(service, { id, parameters: {} }))
  return { ...job, files: job.files.map((file) => ({ ...file, id: `${id}.0`, url: `/api/files/${id}/0` })), ...part }
}

const first = work('flux', 'work-flux-1', { parameters: { prompt: 'Лиса' } })
const second = work('gpt-image-edit', 'work-edit-2', {
  parameters: { prompt: 'Добавь луну', size: 'auto' },
  uploads: ['image'],
  sources: [{ parameter: 'image', url: '/api/files/x/0', from: { job: first.id, file: 0 } }]
})
const fromDevice = work('stability', 'work-tool-3', {
  parameters: { tool: 'inpaint', prompt: 'Ваза' },
  uploads: ['image', 'mask'],
  sources: [
    { parameter: 'image', url: '/api/files/y/image', from: null },
    { parameter: 'mask', url: '/api/files/y/mask', from: null }
  ]
})

const picture = () => screen.findByRole<HTMLImageElement>('img', { name: 'Загруженное изображение' })
const sent = async (server: ReturnType<typeof studioServer>) => {
  await waitFor(() => expect(server.submitted()).toHaveLength(1))
  return server.submitted()[0]?.body
}

describe('a link with a work', () => {
  test('attaches its file, sets the tool and sends the name of the file alone', async () => {
    const { server } = await startStudio(`/stability?from=${first.id}.0&tool=remove-bg`, { jobs: [first] })
    expect((await picture()).src).toContain(`/api/files/${first.id}/0`)
    screen.getByText('Из ваших работ')
    await waitFor(() => expect(address()).toBe('/stability'))
    fireEvent.click(submitButton())
    expect(await sent(server)).toMatchObject({ tool: 'remove-bg', image: `work:${first.id}.0` })
  })

  test('keeps what the user had written, unless the link has a text', async () => {
    const { unload } = await startStudio('/gpt-image-edit', { jobs: [first] })
    write('Мой текст')
    unload()
    const again = await openSignedIn(`/gpt-image-edit?from=${first.id}.0`)
    await picture()
    expect(prompt().value).toBe('Мой текст')
    again.leave()
    await openSignedIn(`/gpt-image-edit?${new URLSearchParams({ from: `${first.id}.0`, prompt: 'Вариация' })}`)
    await waitFor(() => expect(prompt().value).toBe('Вариация'))
    expect(toasts).toContain('info: Описание заменено')
  })

  test('to a deleted work says so in the field', async () => {
    await startStudio('/gpt-image-edit?from=work-gone-9.0', { jobs: [] })
    await screen.findByText('Этого файла больше нет: работа удалена')
    fireEvent.click(screen.getByRole('button', { name: 'Убрать' }))
    expect(screen.queryByText('Этого файла больше нет: работа удалена')).toBeNull()
  })

  test('of another form is not followed with a name that names nothing', async () => {
    await startStudio('/gpt-image-edit?from=../../x')
    await waitFor(() => expect(toasts).toContain('error: Этот файл сюда не подходит'))
  })
})

describe('repeating', () => {
  test('takes the work that the job was made from', async () => {
    const { server } = await startStudio(`/gpt-image-edit?repeat=${second.id}`, { jobs: [second, first] })
    await picture()
    expect(prompt().value).toBe('Добавь луну')
    fireEvent.click(submitButton())
    expect(await sent(server)).toMatchObject({ image: `work:${first.id}.0`, prompt: 'Добавь луну' })
    expect(toasts.join()).not.toContain('загрузите заново')
  })

  test('takes a picture that was made smaller from a work as it was sent', async () => {
    const [source] = second.sources
    const smaller = { ...second, sources: [{ ...source!, derived: true as const }] }
    const { server } = await startStudio(`/gpt-image-edit?repeat=${second.id}`, { jobs: [smaller, first] })
    await picture()
    fireEvent.click(submitButton())
    expect(await sent(server)).toMatchObject({ image: `work:${second.id}.image` })
  })

  test('takes the kept files of a job from the device, the mask too', async () => {
    const server = studioServer({ jobs: [fromDevice] })
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('not in this test')))
    await openSignedIn(`/stability?repeat=${fromDevice.id}`)
    expect((await picture()).src).toContain('/api/files/y/image')
    fireEvent.click(submitButton())
    expect(await sent(server)).toMatchObject({
      image: `work:${fromDevice.id}.image`,
      mask: `work:${fromDevice.id}.mask`
    })
  })
})

test('a job without a picture is repeated without the one in the form', async () => {
  const plain = finished(jobOf('stable-diffusion', { id: 'plain-job-1', parameters: { prompt: 'замок' } }))
  const { user } = await startStudio(`/stable-diffusion?from=${first.id}.0`, { jobs: [plain, first] })
  await picture()
  await user.click(await results().findByRole('link', { name: 'Повторить' }))
  await waitFor(() => expect(prompt().value).toBe('замок'))
  expect(screen.queryByAltText('Загруженное изображение')).toBeNull()
})

test('the versions of a picture are stepped back and forth', async () => {
  const { user } = await startStudio(`/gpt-image-edit?from=${second.id}.0`, { jobs: [second, first] })
  const versions = within(await screen.findByRole('group', { name: 'Версии изображения' }))
  const back = versions.getByRole('button', { name: 'Прежняя версия' })
  const forth = versions.getByRole('button', { name: 'Следующая' })
  expect(forth.ariaDisabled).toBe('true')
  await user.click(back)
  expect((await picture()).src).toContain(`/api/files/${first.id}/0`)
  expect([back.ariaDisabled, document.activeElement]).toEqual(['true', back])
  await user.click(forth)
  expect((await picture()).src).toContain(`/api/files/${second.id}/0`)
})
