// What stands before the first click: examples and works, with their pictures or in words.
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { MadePicture } from '#web/src/base/ui/made-picture.ts'
import { notify } from '#web/src/base/ui/notify.ts'
import { itemsOf } from '#web/src/studio/gallery/gallery-items.ts'
import pictures from '#web/src/studio/gallery/pictures.json' with { type: 'json' }
import { toasts } from '../toasts.ts'
import { form, prompt, startStudio, write } from './open-studio.tsx'

const said = (picture: HTMLImageElement) =>
  ['src', 'loading', 'width', 'height', 'alt'].map((name) => picture.getAttribute(name))

const chosen = () =>
  within(form())
    .getAllByRole<HTMLInputElement>('radio')
    .filter(({ checked }) => checked)
    .map(({ value }) => value)

const picturesIn = (name: string) => [...screen.getByRole('region', { name }).querySelectorAll<HTMLImageElement>('img')]

/** Lists pictures as `npm run gallery` does, until the test ends. */
function withPictures(...made: MadePicture[]) {
  const list = pictures as MadePicture[]
  list.push(...made)
  onTestFinished(() => void list.splice(0, made.length))
}

const pictureOf = (file: string, height: number): MadePicture => ({ file, width: 480, height, by: 'bfl flux-2-pro' })

test('an example shows the picture that was made of it, loaded late and with its room kept, and no other', async () => {
  withPictures(pictureOf('flux-2.webp', 360), pictureOf('made-flux-1.webp', 320))
  await startStudio('/flux', { signedIn: false })
  expect(picturesIn('С чего начать').map(said)).toEqual([['/gallery/flux-2.webp', 'lazy', '480', '360', '']])
  await screen.findByRole('region', { name: 'Галерея' })
  expect(picturesIn('Галерея').map(said)).toEqual([['/gallery/made-flux-1.webp', 'lazy', '480', '320', '']])
})

test('until pictures are made, cards show prompts and settings, and ask for no file', async () => {
  await startStudio('/stable-diffusion', { signedIn: false })
  const works = await screen.findByRole('region', { name: 'Галерея' })
  expect(within(works).getByText('SDXL Refiner · Шаги 35 · CFG 6,5')).toBeTruthy()
  expect(within(works).getByText('Artistic · Чего не должно быть: размытость, текст · Шаги 40 · CFG 8')).toBeTruthy()
  expect([...picturesIn('Галерея'), ...picturesIn('С чего начать')]).toEqual([])
})

test('an example of an edit says what it begins with', async () => {
  await startStudio('/gpt-image-edit', { signedIn: false })
  const examples = within(screen.getByRole('region', { name: 'С чего начать' }))
  const [first] = examples.getAllByRole('button')
  expect(first?.textContent).toBe(
    'Сменить фон' +
      'Женщина в сером пальто у кирпичной стены' +
      'Замени фон на осенний парк, сохрани позу и одежду человека'
  )
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
