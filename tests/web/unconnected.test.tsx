// What is not on sale because it has no supplier, on the pages.
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Finder } from '#web/src/app/over-pages.tsx'
import { chatPaths } from '#contract/catalogue/chat.ts'
import { openPalette } from '#web/src/base/page/palette.ts'
import { ToolsRail } from '#web/src/base/page/tools-rail.tsx'
import { keepUnconnected } from '#web/src/base/session/unconnected.ts'
import { conversationOf, messageOf } from './chat/chat-server.ts'
import { startChat } from './chat/open-chat.tsx'
import { fakeApi, succeed } from './fake-api.ts'
import { showJob } from './jobs-page.tsx'
import { completed, sampleFile } from './jobs-sample.ts'
import { plugIn, unplug } from './recording-device.ts'
import { openPages } from './render-page.tsx'
import { startStudio } from './studio/open-studio.tsx'

const films = ['/luma', '/veo3', '/runway']
const tell = (...names: string[]) => act(() => keepUnconnected(names))
/** The server, which tells it with the prices, has not answered. */
const later = () => new Promise<Response>(() => undefined)
const told = (...unconnected: string[]) => ({
  'GET /prices': () => succeed({ now: Date.now(), changes: [], models: [], unconnected })
})
afterEach(unplug)

const notice = () => screen.findByRole('heading', { name: 'Этот сервис ещё не подключён' })
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const composer = () => screen.queryByRole('textbox', { name: 'Ваш запрос' })

test('the page of a tool says so in the place of its form, leads to what works, and opens by itself', async () => {
  await startStudio('/luma', { signedIn: false, onPrices: later })
  tell(...films)
  await notice()
  screen.getByRole('heading', { level: 1, name: 'Luma' })
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('link', { name: 'Flux' }).getAttribute('href')).toBe('/flux')
  expect(screen.queryByRole('link', { name: 'Runway' })).toBeNull()
  expect(localStorage.getItem('unconnected')).toBe('/luma /veo3 /runway')
  tell()
  await screen.findByRole('textbox')
  expect(screen.queryByRole('heading', { name: /не подключён/ })).toBeNull()
})

test('the server tells it with the prices', async () => {
  await startChat('/chatgpt', { answers: told('/chatgpt') })
  await notice()
  expect(composer()).toBeNull()
  expect(screen.queryByRole('button', { name: /^Модель/ })).toBeNull()
})

test('an old chat of such a page can be read, and nothing can be asked in it', async () => {
  const saved = [messageOf(1, 'user'), messageOf(2, 'assistant', { content: 'О лисах' })]
  await startChat('/chatgpt?chat=1', { conversations: [conversationOf(1)], saved, answers: { 'GET /prices': later } })
  await screen.findByText('О лисах')
  tell('/chatgpt')
  await notice()
  screen.getByText('О лисах')
  expect(composer()).toBeNull()
})

test('neither dictation nor a file of ElevenLabs is offered', async () => {
  plugIn()
  const saved = [messageOf(1, 'user'), messageOf(2, 'assistant', { content: 'О лисах' })]
  const { user } = await startChat('/chatgpt?chat=1', {
    conversations: [conversationOf(1)],
    saved,
    answers: { 'GET /prices': later }
  })
  await screen.findByRole('button', { name: 'Надиктовать голосом' })
  tell('/elevenlabs', 'dictation')
  expect(screen.queryByRole('button', { name: 'Надиктовать голосом' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Прочитать вслух' }))
  await screen.findByText('Этот браузер не читает вслух')
  expect(screen.queryByRole('menuitem', { name: /ElevenLabs/ })).toBeNull()
})

test('the next steps of a result lead to what works only', async () => {
  await showJob(completed({ service: 'dalle', parameters: {} }))
  const steps = await screen.findByRole('list', { name: 'Что дальше' })
  const labels = () =>
    within(steps)
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
  expect(labels()).toContain('Оживить')
  tell('stability:tool:remove-bg')
  expect(labels()).not.toContain('Убрать фон')
  expect(labels()).toContain('Увеличить')
  tell('/runway', '/stability')
  expect(labels()).toEqual(['Изменить', 'Вариации'])
})

const buttons = () => [
  ...screen.queryAllByRole('button', { name: /^(Вариации|Увеличить)/ }),
  ...screen.queryAllByRole('link', { name: 'Повторить' })
]

test('changes and repeats of a picture are offered while something makes them', async () => {
  await showJob(
    completed({
      parameters: { prompt: 'Кот', aspectRatio: '1:1' },
      files: [1, 2, 3, 4].map((n) => ({ ...sampleFile, id: `a.${n}` }))
    })
  )
  expect(buttons()).toHaveLength(3)
  tell('/midjourney')
  expect(buttons()).toEqual([])
})

test('the helper with descriptions is offered while any chat works', async () => {
  await startStudio('/flux', { signedIn: false, onPrices: later })
  await screen.findByRole('button', { name: /описание/ })
  tell(...chatPaths.slice(1))
  screen.getByRole('button', { name: /описание/ })
  tell(...chatPaths)
  expect(screen.queryByRole('button', { name: /описание/ })).toBeNull()
})

test('the search for everything does not find it', async () => {
  fakeApi(told('/luma', '/elevenlabs'))
  const { user } = openPages('/pricing', { '/pricing': <Finder /> })
  act(() => openPalette(false))
  await screen.findByRole('combobox', { name: 'Что найти' })
  await waitFor(() => expect(options()).not.toContain('Создать видеоLuma'))
  await user.keyboard('видео')
  await waitFor(() => expect(options().join()).toContain('Runway'))
  expect(options().join()).not.toMatch(/Luma|Создать видео/)
})

test('a group of tools is in the rail while one of them works', async () => {
  fakeApi({})
  const { user } = openPages('/chatgpt', { '/chatgpt': <ToolsRail /> })
  tell('/luma', '/runway')
  await user.click(screen.getByRole('button', { name: 'Генерация видео' }))
  await screen.findByRole('menuitem', { name: /Veo 3/ })
  expect(screen.queryByRole('menuitem', { name: /Luma/ })).toBeNull()
  await user.keyboard('{Escape}')
  tell(...films)
  expect(screen.queryByRole('button', { name: 'Генерация видео' })).toBeNull()
})
