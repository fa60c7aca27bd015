import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { refusedOnce, succeed } from './fake-api.ts'
import { address } from './render-page.tsx'
import { jobWith, running } from './jobs-sample.ts'
import { dialogOf, endedJob, library, listPath, pageOf, three, tile, workOf } from './open-library.tsx'
import { toasts } from './toasts.ts'

describe('works', () => {
  it('that run are cancelled at once, after a question; what fails is said, and later ones take no focus', async () => {
    const [first, second, third] = ['operation-4', 'operation-5', 'operation-6'].map((id) => running({ id }))
    const { learn, user, calls } = await library({
      ...three,
      'DELETE /jobs/operation-4': () => succeed({ job: { ...first, cancelling: true, revision: 1 } }),
      'DELETE /jobs/operation-5': () => succeed({ job: { ...second, cancelling: true, revision: 1 } }),
      'DELETE /jobs/operation-6': refusedOnce(() => succeed({ job: { ...third, state: 'cancelled', revision: 1 } })),
      'DELETE /jobs/operation-7': () => succeed({ job: endedJob(7) }),
      'DELETE /jobs/operation-8': () => succeed({ job: endedJob(8) })
    })
    await tile(3)
    learn(first!)
    const list = within(screen.getByRole('region', { name: 'В работе' }))
    expect(list.queryByRole('button', { name: 'Отменить все' })).toBeNull()
    learn({ ...second!, state: 'queued' }, third!)
    await user.click(list.getByRole('button', { name: 'Отменить все' }))
    const question = within(screen.getByRole('group', { name: 'Отменить все работы?' }))
    expect(question.getByText(/будут сохранены и оплачены: не больше 8 токенов$/)).toBeTruthy()
    await user.click(question.getByRole('button', { name: 'Не отменять' }))
    expect(calls().filter((call) => call.startsWith('DELETE'))).toEqual([])
    expect(document.activeElement).toBe(list.getByRole('button', { name: 'Отменить все' }))
    await user.keyboard('{Enter}')
    await user.click(screen.getByRole('group').querySelector('button')!)
    const going = 'Если начатые работы всё же завершатся, они будут сохранены и оплачены: не больше 8 токенов'
    const failure = 'error: Не удалось отменить 1 из 3: Нет'
    await waitFor(() => expect(toasts).toEqual([failure, `info: Отменяем. ${going}`]))
    await user.click(list.getByRole('button', { name: 'Отменить все' }))
    await user.click(screen.getByRole('button', { name: 'Отменить работу' }))
    await waitFor(() => expect(list.queryByRole('button', { name: /^Отменить/ })).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'В работе' }))
    expect(calls().filter((call) => call.startsWith('DELETE'))).toHaveLength(4)
    learn(jobWith({ id: 'operation-7' }), jobWith({ id: 'operation-8' }))
    const again = list.getByRole('button', { name: 'Отменить все' })
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'В работе' }))
    await user.click(again)
    const free = within(screen.getByRole('group', { name: 'Отменить все работы?' }))
    expect(free.getByText('Работы ещё не начались: отмена бесплатна')).toBeTruthy()
    await user.click(free.getByRole('button', { name: 'Отменить все' }))
    await waitFor(() => expect(toasts.slice(2)).toEqual(['info: Работы уже завершились, отменять нечего']))
  })
})

/** Over the picture, by so many pixels. @param during what happens while the finger is down */
function swipe(x: number, y = 0, begin: object = {}, during: (picture: Element) => void = () => undefined) {
  const dialog = within(screen.getByRole('dialog'))
  const picture = dialog.queryByRole('slider') ?? dialog.getByRole('img')
  const at = { pointerId: 1, isPrimary: true, pointerType: 'touch' }
  fireEvent.pointerDown(picture, { ...at, clientX: 200, clientY: 200, ...begin })
  during(picture)
  fireEvent.pointerMove(picture, { ...at, clientX: 200 + x, clientY: 200 + y })
  fireEvent.pointerUp(picture, { ...at, clientX: 200 + x, clientY: 200 + y })
}

const secondFinger = (picture: Element) =>
  fireEvent.pointerDown(picture, { pointerId: 2, isPrimary: false, pointerType: 'touch', clientX: 300, clientY: 200 })

describe('the viewer', () => {
  it('shows the next job when a finger goes sideways, not when it scrolls, trembles, zooms, moves a border or is a mouse', async () => {
    const seen = Object.assign(new EventTarget(), { scale: 1, height: 768, offsetTop: 0 })
    vi.stubGlobal('visualViewport', seen)
    const tool = endedJob(3, {
      kind: 'image-tool',
      service: 'gpt-image-edit',
      uploads: ['image'],
      sources: [{ parameter: 'image', url: 'https://site.test/before.png', from: null }]
    })
    const { user } = await library({
      ...three,
      [listPath]: () => pageOf([tool, endedJob(2), endedJob(1)]),
      'GET /library/jobs?ids=operation-3': () => succeed({ works: [workOf(tool)], jobs: [tool] })
    })
    await user.click(await tile(3))
    await dialogOf(3)
    swipe(-120, 100)
    swipe(-30)
    swipe(-120, 0, { isPrimary: false })
    swipe(-120, 0, {}, secondFinger)
    swipe(-120, 0, { pointerType: 'mouse' })
    swipe(120)
    const magnify = (scale: number) => act(() => void Object.assign(seen, { scale }).dispatchEvent(new Event('resize')))
    magnify(2)
    swipe(-120)
    magnify(1)
    Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: document.body })
    swipe(-120)
    Reflect.deleteProperty(document, 'fullscreenElement')
    await user.click(screen.getByRole('button', { name: 'До и после' }))
    await screen.findByRole('slider')
    swipe(-120)
    await user.click(screen.getByRole('button', { name: 'Только результат' }))
    expect(address()).toBe('/library?work=operation-3')
    swipe(-120, 20)
    await dialogOf(2)
    swipe(120)
    await dialogOf(3)
  })
})
