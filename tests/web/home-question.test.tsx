// The question of a user on the home page: its files, what is typed and not sent, and what it hands over.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useLocation } from 'react-router-dom'
import { Page as HomePage } from '#web/src/app/home-page.tsx'
import { askNowIn } from '#web/src/base/page/ask-now.ts'
import { createFirst, sendFirst } from '#web/src/site/home/first-question.ts'
import { createNowIn, creatingNow } from '#web/src/base/page/create-now.ts'
import { queryClient } from '#web/src/base/http/query-client.ts'
import { pricesKey } from '#web/src/base/http/query-keys.ts'
import { draftKey, readDraft } from '#web/src/chat/draft/draft-box.ts'
import { handedOverIn } from '#web/src/chat/draft/handed-over.ts'
import type { ModelChange } from '#contract/catalogue/models.ts'
import { catalogueModel, changeTo } from '../support/models.ts'
import { pictureFile } from './chat/chat-server.ts'
import { keepDraft } from './chat/open-chat.tsx'
import { profileOf, signedInApi, succeed } from './fake-api.ts'
import { address, openPages } from './render-page.tsx'
import { toasts } from './toasts.ts'

const homeKey = draftKey('/', null)
const owner = 'id-of-anna@example.ru'

const Handed = () => {
  const { state } = useLocation()
  return (
    <output aria-label="handed">
      {JSON.stringify({
        ask: askNowIn(state),
        create: createNowIn(state),
        files: handedOverIn(state).files?.map(({ id }) => id)
      })}
    </output>
  )
}
const handed = async () => JSON.parse((await screen.findByLabelText('handed')).textContent) as Record<string, unknown>

async function open(file = pictureFile, models: readonly ModelChange[] = []) {
  signedInApi(
    {
      [`GET /chat/attachments/${file.id}`]: () => succeed({ attachment: file }),
      'GET /prices': () => succeed({ now: Date.now(), changes: [], models })
    },
    10
  )
  const page = openPages('/', { '/': <HomePage />, '/claude': <Handed />, '/xai': <Handed /> })
  // What is sent goes by what the page itself has read.
  queryClient.setQueryData(pricesKey, { changes: [], models, aheadMs: 0 })
  await screen.findByText(/^На счёте 10 токенов\./)
  return page
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Ваш запрос' })
const send = () => screen.getByRole('button', { name: /Отправить$/ })
const tray = () => screen.findByRole('list', { name: 'Файлы запроса' })

beforeEach(() => vi.stubGlobal('requestIdleCallback', (task: () => void) => setTimeout(task)))

describe('the question on the home page', () => {
  test.each([
    ['is sent under the plan that covers it', 'premium', '/claude'],
    ['waits for its user where it now costs', 'free', '/']
  ])('that a reload took away on its way %s', async (_what, plan, where) => {
    const words = { prompt: 'Что?', model: 'claude-3-haiku', tokens: 0, isSent: true, owner: null, at: Date.now() }
    sessionStorage.setItem('words-again', JSON.stringify(words))
    signedInApi({ 'GET /auth/profile': () => succeed({ user: { ...profileOf('anna@example.ru'), plan } }) })
    openPages('/', { '/': <HomePage />, '/claude': <Handed /> })
    await (plan === 'premium' ? screen.findByLabelText('handed') : screen.findByText(/^На счёте/))
    expect(address()).toBe(where)
    if (plan === 'free') await waitFor(() => expect(field().value).toBe('Что?'))
  })

  test('goes along with its files, under an id that it keeps until its page has it', async () => {
    keepDraft('/', { owner, files: [pictureFile] })
    const { user } = await open()
    expect(within(await tray()).getByText('снимок.png')).toBeTruthy()
    expect(screen.getByText('За файлы: +2 токена к цене запроса')).toBeTruthy()
    await user.type(field(), 'Что на снимке?')
    await user.click(send())
    const { ask, files } = await handed()
    const kept = readDraft(homeKey)
    expect(files).toEqual(['file-1'])
    expect(ask).toEqual({
      prompt: 'Что на снимке?',
      model: 'claude-3-haiku',
      priceTokens: 1,
      operationId: kept?.operationId
    })
    expect([kept?.prompt, kept?.sent?.files?.length]).toEqual(['Что на снимке?', 1])
  })

  test('that is typed and not sent is there after a reload, also when its files are not ready', async () => {
    const waiting = { ...pictureFile, state: 'waiting' as const }
    keepDraft('/', { owner, files: [waiting] })
    const first = await open(waiting)
    await tray()
    await first.user.type(field(), 'Что на снимке?')
    await first.user.click(send())
    await waitFor(() => expect(toasts).toEqual(['error: Текст файлов ещё читается']))
    expect([address(), field().value]).toEqual(['/', 'Что на снимке?'])
    window.dispatchEvent(new Event('pagehide'))
    first.unmount()
    await open(waiting)
    await waitFor(() => expect(field().value).toBe('Что на снимке?'))
    expect(within(await tray()).getByText('снимок.png')).toBeTruthy()
  })

  test.each([
    ['Что такое квант?', 'Что такое квант?', 'Что такое квант?'],
    ['Что такое квант?', 'Что такое', 'Что такое квант?'],
    ['Что такое', 'Что такое квант?', 'Что такое квант?'],
    ['Про кита', 'Про лису', 'Про кита\nПро лису']
  ])('that was kept is joined to what is typed before the draft is loaded: «%s», «%s»', async (kept, typed, shown) => {
    keepDraft('/', { owner, prompt: kept })
    signedInApi({}, 10)
    openPages('/', { '/': <HomePage /> })
    field().value = typed
    await waitFor(() => expect(field().value).toBe(shown))
  })

  test('is not sent with a picture to a model that sees none', async () => {
    keepDraft('/', { owner, files: [pictureFile] })
    const { user } = await open(pictureFile, [changeTo(catalogueModel('grok-2', { seesPictures: false }))])
    await user.selectOptions(screen.getByRole('combobox', { name: 'Модель' }), 'grok-2')
    const why = 'Grok-2 не видит картинок. Уберите картинку или выберите другую модель'
    expect(await screen.findByText(why)).toBeTruthy()
    await user.type(field(), 'Что на снимке?')
    await user.click(send())
    await waitFor(() => expect(toasts).toEqual([`error: ${why}`]))
    expect(address()).toBe('/')
  })

  test('of another user of this browser is not shown', async () => {
    keepDraft('/', { owner: 'id-of-boris@example.ru', prompt: 'Чужой вопрос', files: [pictureFile] })
    const { user } = await open()
    await user.type(field(), 'Мой')
    window.dispatchEvent(new Event('pagehide'))
    await waitFor(() => expect(readDraft(homeKey)).toMatchObject({ owner, prompt: 'Мой', files: [] }))
    expect(screen.queryByRole('list', { name: 'Файлы запроса' })).toBeNull()
  })

  test('becomes a request for a work on the page of the model, and is kept here until that page has it', async () => {
    const { user } = await open()
    await user.type(field(), 'Кот на крыше')
    await user.click(screen.getByRole('button', { name: 'Создать' }))
    expect(await handed()).toMatchObject({ ask: null, create: { prompt: 'Кот на крыше' } })
    expect(address()).toBe('/claude')
    await waitFor(() => expect(readDraft(homeKey)?.prompt).toBe('Кот на крыше'))
  })

  test('leaves its files behind when it becomes a request for a work, and says so', async () => {
    keepDraft('/', { owner, files: [pictureFile] })
    const { user } = await open()
    await tray()
    await user.type(field(), 'Кот на крыше')
    await user.click(screen.getByRole('button', { name: 'Создать' }))
    expect(await handed()).toMatchObject({ create: { prompt: 'Кот на крыше' } })
    await waitFor(() => expect(toasts).toEqual(['info: Приложенные файлы остались на главной странице']))
    expect(readDraft(homeKey)?.files).toHaveLength(1)
  })

  test('that is sent already becomes no request for a work', async () => {
    const { user } = await open()
    await user.type(field(), 'Кот на крыше')
    const navigate = vi.fn<(to: unknown, options?: unknown) => void>()
    const form = field().closest('form')!
    const creator = { navigate, hasFiles: () => Promise.resolve(false) }
    await Promise.all([createFirst(form, creator), createFirst(form, creator)])
    const once = ['/claude', creatingNow({ prompt: 'Кот на крыше' })]
    expect(navigate.mock.calls).toEqual([once, once])
    await sendFirst(form, { isUser: true, navigate, handOver: () => Promise.resolve({ state: {} }) })
    await createFirst(form, creator)
    expect(navigate.mock.calls.slice(2)).toEqual([['/claude', { state: {} }]])
  })

  test('refuses a picture that its model does not see, before it is sent', async () => {
    const { user } = await open(pictureFile, [changeTo(catalogueModel('grok-2', { seesPictures: false }))])
    await user.selectOptions(screen.getByRole('combobox', { name: 'Модель' }), 'grok-2')
    const png = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], 'a.png')
    fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [png] } })
    await waitFor(() => expect(toasts).toEqual([expect.stringMatching(/^error: Grok-2 не видит картинок/)]))
  })
})
