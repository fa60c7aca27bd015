import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { succeed } from './fake-api.ts'
import { openJobs, runningPath } from './jobs-page.tsx'
import { completed, failed, jobWith, listOf, running, sampleFile, sampleJob } from './jobs-sample.ts'
import { address } from './render-page.tsx'
import { toasts } from './toasts.ts'
import { notify } from '#web/src/base/ui/notify.ts'
import { readKnown } from '#web/src/base/session/prices.ts'
import { JobSync } from '#web/src/jobs/job-sync.tsx'
import { JobsTray } from '#web/src/jobs/tray/jobs-tray.tsx'

const recentPath = 'GET /jobs?limit=8'

const tray = (answers: Parameters<typeof openJobs>[0] = {}, at = '/chatgpt') =>
  openJobs(
    { [recentPath]: () => succeed(listOf([])), ...answers },
    <>
      <JobSync />
      <JobsTray />
    </>,
    at
  )

const button = () => screen.getByRole('button', { name: /^Мои работы/ })

describe('the tray', () => {
  it('counts running jobs, also those submitted before the page was opened', async () => {
    await tray({ [runningPath]: () => succeed(listOf([running(), jobWith({ id: 'operation-2' })])) })
    await waitFor(() => expect(button().getAttribute('aria-label')).toBe('Мои работы: в процессе 2 работы'))
    expect(button().textContent).toBe('2')
  })

  it('lists running jobs first, then the last ended ones, each with a link', async () => {
    const second = completed({ id: 'operation-2', parameters: { prompt: 'Пёс у моря' } })
    const { user } = await tray({
      [runningPath]: () => succeed(listOf([running({ progress: 0.5 })])),
      [recentPath]: () => succeed(listOf([second, failed({ id: 'operation-3', parameters: { prompt: 'Лиса' } })])),
      // By the server's clock, which that of the device need not agree with.
      'GET /prices': () => succeed({ now: second.finishedAt! + 5 * 60_000, changes: [], models: [] })
    })
    await readKnown()
    await user.click(button())
    const list = within(await screen.findByRole('dialog', { name: 'Мои работы' }))
    await list.findByText('Пёс у моря')
    const links = list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    expect(links.map(([, href]) => href)).toEqual([
      '/midjourney',
      '/library?work=operation-2',
      '/library?work=operation-3',
      '/library'
    ])
    expect(links[0]?.[0]).toContain('Создаём изображение')
    expect(links[2]?.[0]).toContain('Не получилось')
    expect(links[1]?.[0]).toMatch(/ · 5.мин назад$/)
    const pictures = screen.getByRole('dialog').querySelectorAll('img')
    expect(Array.from(pictures, (picture) => picture.getAttribute('src'))).toEqual([sampleFile.url])
    expect(list.getByRole('progressbar').getAttribute('value')).toBe('0.5')
  })

  it('closes when the user follows one of its links', async () => {
    const { user } = await tray({ [recentPath]: () => succeed(listOf([completed()])) })
    await user.click(button())
    await user.click(await screen.findByRole('link', { name: /Кот на крыше/ }))
    expect(address()).toBe('/library?work=operation-1')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('cancels a job from the list', async () => {
    const { user } = await tray({
      [runningPath]: () => succeed(listOf([sampleJob])),
      'DELETE /jobs/operation-1': () => succeed({ job: jobWith({ state: 'cancelled' }) })
    })
    await user.click(button())
    await user.click(await screen.findByRole('button', { name: 'Отменить' }))
    expect(await screen.findByText(/^Отменено/)).toBeTruthy()
    await waitFor(() => expect(toasts).toEqual(['info: Работа отменена. Токены не списаны']))
  })

  it('cancels all that run at once, after a question, and keeps the focus', async () => {
    const ids = ['operation-1', 'operation-2']
    const { user, calls } = await tray({
      [runningPath]: () => succeed(listOf(ids.map((id) => jobWith({ id })))),
      ...Object.fromEntries(
        ids.map((id) => [`DELETE /jobs/${id}`, () => succeed({ job: jobWith({ id, state: 'cancelled' }) })])
      )
    })
    await user.click(button())
    await user.click(await screen.findByRole('button', { name: 'Отменить все' }))
    // The line keeps its height when the button gives way to the question.
    expect(screen.getByText('В процессе 2 работы').className).toMatch(/min-h-9 .*pointer-coarse:min-h-11/)
    const question = within(screen.getByRole('group', { name: 'Отменить все работы?' }))
    await user.click(question.getByRole('button', { name: 'Отменить все' }))
    expect(await screen.findAllByText(/^Отменено/)).toHaveLength(2)
    expect(calls().filter((call) => call.startsWith('DELETE'))).toEqual(ids.map((id) => `DELETE /jobs/${id}`))
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Последние работы' }))
    expect(screen.queryByRole('button', { name: 'Отменить все' })).toBeNull()
  })

  it('explains itself while there are no jobs', async () => {
    const { user } = await tray()
    await user.click(button())
    expect(await screen.findByText('Здесь будет видно, как создаются изображения, видео и озвучка')).toBeTruthy()
  })
})

describe('the end of a job', () => {
  it('shows a toast with a link to the job, and is marked in the tray until that is opened', async () => {
    const { learn, user } = await tray()
    learn(running())
    learn(completed())
    expect(button().getAttribute('aria-label')).toBe('Мои работы: есть новые')
    await waitFor(() => expect(toasts).toEqual(['success: Изображение сгенерировано! Использовано 4 токена']))
    await user.click(button())
    await user.keyboard('{Escape}')
    expect(button().getAttribute('aria-label')).toBe('Мои работы')
    vi.mocked(notify.success).mock.lastCall?.[1]?.onClick()
    await waitFor(() => expect(address()).toBe('/library?work=operation-1'))
  })

  it('shows a toast without a link on the page of its own tool, and no mark', async () => {
    const { learn } = await tray({}, '/midjourney')
    learn(running())
    learn(completed())
    await waitFor(() => expect(toasts).toEqual(['success: Изображение сгенерировано! Использовано 4 токена']))
    expect(vi.mocked(notify.success).mock.lastCall?.[1]).toBeUndefined()
    expect(button().getAttribute('aria-label')).toBe('Мои работы')
  })

  it('is announced by one tab, and by a hidden tab only when no other did', async () => {
    const { learn } = await tray()
    // Another tab has announced this end.
    localStorage.setItem('told-jobs', 'operation-1:completed')
    learn(running(), running({ id: 'operation-2' }))
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    learn(completed(), completed({ id: 'operation-2' }))
    await vi.advanceTimersByTimeAsync(1600)
    vi.useRealTimers()
    await waitFor(() => expect(toasts).toHaveLength(1))
    expect(localStorage.getItem('told-jobs')).toBe('operation-2:completed operation-1:completed')
  })
})
