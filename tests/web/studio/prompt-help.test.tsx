// The prompt helper: what it sends, what it shows, and what is found again after a reload.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refuse, succeed, type Asked } from '../fake-api.ts'
import { notify } from '#web/src/base/ui/notify.ts'
import { toasts } from '../toasts.ts'
import { openSignedIn, prompt, startStudio, write } from './open-studio.tsx'
import { studioServer } from './studio-server.ts'

const rich = 'Рыжий кот дремлет на подоконнике, тёплый вечерний свет.'
const described = ({ headers }: Asked) =>
  succeed({ prompt: rich, operationId: headers.get('idempotency-key'), billing: { siteTokens: 1 }, balance: 9 })

const limited = () => refuse(429, { code: 'RATE_LIMITED', error: 'Слишком много запросов', retryAfter: 20 })

const panel = () => within(screen.getByRole('region', { name: 'Помощь с описанием' }))
const openHelp = async (user: Awaited<ReturnType<typeof openSignedIn>>['user']) => {
  await user.click(screen.getByRole('button', { name: 'Помочь с описанием' }))
  await screen.findByRole('region', { name: 'Помощь с описанием' })
}

test('an idea becomes an editable description, which replaces the prompt and can be taken back', async () => {
  const { server, user } = await startStudio('/flux', { onSubmit: described })
  write('рыжий кот')
  await openHelp(user)
  expect(panel().getByLabelText('Идея')).toBe(document.activeElement)
  await user.click(panel().getByRole('button', { name: 'Написать · 1 токен' }))
  const description = await panel().findByLabelText('Описание: его можно поправить')
  expect(description).toHaveProperty('value', rich)
  expect(server.submitted().map(({ path, body }) => [path, body])).toEqual([
    ['/ai/prompt', { service: 'flux', idea: 'рыжий кот' }]
  ])
  await screen.findByText('На балансе 9 токенов')
  fireEvent.change(description, { target: { value: `${rich} Акварель.` } })
  await user.click(panel().getByRole('button', { name: 'Вставить' }))
  expect(prompt().value).toBe(`${rich} Акварель.`)
  expect(document.activeElement).toBe(prompt())
  expect(screen.queryByRole('region', { name: 'Помощь с описанием' })).toBeNull()
  expect(toasts).toEqual(['info: Описание заменило ваше'])
  vi.mocked(notify.info).mock.calls.at(-1)?.[1]?.onClick()
  await waitFor(() => expect(prompt().value).toBe('рыжий кот'))
})

test('after a reload the description is found under the same id', async () => {
  const server = studioServer({ onSubmit: described })
  const first = await openSignedIn('/flux')
  write('рыжий кот')
  await openHelp(first.user)
  await first.user.click(panel().getByRole('button', { name: 'Написать · 1 токен' }))
  await panel().findByLabelText('Описание: его можно поправить')
  first.leave()
  const { user } = await openSignedIn('/flux')
  expect(await screen.findByLabelText('Описание: его можно поправить')).toHaveProperty('value', rich)
  expect(new Set(server.keys()).size).toBe(1)
  await user.click(panel().getByRole('button', { name: 'Ещё вариант · 1 токен' }))
  await waitFor(() => expect(new Set(server.keys()).size).toBe(2))
  await user.click(await panel().findByRole('button', { name: 'Закрыть' }))
  expect(Object.keys(localStorage).filter((key) => key.startsWith('prompt-help'))).toEqual([])
})

test('a failure is said, and another attempt has another id; a lost answer keeps its id', async () => {
  const settlement = { priceTokens: 1, chargedTokens: 0, returnedTokens: 1, balanceTokens: 10 }
  const failed = () =>
    refuse(422, { code: 'PROVIDER_REFUSED', error: 'Модель отказалась. Токены не списаны', data: { settlement } })
  const answers = [failed, limited, described]
  const { server, user } = await startStudio('/flux', { onSubmit: (asked) => (answers.shift() ?? described)(asked) })
  write('рыжий кот')
  await openHelp(user)
  const ask = () => user.click(panel().getByRole('button', { name: 'Написать · 1 токен' }))
  await ask()
  await panel().findByText('Модель отказалась. Токены не списаны')
  await ask()
  await panel().findByText('Слишком много запросов. Подождите 20 секунд.')
  await ask()
  await panel().findByLabelText('Описание: его можно поправить')
  const [first, second, third] = server.keys()
  expect(second).not.toBe(first)
  expect(third).toBe(second)
})

test('an empty idea asks for one and sends nothing; Premium pays nothing', async () => {
  const { server, user } = await startStudio('/luma', { plan: 'premium' })
  await openHelp(user)
  await user.click(panel().getByRole('button', { name: 'Написать · 0 токенов' }))
  expect(panel().getByRole('alert').textContent).toBe('Введите идею: хотя бы пару слов')
  expect(server.submitted()).toEqual([])
})

test('a model that reads only English is said beside the description', async () => {
  const { user } = await startStudio('/stable-diffusion', { onSubmit: described })
  write('кот')
  await openHelp(user)
  await user.click(panel().getByRole('button', { name: 'Написать · 1 токен' }))
  await panel().findByText(/^Stable Diffusion понимает только английский/)
})

test('a visitor is asked to sign in; without tokens the way leads to the shop; a voice page has no helper', async () => {
  const visitor = await startStudio('/flux', { signedIn: false })
  await openHelp(visitor.user)
  expect(panel().getByRole('link', { name: 'Войти' })).toBeTruthy()
  visitor.leave()
  const poor = await startStudio('/flux', { tokens: 0 })
  await openHelp(poor.user)
  expect(panel().getByRole('link', { name: 'Пополнить баланс: 1 токен' })).toBeTruthy()
  poor.leave()
  await openSignedIn('/elevenlabs')
  expect(screen.queryByRole('button', { name: 'Помочь с описанием' })).toBeNull()
})
