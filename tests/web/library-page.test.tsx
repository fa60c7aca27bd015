import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { refuse, refusedOnce, succeed } from './fake-api.ts'
import { address } from './render-page.tsx'
import { failed, listOf, running, sampleFile } from './jobs-sample.ts'
import { dialogOf, endedJob, library, listing, listPath, pageOf, places, three, tile, workOf } from './open-library.tsx'
import { toasts } from './toasts.ts'

const searchField = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Слова из запроса' })

describe('«Мои работы»', () => {
  it('show running jobs, then one line about those without a result, then the works, counted', async () => {
    const { learn } = await library({
      ...three,
      'GET /jobs?limit=100&outcome=failures': () => succeed(listOf([failed({ id: 'operation-8', createdAt: 1002 })]))
    })
    await tile(3)
    learn(running({ id: 'operation-4', createdAt: 2000 }))
    expect(within(screen.getByRole('region', { name: 'В работе' })).getAllByRole('listitem')).toHaveLength(1)
    await screen.findByText(/Без результата: 1 работа/)
    expect(screen.getAllByRole('option').map(({ id }) => id)).toEqual([
      'job-operation-3',
      'job-operation-2',
      'job-operation-1'
    ])
    await screen.findByText('3 работы')
    const last = await tile(1)
    expect([last.getAttribute('aria-posinset'), last.getAttribute('aria-setsize')]).toEqual(['3', '3'])
    // On a phone the end of this line has no room.
    expect(last.textContent).toMatch(/1970\sг\., \d\d:\d\d · \S/)
  })

  it('are filtered by the kind in the address, beside the other filters', async () => {
    const film = endedJob(5, { kind: 'video', service: 'luma', files: [{ ...sampleFile, type: 'video/mp4' }] })
    const { user } = await library(
      { ...listing('favourite=1&whole=40', endedJob(3)), ...listing('kind=video&favourite=1&whole=40', film) },
      '/library?favourite=1'
    )
    await tile(3)
    await user.click(screen.getByRole('link', { name: 'Видео' }))
    expect(address()).toBe('/library?favourite=1&kind=video')
    await tile(5)
    expect(screen.queryByRole('option', { name: /Работа 3/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'Видео' }).getAttribute('aria-current')).toBe('true')
  })

  it('are searched while the user types, and say when nothing is found', async () => {
    const words = new URLSearchParams({ q: 'кот' })
    const { user } = await library({ ...three, ...listing(`${words}&whole=40`) })
    await tile(3)
    await user.type(searchField(), ' кот ')
    await screen.findByText('Ничего не найдено')
    expect(document.activeElement).toBe(searchField())
    expect(address()).toBe(`/library?${words}`)
    await user.click(screen.getByRole('link', { name: 'Показать все работы' }))
    await tile(3)
    expect(searchField().value).toBe('')
  })

  it('load all older works by themselves and count them from the beginning', async () => {
    await library({
      ...places,
      [listPath]: () => pageOf([endedJob(9), endedJob(8)], { hasMore: true, total: 4 }),
      'GET /library/works?before=operation-8': () => pageOf([endedJob(7), endedJob(1)], { total: null })
    })
    const first = await tile(9)
    expect(first.getAttribute('aria-setsize')).toBe('4')
    await tile(1)
    await screen.findByText('4 работы')
  })

  it('read what is in the window and was listed without its job', async () => {
    const jobs = [endedJob(3), endedJob(2)]
    await library({
      [listPath]: () => pageOf(jobs, { jobs: [] }),
      'GET /library/jobs?ids=operation-3%2Coperation-2': () => succeed({ works: jobs.map((job) => workOf(job)), jobs })
    })
    await tile(3)
    await tile(2)
  })

  it('show at once a work that ends meanwhile, also one that was begun before others', async () => {
    const { learn } = await library(three)
    await tile(3)
    learn(endedJob(4))
    await tile(4)
    learn(running({ id: 'operation-6', createdAt: 1002.5, parameters: { prompt: 'Работа 6' } }))
    learn(endedJob(6, { createdAt: 1002.5 }))
    await tile(6)
    expect(screen.getAllByRole('option').map(({ id }) => id.slice(-1))).toEqual(['4', '3', '6', '2', '1'])
    await screen.findByText('5 работ')
  })

  it('show a work that ended while they were read, also when the answer does not know it yet', async () => {
    const before = Promise.withResolvers<Response>()
    const jobs = [endedJob(3), endedJob(2), endedJob(1)]
    const answers = [before.promise, pageOf([endedJob(4), ...jobs])]
    const { learn } = await library({ ...places, [listPath]: () => answers.shift() ?? refuse(429) })
    learn(running({ id: 'operation-4', createdAt: 1004, parameters: { prompt: 'Работа 4' } }))
    learn(endedJob(4))
    before.resolve(pageOf(jobs))
    await tile(3)
    await tile(4)
  })

  it('are not read anew for a job without a result', async () => {
    const before = Promise.withResolvers<Response>()
    const { learn, calls } = await library({ ...places, [listPath]: () => before.promise })
    learn(running({ id: 'operation-4', createdAt: 1004 }))
    learn(failed({ id: 'operation-4', createdAt: 1004 }))
    before.resolve(pageOf([endedJob(3)]))
    await tile(3)
    expect(calls().filter((call) => call === listPath)).toHaveLength(1)
  })

  it('say that there are no jobs yet and link to the tools', async () => {
    const { learn } = await library(listing('kind=audio&whole=40'), '/library?kind=audio')
    expect(await screen.findByText('Озвучки пока нет')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Озвучить текст' }).getAttribute('href')).toBe('/elevenlabs')
    learn(running({ kind: 'audio', service: 'elevenlabs' }))
    expect(screen.queryByText('Озвучки пока нет')).toBeNull()
    expect(screen.getByText(/^Готовое появится здесь/)).toBeTruthy()
  })

  it('offer to load again when loading failed', async () => {
    const { user } = await library({ ...places, [listPath]: refusedOnce(() => pageOf([endedJob(3)])) })
    await screen.findByText('Не удалось загрузить ваши работы')
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
        ...places,
        [listPath]: () => pageOf([endedJob(9)]),
        'GET /jobs/operation-1': () => succeed({ job: endedJob(1) })
      },
      '/library?work=operation-1'
    )
    const dialog = await dialogOf(1)
    expect(within(dialog).queryByRole('button', { name: /работа$/ })).toBeNull()
  })

  it('names the model, or what we call it when the upstream names an operation', async () => {
    const path = endedJob(2, { service: 'stability', kind: 'image-tool', upstreamModel: 'edit/inpaint' })
    const voice = endedJob(3, { service: 'elevenlabs', kind: 'audio', upstreamModel: 'eleven_multilingual_v2' })
    const film = endedJob(4, { service: 'luma', kind: 'video', upstreamModel: 'ray-3.2' })
    const { user } = await library({ ...three, [listPath]: () => pageOf([film, voice, path, endedJob(1)]) })
    await user.click(await tile(4))
    for (const [number, name] of [
      [4, 'Luma Ray 3.2'],
      [3, 'ElevenLabs v2'],
      [2, 'Stability AI'],
      [1, 'Midjourney v6']
    ] as const) {
      await dialogOf(number)
      expect(madeBy()).toBe(name)
      await user.keyboard('{ArrowRight}')
    }
  })

  it.each([
    ['operation-7', 404],
    ['7', 400]
  ])('says that there is none with the id %s, and shows the others', async (id, status) => {
    await library({ ...three, [`GET /jobs/${id}`]: () => refuse(status, { error: 'Нет' }) }, `/library?work=${id}`)
    await waitFor(() => expect(toasts).toEqual(['info: Такой работы нет: возможно, она удалена']))
    await waitFor(() => expect(address()).toBe('/library'))
    await tile(3)
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
    expect(screen.queryByRole('option', { name: /Работа 2/ })).toBeNull()
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
