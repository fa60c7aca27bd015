import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { registerAndSend, wayIn } from '#web/src/base/session/way-in.ts'
import { keptQuestion } from '#web/src/base/session/kept-question.ts'
import { toasts } from '../toasts.ts'
import { refuse } from '../fake-api.ts'
import { standInForFileFields } from './file-stand-in.tsx'
import { form, openStudio, prompt, startStudio, submitButton } from './open-studio.tsx'
import { studioServer } from './studio-server.ts'
import * as audioPlayer from '#web/src/media/player/audio-player.tsx'
import * as videoPlayer from '#web/src/media/player/video-player.tsx'

beforeEach(() => {
  standInForFileFields()
  vi.spyOn(videoPlayer, 'VideoPlayer').mockImplementation(({ src }) => <output aria-label="video">{src}</output>)
  vi.spyOn(audioPlayer, 'AudioPlayer').mockImplementation(({ src, playbackRate }) => (
    <output aria-label="audio">{`${src} at ${playbackRate}`}</output>
  ))
})

const waits: Record<string, number> = {
  '/midjourney': 0,
  '/flux': 0,
  '/stable-diffusion': 4000,
  '/stability': 3000,
  '/elevenlabs': 0,
  '/luma': 0,
  '/veo3': 8000,
  '/runway': 6000
}

const examples = () => screen.queryAllByRole('article', { name: 'Пример результата' })

function fill() {
  if (form().querySelector('[name=prompt]')) fireEvent.change(prompt(), { target: { value: 'лиса' } })
  else fireEvent.click(screen.getByRole('button', { name: 'Выбрать: Изображение' }))
}

describe.each(studioEntries.filter(({ simulation }) => simulation))('$path', ({ path, kind, shownResults }) => {
  test('shows a visitor a labelled example after its wait, with an invitation, and sends no request', async () => {
    const { server } = await startStudio(path, { signedIn: false })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fill()
    fireEvent.click(submitButton())
    const waitMs = waits[path] ?? Number.NaN
    if (waitMs > 0) {
      act(() => void vi.advanceTimersByTime(waitMs - 1))
      expect(examples()).toEqual([])
      expect(screen.getByRole<HTMLButtonElement>('button', { name: /\.\.\.$/ }).ariaDisabled).toBe('true')
      act(() => void vi.advanceTimersByTime(1))
    }
    const shown = examples()
    expect(shown).toHaveLength(waitMs === 0 ? shownResults : 1)
    const [first = document.body] = shown
    expect(within(first).getByText('Пример')).toBeTruthy()
    if (kind === 'video') expect(within(first).getByLabelText('video').textContent).toBe('/samples/video.mp4')
    else if (kind === 'audio') expect(within(first).getByLabelText('audio').textContent).toBe('/voices/sarah.mp3 at 1')
    else expect(within(first).getByRole('img').getAttribute('src')).toMatch(/^\/samples\/picture-[1-4]\.svg$/)
    expect(within(first).getByRole('link', { name: 'Скачать пример' }).hasAttribute('download')).toBe(true)

    expect(submitButton().ariaDisabled).toBeNull()
    expect(toasts.at(-1)).toBe('success: Пример готов. Токены не списаны')
    fireEvent.click(screen.getByRole('button', { name: registerAndSend }))
    expect(keptQuestion()).toMatchObject({ path, model: null, owner: null })
    expect(server.calls()).toEqual([])
  })
})

test('as many examples as results are shown, newest first', async () => {
  await startStudio('/stable-diffusion', { signedIn: false })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const text of ['раз', 'два', 'три']) {
    fireEvent.change(prompt(), { target: { value: text } })
    fireEvent.click(submitButton())
    act(() => void vi.advanceTimersByTime(4000))
  }
  expect(examples().map(({ textContent }) => textContent)).toEqual(['Примертри', 'Примердва'])
  const pictures = screen.getAllByRole('img').map((picture) => picture.getAttribute('src'))
  expect(new Set(pictures).size).toBe(2)
})

test('leaving the page during the wait cancels the example', async () => {
  const { leave } = await startStudio('/veo3', { signedIn: false })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fill()
  fireEvent.click(submitButton())
  leave()
  act(() => void vi.advanceTimersByTime(8000))
  expect(toasts).toEqual(['info: Создаю видео...'])
})

test.each(['/dall-e-3', '/gpt-image-edit'])(
  '%s asks a visitor to register, and keeps what is written',
  async (path) => {
    const { server } = await startStudio(path, { signedIn: false })
    const way = screen.getByRole('link', { name: 'Войти' }).getAttribute('href')
    expect(way).toBe(`/auth?return=${encodeURIComponent(path)}`)
    if (path === '/gpt-image-edit') fireEvent.click(screen.getByRole('button', { name: 'Выбрать: Изображение' }))
    fill()
    fireEvent.click(screen.getByRole('button', { name: registerAndSend }))
    expect([wayIn.getState()?.prompt, keptQuestion()?.path]).toEqual(['лиса', path])
    expect(server.calls()).toEqual([])
  }
)

test('a click before the session is found to have expired asks the user to sign in and shows no example', async () => {
  const profile = Promise.withResolvers<Response>()
  const server = studioServer({ onProfile: () => profile.promise })
  await openStudio('/flux')
  fill()
  fireEvent.click(submitButton())
  expect(toasts).toEqual([])
  profile.resolve(refuse(403, { code: 'FORBIDDEN', error: 'Нет доступа' }))
  await waitFor(() => expect(toasts).toEqual(['error: Необходимо войти в систему']))
  expect(examples()).toEqual([])
  expect(server.submitted()).toEqual([])
  expect(prompt().value).toBe('лиса')
})
