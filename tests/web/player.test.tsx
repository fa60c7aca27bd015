import { fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AudioPlayer, type AudioPlayerProps } from '#web/src/media/player/audio-player.tsx'
import { VideoPlayer } from '#web/src/media/player/video-player.tsx'
import { letMediaPlay, loaded, playsUntil } from './film.ts'

beforeEach(letMediaPlay)
afterEach(() => {
  for (const name of ['fullscreenElement', 'exitFullscreen']) Reflect.deleteProperty(document, name)
})

const player = (name: string) => screen.getByRole('group', { name: `Проигрыватель: ${name}` })
const media = (name: string) => player(name).querySelector<HTMLMediaElement>('audio, video') as HTMLMediaElement
const play = (name: string) => within(player(name)).getByRole('button', { name: 'Воспроизвести' })
const seekBar = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Перемотка' })

function openAudio(part: Partial<AudioPlayerProps> = {}) {
  const view = render(<AudioPlayer src="/files/a" title="Привет" {...part} />)
  const audio = media('Привет')
  loaded(audio, 60)
  return {
    audio,
    again: (next: Partial<AudioPlayerProps>) => view.rerender(<AudioPlayer src="/files/a" title="Привет" {...next} />),
    ...view
  }
}

function openVideo(onError?: () => void) {
  render(<VideoPlayer src="/files/b" label="Море" downloadUrl="/files/b?download" onError={onError} />)
  const video = media('Море') as HTMLVideoElement
  loaded(video, 10)
  return video
}

function showInFull(element: Element | null) {
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: element })
  fireEvent(document, new Event('fullscreenchange'))
}

describe('the audio player', () => {
  test('plays and pauses', async () => {
    const { audio } = openAudio()
    await userEvent.click(play('Привет'))
    expect(audio.paused).toBe(false)
    await userEvent.click(screen.getByRole('button', { name: 'Пауза' }))
    expect(audio.paused).toBe(true)
  })

  test('shows its position and seeks', () => {
    const { audio } = openAudio()
    expect(seekBar().getAttribute('aria-valuetext')).toBe('0:00 из 1:00')
    playsUntil(audio, 12)
    expect(seekBar().getAttribute('aria-valuetext')).toBe('0:12 из 1:00')
    fireEvent.change(seekBar(), { target: { value: '45' } })
    expect(audio.currentTime).toBe(45)
  })

  test('cannot seek before the duration is known', () => {
    render(<AudioPlayer src="/files/a" title="Привет" />)
    expect(seekBar().disabled).toBe(true)
    loaded(media('Привет'), Infinity)
    expect(seekBar().disabled).toBe(true)
    loaded(media('Привет'), 8)
    expect(seekBar().disabled).toBe(false)
  })

  test.each([
    ['{ArrowRight}', 35],
    ['{ArrowUp}', 35],
    ['{ArrowLeft}', 25],
    ['{ArrowDown}', 25],
    ['{Home}', 0],
    ['{End}', 60]
  ])('%s moves to second %i of 60, from 30', async (key, second) => {
    const { audio } = openAudio()
    playsUntil(audio, 30)
    for (const control of [seekBar(), play('Привет')]) {
      audio.currentTime = 30
      control.focus()
      await userEvent.keyboard(key)
      expect(audio.currentTime).toBe(second)
    }
  })

  test('an arrow key skips less in a short recording', async () => {
    const { audio } = openAudio()
    loaded(audio, 8)
    seekBar().focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(audio.currentTime).toBe(1)
  })

  test('the space bar toggles once, whichever control has the focus', async () => {
    const { audio } = openAudio()
    seekBar().focus()
    await userEvent.keyboard(' ')
    expect(audio.paused).toBe(false)
    screen.getByRole('button', { name: 'Пауза' }).focus()
    await userEvent.keyboard(' ')
    expect(audio.paused).toBe(true)
  })

  test('keeps the pitch at every speed, and multiplies the chosen speed with its own rate', async () => {
    const { audio } = openAudio({ playbackRate: 0.8 })
    expect([audio.playbackRate, audio.defaultPlaybackRate, audio.preservesPitch]).toEqual([0.8, 0.8, true])
    expect(seekBar().getAttribute('aria-valuetext')).toBe('0:00 из 1:15')
    await userEvent.click(screen.getByRole('button', { name: 'Скорость: 1×' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: '1,5×' }))
    expect(audio.playbackRate).toBeCloseTo(1.2)
    screen.getByRole('button', { name: 'Скорость: 1,5×' })
  })

  test('does not react to keys pressed in the menu of speeds', async () => {
    const { audio } = openAudio()
    playsUntil(audio, 30)
    screen.getByRole('button', { name: 'Скорость: 1×' }).focus()
    await userEvent.keyboard('{ArrowDown}')
    await screen.findByRole('menuitemradio', { name: '0,5×' })
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{Home}')
    expect(audio.currentTime).toBe(30)
  })

  test('pauses another element that plays', async () => {
    render(
      <>
        <AudioPlayer src="/files/a" title="Первая" />
        <VideoPlayer src="/files/b" label="Вторая" />
      </>
    )
    await userEvent.click(play('Первая'))
    await userEvent.click(play('Вторая'))
    expect([media('Первая').paused, media('Вторая').paused]).toEqual([true, false])
  })

  test('stops when it is unmounted', async () => {
    const { audio, unmount } = openAudio()
    await userEvent.click(play('Привет'))
    unmount()
    expect(audio.paused).toBe(true)
  })

  test('offers the file for download', () => {
    openAudio({ downloadUrl: '/files/a?download' })
    expect(screen.getByRole('link', { name: 'Скачать' }).getAttribute('href')).toBe('/files/a?download')
  })
})

describe('an address that fails', () => {
  test('is reported to the page and to the user, who can retry', async () => {
    const onError = vi.fn()
    const { audio } = openAudio({ onError })
    fireEvent.error(audio)
    expect(onError).toHaveBeenCalledOnce()
    expect(screen.getByRole('alert').textContent).toContain('Не удалось воспроизвести')
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(audio.load).toHaveBeenCalledOnce()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is replaced by a fresh one, and playback goes on at the same position', async () => {
    const { audio, again } = openAudio()
    await userEvent.click(play('Привет'))
    playsUntil(audio, 20)
    fireEvent.error(audio)
    audio.currentTime = 0
    again({ src: '/files/a?fresh' })
    expect(screen.queryByRole('alert')).toBeNull()
    loaded(audio, 60)
    expect([audio.currentTime, audio.paused]).toEqual([20, false])
  })
})

describe('the video player', () => {
  test('plays at a click on the picture and pauses at the next', () => {
    const video = openVideo()
    const picture = player('Море').querySelector('button[aria-hidden]') as HTMLElement
    fireEvent.click(picture)
    expect(video.paused).toBe(false)
    fireEvent.click(picture)
    expect(video.paused).toBe(true)
  })

  test('is muted by its button and by the key M, also with a Russian layout', async () => {
    const video = openVideo()
    await userEvent.click(screen.getByRole('button', { name: 'Выключить звук' }))
    expect(video.muted).toBe(true)
    fireEvent.keyDown(seekBar(), { key: 'ь', code: 'KeyM' })
    expect(video.muted).toBe(false)
  })

  test('the space bar on a focused button presses that button', async () => {
    const video = openVideo()
    screen.getByRole('button', { name: 'Выключить звук' }).focus()
    await userEvent.keyboard(' ')
    expect([video.muted, video.paused]).toEqual([true, true])
  })

  test('enters and leaves full screen', async () => {
    openVideo()
    const room = player('Море')
    room.requestFullscreen = vi.fn(async () => showInFull(room))
    document.exitFullscreen = vi.fn(async () => showInFull(null))
    await userEvent.click(screen.getByRole('button', { name: 'На весь экран' }))
    expect(room.requestFullscreen).toHaveBeenCalledOnce()
    fireEvent.keyDown(seekBar(), { key: 'f', code: 'KeyF' })
    expect(document.exitFullscreen).toHaveBeenCalledOnce()
    await screen.findByRole('button', { name: 'На весь экран' })
  })

  test('shows the video element itself in full screen on an iPhone', async () => {
    const video = openVideo()
    const enter = vi.fn()
    Object.assign(video, { webkitEnterFullscreen: enter })
    await userEvent.click(screen.getByRole('button', { name: 'На весь экран' }))
    expect(enter).toHaveBeenCalledOnce()
  })

  test('shows an error when the film cannot be played', () => {
    const onError = vi.fn()
    fireEvent.error(openVideo(onError))
    expect(onError).toHaveBeenCalledOnce()
    expect(screen.getByRole('alert').textContent).toContain('Не удалось воспроизвести видео')
  })
})
