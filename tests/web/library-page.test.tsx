import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeApi, refuse, succeed } from './fake-api.ts'
import { address, openJobs } from './jobs-page.tsx'
import { completed, failed, listOf, running, sampleFile } from './jobs-sample.ts'
import { renderAt } from './render-page.tsx'
import { recordToasts, toasts } from './toasts.ts'
import { Page as LibraryPage } from '#web/src/jobs/gallery/page.tsx'

beforeEach(() => {
  localStorage.clear()
  recordToasts()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    }
  )
})
afterEach(() => vi.unstubAllGlobals())

const library = (answers: Parameters<typeof openJobs>[0], at = '/library') => openJobs(answers, <LibraryPage />, at)

const endedJob = (number: number, changes: Parameters<typeof completed>[0] = {}) =>
  completed({
    id: `operation-${number}`,
    createdAt: 1000 + number,
    parameters: { prompt: `Работа ${number}` },
    ...changes
  })

const listPath = 'GET /jobs?limit=24&outcome=results'
const failuresPath = 'GET /jobs?limit=100&outcome=failures'
const three = {
  [failuresPath]: () => succeed(listOf([])),
  [listPath]: () => succeed(listOf([endedJob(3), endedJob(2), endedJob(1)]))
}
const tile = (number: number) => screen.findByRole('link', { name: new RegExp(`Работа ${number}`) })
const dialogOf = (number: number) => screen.findByRole('dialog', { name: `Работа ${number}` })

describe('«Мои работы»', () => {
  it('ask a visitor to sign in and send no request', async () => {
    const { calls } = fakeApi({})
    renderAt('/library', <LibraryPage />)
    expect(screen.getByRole('link', { name: 'Войти' }).getAttribute('href')).toBe('/auth?return=%2Flibrary')
    expect(calls()).toEqual([])
  })

  it('show running jobs, then results, newest first, and those without a result in one line', async () => {
    const broken = failed({ id: 'operation-2', createdAt: 1002, parameters: { prompt: 'Лиса' } })
    const dismiss = vi.fn(() => succeed({ deleted: true }))
    const { user } = await library({
      [listPath]: () => succeed(listOf([running({ id: 'operation-4', createdAt: 2000 }), endedJob(3)])),
      [failuresPath]: () => succeed(listOf([broken, failed({ id: 'operation-1', createdAt: 1001 })])),
      'DELETE /jobs/operation-2/files': dismiss
    })
    await tile(3)
    expect(within(screen.getByRole('region', { name: 'В работе' })).getAllByRole('listitem')).toHaveLength(1)
    const links = screen.getAllByRole('link').filter((link) => link.id.startsWith('job-'))
    expect(links.map(({ id }) => id)).toEqual(['job-operation-3'])
    const line = within(screen.getByRole('region', { name: 'Работы без результата' }))
    expect(await line.findByText(/^Без результата: 2 работы\./)).toBeTruthy()
    expect(line.queryByText('Лиса')).toBeNull()
    await user.click(line.getByRole('button', { name: 'Показать' }))
    expect(line.getAllByText(/Модель перегружена/)).toHaveLength(2)
    await user.click(line.getAllByRole('button', { name: 'Убрать' })[0]!)
    expect(await line.findByText(/^Без результата: 1 работа\./)).toBeTruthy()
    expect(dismiss).toHaveBeenCalledTimes(1)
  })

  it('without a result are removed together, after a question, however many there are', async () => {
    const ids = [['operation-2'], ['operation-1']]
    const clear = vi.fn(() => succeed({ ids: ids[0]!, hasMore: ids.splice(0, 1) && ids.length > 0 }))
    const { user } = await library({
      ...three,
      [listPath]: () => succeed(listOf([endedJob(3)])),
      [failuresPath]: () => succeed(listOf([failed({ id: 'operation-2' }), failed({ id: 'operation-1' })])),
      'POST /jobs/clear-failures': clear
    })
    await user.click(await screen.findByRole('button', { name: 'Убрать все' }))
    expect(clear).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Убрать' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Работы без результата' })).toBeNull())
    expect(clear).toHaveBeenCalledTimes(2)
    await tile(3)
  })

  it('are filtered by the kind in the address', async () => {
    const film = endedJob(5, { kind: 'video', service: 'luma', files: [{ ...sampleFile, type: 'video/mp4' }] })
    const { user } = await library({
      ...three,
      'GET /jobs?limit=24&outcome=results&kind=video': () => succeed(listOf([film]))
    })
    await tile(3)
    await user.click(screen.getByRole('link', { name: 'Видео' }))
    expect(address()).toBe('/library?kind=video')
    await tile(5)
    expect(screen.queryByRole('link', { name: /Работа 3/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'Видео' }).getAttribute('aria-current')).toBe('true')
  })

  it('load older jobs on demand and show none of them before', async () => {
    const { user, learn } = await library({
      [listPath]: () => succeed(listOf([endedJob(9), endedJob(8)], true)),
      'GET /jobs?limit=24&outcome=results&before=operation-8': () => succeed(listOf([endedJob(7), endedJob(1)]))
    })
    await tile(8)
    learn(endedJob(1))
    expect(screen.queryByRole('link', { name: /Работа 1/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Показать ещё' }))
    await tile(7)
    await tile(1)
    expect(screen.queryByRole('button', { name: 'Показать ещё' })).toBeNull()
  })

  it('show at once a job that is submitted meanwhile', async () => {
    const { learn } = await library(three)
    await tile(3)
    learn(endedJob(4))
    await tile(4)
  })

  it('say that there are no jobs yet and link to the tools', async () => {
    await library({ 'GET /jobs?limit=24&outcome=results&kind=audio': () => succeed(listOf([])) }, '/library?kind=audio')
    expect(await screen.findByText('Озвучки пока нет')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Озвучить текст' }).getAttribute('href')).toBe('/elevenlabs')
  })

  it('offer to load again when loading failed', async () => {
    let broken = true
    const { user } = await library({
      [listPath]: () => (broken ? refuse(400, { error: 'Нет' }) : three[listPath]?.())
    })
    await screen.findByText('Не удалось загрузить ваши работы')
    broken = false
    await user.click(screen.getByRole('button', { name: 'Попробовать ещё раз' }))
    await tile(3)
  })
})

const madeBy = () => screen.getByText('Выполнено моделью').nextSibling?.textContent

describe('the dialog of a job', () => {
  it('opens from a tile, moves with the arrow keys, and returns the focus to the tile of the last job', async () => {
    const { user } = await library(three)
    await user.click(await tile(3))
    await dialogOf(3)
    expect(address()).toBe('/library?work=operation-3')
    await user.keyboard('{ArrowLeft}')
    await user.keyboard('{ArrowRight}')
    await dialogOf(2)
    expect(address()).toBe('/library?work=operation-2')
    await user.click(screen.getByRole('button', { name: 'Более старая работа' }))
    await dialogOf(1)
    expect(screen.queryByRole('button', { name: 'Более старая работа' })).toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(address()).toBe('/library')
    await waitFor(async () => expect(document.activeElement).toBe(await tile(1)))
  })

  it('opens by its address, also for a job beyond the loaded pages', async () => {
    await library(
      {
        [listPath]: () => succeed(listOf([endedJob(9)], true)),
        'GET /jobs/operation-1': () => succeed({ job: endedJob(1) })
      },
      '/library?work=operation-1'
    )
    const dialog = await dialogOf(1)
    expect(within(dialog).queryByRole('button', { name: /работа$/ })).toBeNull()
  })

  it('names the model, or what we call it when the upstream names an operation', async () => {
    const path = endedJob(2, { service: 'stability', kind: 'image-tool', upstreamModel: 'edit/inpaint' })
    const { user } = await library({ ...three, [listPath]: () => succeed(listOf([path, endedJob(1)])) })
    await user.click(await tile(2))
    await dialogOf(2)
    expect(madeBy()).toBe('Stability AI')
    await user.keyboard('{ArrowRight}')
    await dialogOf(1)
    expect(madeBy()).toBe('Midjourney v6')
  })

  it('says that a job no longer exists', async () => {
    await library(
      { ...three, 'GET /jobs/operation-7': () => refuse(404, { error: 'Не найдено' }) },
      '/library?work=operation-7'
    )
    await waitFor(() => expect(toasts).toEqual(['info: Такой работы нет: возможно, она удалена']))
  })

  it('deletes a job after a confirmation and shows its neighbour', async () => {
    const { user, calls } = await library({
      ...three,
      'DELETE /jobs/operation-2/files': () => succeed({ deleted: true })
    })
    await user.click(await tile(2))
    const dialog = within(await dialogOf(2))
    await user.click(dialog.getByRole('button', { name: 'Удалить' }))
    expect(dialog.getByText(/вернуть его нельзя/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Не удалять' }))
    expect(calls().filter((call) => call.startsWith('DELETE'))).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Удалить' }))
    await user.click(dialog.getByRole('button', { name: 'Удалить насовсем' }))
    await dialogOf(1)
    expect(toasts).toEqual(['success: Работа удалена'])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('link', { name: /Работа 2/ })).toBeNull()
  })

  it('keeps a job that another device deletes until the user moves on, and does not request it again', async () => {
    const { user, store, calls } = await library(three)
    await user.click(await tile(2))
    await dialogOf(2)
    act(() => store.forgetJobs(['operation-2']))
    await waitFor(() => expect(document.getElementById('job-operation-2')).toBeNull())
    await dialogOf(2)
    expect(calls()).not.toContain('GET /jobs/operation-2')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('keeps the job when deleting fails', async () => {
    const { user } = await library({
      ...three,
      'DELETE /jobs/operation-2/files': () => refuse(503, { error: 'Сервис временно недоступен. Попробуйте позже' })
    })
    await user.click(await tile(2))
    const dialog = within(await dialogOf(2))
    await user.click(dialog.getByRole('button', { name: 'Удалить' }))
    await user.click(dialog.getByRole('button', { name: 'Удалить насовсем' }))
    await waitFor(() => expect(toasts).toEqual(['error: Сервис временно недоступен. Попробуйте позже']))
    expect(dialog.getByRole('button', { name: 'Удалить насовсем' })).toBeTruthy()
  })
})
