// The pictures before the first click, and the gallery of public works.
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { notify } from '#web/src/base/ui/notify.ts'
import { itemsOf } from '#web/src/studio/gallery/gallery-items.ts'
import { toasts } from '../toasts.ts'
import { form, prompt, startStudio, write } from './open-studio.tsx'

const said = (picture: HTMLImageElement) =>
  ['loading', 'width', 'height', 'alt'].map((name) => picture.getAttribute(name))

const chosen = () =>
  within(form())
    .getAllByRole<HTMLInputElement>('radio')
    .filter(({ checked }) => checked)
    .map(({ value }) => value)

const picturesIn = (name: string) => [...screen.getByRole('region', { name }).querySelectorAll<HTMLImageElement>('img')]

test('every example has a picture that is loaded late and keeps its room', async () => {
  await startStudio('/flux', { signedIn: false })
  const pictures = picturesIn('С чего начать')
  expect(pictures.map((picture) => new URL(picture.src).pathname)).toEqual(
    [1, 2, 3, 4].map((place) => `/gallery/flux-${place}.webp`)
  )
  for (const picture of pictures) expect(said(picture)).toEqual(['lazy', '480', '360', ''])
})

test('«Повторить это» fills the form with the prompt and the settings, and can be taken back', async () => {
  const { user } = await startStudio('/flux')
  const [work] = itemsOf('flux')
  await screen.findByRole('region', { name: 'Галерея' })
  write('моё описание')
  await user.click(screen.getByRole('button', { name: `Повторить это: ${work?.prompt}` }))
  expect(prompt().value).toBe(work?.prompt)
  expect(chosen()).toEqual([work?.settings.model, work?.settings.aspectRatio, '1'])
  expect(toasts).toEqual(['info: Описание и настройки заменены'])
  vi.mocked(notify.info).mock.calls.at(-1)?.[1]?.onClick()
  await screen.findByDisplayValue('моё описание')
  expect(chosen()).toEqual(['flux-schnell', '1:1', '1'])
})

test('a page without works has no gallery', async () => {
  await startStudio('/elevenlabs', { signedIn: false })
  await screen.findByRole('region', { name: 'С чего начать' })
  expect(screen.queryByRole('region', { name: 'Галерея' })).toBeNull()
})
