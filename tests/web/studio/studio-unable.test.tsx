// What of a form nothing that is connected can make: marked, left out of new drafts, and left again where an older one has it.
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { runway } from '#contract/catalogue/runway.ts'
import { keepUnconnected } from '#web/src/base/session/unconnected.ts'
import { elevenlabsSamples } from '#web/src/studio/examples/example-texts.ts'
import { startingValues } from '#web/src/media/form/settings.ts'
import { finished, jobOf } from '../jobs-sample.ts'
import { address, form, prompt, startStudio, submitButton, write } from './open-studio.tsx'

const tell = (...names: string[]) => act(() => keepUnconnected(names))
/** The server has not told anything yet. */
const onPrices = () => new Promise<Response>(() => undefined)
const chosen = () =>
  within(form())
    .getAllByRole<HTMLInputElement>('radio', { checked: true })
    .map(({ value }) => value)
const ratio = () => within(form()).getByRole<HTMLInputElement>('radio', { checked: true, name: /^\d+:\d+/ }).value
const voice = (name: RegExp) => within(form()).getByRole<HTMLInputElement>('radio', { name })
const onlyLily = ['elevenlabs:voice:sarah', 'elevenlabs:voice:george', 'elevenlabs:format:wav', 'elevenlabs:style:100']

test('a new form begins with the next value that can be made, and says of the others that they cannot', async () => {
  const { user, server } = await startStudio('/elevenlabs', { onPrices })
  tell(...onlyLily)
  expect(chosen()).toContain('lily')
  const sarah = voice(/^Сара.*недоступно$/)
  expect(sarah.disabled).toBe(true)
  await user.click(sarah)
  expect(chosen()).toContain('lily')
  expect(screen.getByText('Выразительность, %').parentElement?.textContent).toBe('Выразительность, %недоступно')
  expect(screen.queryByText(/изменено/)).toBeNull()
  write('Привет')
  await user.click(submitButton())
  await waitFor(() => expect(server.submitted()).toHaveLength(1))
  expect(server.submitted()[0]?.body).toMatchObject({ voice: 'lily', style: 0 })
})

test('a form that is open follows what the server tells, except for what the user has chosen', async () => {
  const { user } = await startStudio('/flux', { onPrices })
  expect(chosen()).toContain('flux-schnell')
  tell('flux:model:flux-schnell')
  expect(chosen()).toContain('flux-dev')
  tell()
  expect(chosen()).toContain('flux-schnell')
  await user.click(screen.getByRole('radio', { name: /^flux-dev/ }))
  tell('flux:model:flux-dev')
  expect(chosen()).toContain('flux-dev')
  screen.getByText('Модель: выбранное сейчас недоступно')
})

test('the keyboard walks past values that cannot be made', async () => {
  const { user } = await startStudio('/flux', { onPrices })
  tell('flux:model:flux-dev')
  screen.getByRole<HTMLInputElement>('radio', { name: /^flux-schnell/ }).focus()
  await user.keyboard('{ArrowUp}')
  expect(chosen()).not.toContain('flux-dev')
})

test('a work that is repeated keeps its settings, and one press leads to what can be made', async () => {
  const parameters = { prompt: 'замок', model: 'flux-pro', aspectRatio: '3:2', seed: 7 }
  const old = finished(jobOf('flux', { id: 'old-job-1', parameters, seed: 7 }))
  const { user } = await startStudio('/flux?repeat=old-job-1&seed=1', { jobs: [old], onPrices })
  await waitFor(() => expect(address()).toBe('/flux'))
  expect(prompt().value).toBe('замок')
  tell('flux:model:flux-pro', 'flux:seed')
  expect(chosen()).toContain('flux-pro')
  await user.click(screen.getByRole('button', { name: 'Выбрать: flux-schnell' }))
  expect(chosen()).toEqual(expect.arrayContaining(['flux-schnell', '3:2']))
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: /^flux-schnell/ }))
  await user.click(screen.getByRole('button', { name: 'Убрать' }))
  expect(screen.queryByText(/выбранное сейчас недоступно/)).toBeNull()
  expect(screen.queryByRole('textbox', { name: /seed/i })).toBeNull()
})

test('a choice that is a menu marks its values too', async () => {
  const { user } = await startStudio('/luma', { onPrices })
  tell('luma:quality:ultra')
  await user.click(screen.getByRole('button', { name: /^Качество/ }))
  const ultra = await screen.findByRole('menuitemradio', { name: /^Ультра 4K.*недоступно/ })
  expect(ultra.getAttribute('aria-disabled')).toBe('true')
})

test('a choice that the other settings do not offer is never taken for one that can be made', async () => {
  const { user } = await startStudio('/luma', { onPrices })
  tell('luma:aspectRatio:16:9')
  await user.click(within(form()).getByRole('radio', { name: '1:1' }))
  await user.click(screen.getByRole('button', { name: /^Качество/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: /^Ультра 4K/ }))
  expect(ratio()).toBe('9:16')
})

const seed = () => within(form()).queryByRole<HTMLInputElement>('textbox', { name: 'Seed' })

test('what cannot be made beside a chosen model is marked, with a press to what can, and follows where it was not chosen', async () => {
  const { user } = await startStudio('/flux', { onPrices })
  tell('flux:model:flux-pro+flux:seed', 'flux:model:flux-pro+flux:aspectRatio:1:1')
  expect(chosen()).toEqual(expect.arrayContaining(['flux-schnell', '1:1']))
  await user.click(screen.getByText('Дополнительно'))
  await user.type(seed()!, '7')
  await user.click(screen.getByRole('radio', { name: /^flux-pro/ }))
  expect(chosen()).not.toContain('1:1')
  screen.getByText('Seed: выбранное сейчас недоступно')
  await user.click(screen.getByRole('button', { name: 'Убрать' }))
  expect([seed(), screen.getByText('Seed').parentElement?.textContent]).toEqual([null, 'Seedнедоступно'])
  await user.click(screen.getByRole('radio', { name: /^flux-dev/ }))
  expect(seed()?.value).toBe('')
  expect(chosen()).toContain('1:1')
})

const offered = () => screen.getAllByRole('button', { name: /^Повторить это/ }).length

test('works that cannot be made are not offered', async () => {
  await startStudio('/flux', { onPrices, signedIn: false })
  const all = offered()
  tell('flux:model:flux-pro')
  expect(offered()).toBe(all - 1)
  tell('flux:model:flux-dev+flux:aspectRatio:2:3')
  expect(offered()).toBe(all - 1)
})

test('a text is offered with a voice that speaks it', async () => {
  await startStudio('/elevenlabs', { onPrices, signedIn: false })
  const voices = elevenlabsSamples.map((one) => one.voice)
  tell(...voices.slice(1).map((one) => `elevenlabs:voice:${one}`))
  expect(screen.getAllByRole('button', { name: /^Озвучить похожий текст/ })).toHaveLength(1)
  tell(...voices.map((one) => `elevenlabs:voice:${one}`))
  expect(screen.queryByText('Примеры озвучки')).toBeNull()
})

const noRatio = ['runway:aspectRatio:16:9', 'runway:aspectRatio:9:16']
const hasNoRatio = (name: string, value?: string | number) => noRatio.includes(`runway:${name}:${value}`)
const ratios = () =>
  within(form())
    .getAllByRole<HTMLInputElement>('radio', { checked: true, name: /^\d+:\d+/ })
    .map(({ value }) => value)

test('where no ratio that is offered can be made, an offered one stays and no button leads to it', async () => {
  await startStudio('/runway', { onPrices })
  tell(...noRatio)
  expect(ratios()).toEqual(['16:9'])
  screen.getByText('Соотношение сторон: выбранное сейчас недоступно')
  expect(screen.queryByRole('button', { name: /^Выбрать/ })).toBeNull()
})

test('a new draft has no choice that its own settings do not offer', () => {
  expect(startingValues(runway.parameters, hasNoRatio).aspectRatio).toBe('16:9')
})

test('a length that drops the chosen ratio takes one that can be made', async () => {
  const { user } = await startStudio('/luma', { onPrices })
  tell('luma:aspectRatio:16:9')
  await user.click(within(form()).getByRole('radio', { name: '1:1' }))
  await user.click(within(form()).getByRole('radio', { name: /^15/ }))
  expect(ratios()).toEqual(['9:16'])
})
