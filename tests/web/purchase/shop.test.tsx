import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { tokenPackages } from '#contract/catalogue/packages.ts'
import { textOf } from '#contract/errors.ts'
import { accountOf, fakeApi, profileOf, refuse, succeed } from '../fake-api.ts'
import { fakeWidget } from './fake-widget.ts'
import {
  address,
  begun,
  buyButton,
  dialog,
  noDialog,
  openAt,
  openPaying,
  paymentId,
  pending,
  resultAddress,
  signedIn
} from './shop-page.tsx'

const purchasesOf = ({ asked }: ReturnType<typeof fakeApi>) => asked.filter(({ path }) => path === '/tokens/purchase')
const keysOf = (api: ReturnType<typeof fakeApi>) =>
  purchasesOf(api).map(({ headers }) => headers.get('idempotency-key'))

describe('the shop', () => {
  it('asks a visitor to sign in, and returns to the chosen package', async () => {
    fakeApi({})
    await openAt('/token-purchase?package=tokens-500')
    expect(screen.getByText('Войдите в систему, чтобы купить токены')).toBeTruthy()
    const way = new URL(screen.getByRole('link', { name: 'Войти' }).getAttribute('href') ?? '', 'http://site')
    expect([way.pathname, way.searchParams.get('return')]).toEqual(['/auth', '/token-purchase?package=tokens-500'])
  })

  it('sells five packages and any amount, and sends the prices of the catalogue', async () => {
    fakeWidget()
    const api = signedIn()
    const user = await openAt('/token-purchase')
    expect((await buyButton()).textContent).toMatch(/^Оплатить 1.000\s₽$/)
    expect(screen.getAllByRole('radio')).toHaveLength(tokenPackages.length)
    const popular = screen.getByRole<HTMLInputElement>('radio', { name: /Популярный/ })
    expect([popular.value, popular.checked]).toEqual(['tokens-1000', true])
    expect(popular.labels?.[0]?.textContent).toContain('в подарок, +15\u00a0%')
    expect(popular.labels?.[0]?.textContent).toContain('≈ 230 картинок DALL-E 3 или 575 ответов Claude 3 Sonnet')
    await user.click(screen.getByRole('radio', { name: /^5.000/ }))
    expect(screen.getByText(/^\+1.200 токенов$/)).toBeTruthy()
    expect(screen.getByText(/^7.434 токена$/)).toBeTruthy()
    await user.type(screen.getByLabelText('Своё количество'), '9')
    expect(screen.getByRole('alert').textContent).toMatch(/^Целое число от 10 до 10.000$/)
    expect((await buyButton()).disabled).toBe(true)
    await user.type(screen.getByLabelText('Своё количество'), '9')
    expect(address()).toBe('/token-purchase?package=custom&tokens=99')
    await user.click(await buyButton())
    await dialog()
    expect(purchasesOf(api).map(({ body }) => body)).toEqual([{ tokens: 99, amount: 99, package_id: 'custom' }])
  })

  it.each([
    [false, /^Мы вернули вам деньги за покупку, а 400 токенов/, 0],
    [
      true,
      /^Операции по счёту приостановлены: .* Купленное придёт сразу, но пригодится, когда операции возобновят\. Напишите/,
      1
    ]
  ])('says what stands in the way of requests before anything is paid: frozen %s', async (frozen, words, helps) => {
    signedIn({ 'GET /user/tokens': () => succeed({ ...accountOf(0), debtTokens: 400, frozen }) })
    await openAt('/token-purchase')
    const told = await screen.findByText(words)
    expect(within(told.parentElement!).queryAllByRole('button', { name: 'Помощь' })).toHaveLength(helps)
  })

  it('starts one payment after a double click, and uses the same id after a reload', async () => {
    const { shown } = fakeWidget()
    const api = signedIn()
    await openAt('/token-purchase?package=tokens-500')
    const button = await buyButton()
    act(() => {
      button.click()
      button.click()
    })
    await waitFor(() => expect(shown).toHaveLength(1))
    expect(purchasesOf(api)).toHaveLength(1)
    cleanup()
    const user = await openAt('/token-purchase?package=tokens-500')
    await user.click(await buyButton())
    await waitFor(() => expect(purchasesOf(api)).toHaveLength(2))
    expect(new Set(keysOf(api)).size).toBe(1)
  })

  it('links back to the page with the draft, also from the result', async () => {
    const { shown } = fakeWidget()
    await openPaying({}, '/token-purchase?tokens=120&return=/luma')
    expect(screen.getByText('Вернуться к Luma').closest('a')?.getAttribute('href')).toBe('/luma')
    await waitFor(() => expect(shown).toHaveLength(1))
    expect(shown[0]?.options.return_url).toBe(`${window.location.origin}${resultAddress}&return=%2Fluma`)
  })

  it.each(['https://evil.example/', '//evil.example', '/nowhere', '/auth'])('does not link back to %s', async (way) => {
    signedIn()
    await openAt(`/token-purchase?${new URLSearchParams({ return: way })}`)
    await buyButton()
    expect(screen.queryByText(/^Вернуться к/)).toBeNull()
  })

  it('buys Premium through its own call, and says what will be charged', async () => {
    const { shown } = fakeWidget()
    const { api } = await openPaying(
      { 'PUT /subscription': () => succeed({ subscription: premium, payment: { ...begun, amount: 990 } }) },
      '/token-purchase?plan=premium'
    )
    expect(screen.getByText(/990.₽ будут списываться раз в месяц/)).toBeTruthy()
    await waitFor(() => expect(shown).toHaveLength(1))
    const { body, headers } = api.asked.find(({ method }) => method === 'PUT') ?? {}
    expect(screen.getByText(/Честное использование — до 1.000 токенов в день/)).toBeTruthy()
    expect([body, headers?.get('idempotency-key')]).toEqual([{ planId: 'premium' }, expect.stringMatching(/^.{32}$/)])
  })

  it.each([
    ['paid', 1],
    ['premium', 0]
  ])('offers Premium to who pays in tokens: %s', async (plan, count) => {
    signedIn({ 'GET /auth/profile': () => succeed({ user: { ...profileOf('anna@example.ru'), plan } }) })
    await openAt('/token-purchase')
    await buyButton()
    await waitFor(() => expect(screen.queryAllByRole('button', { name: /^Premium: / })).toHaveLength(count))
  })

  it('continues a cancelled Premium without a payment', async () => {
    await openPaying(
      { 'PUT /subscription': () => succeed({ subscription: premium, payment: null }) },
      '/token-purchase?plan=premium'
    )
    await waitFor(() => expect(address()).toBe('/subscription'))
  })
})

const premium = {
  planId: 'premium',
  state: 'active',
  priceRub: 990,
  periodStart: null,
  periodEnd: null,
  renewsAt: null,
  endsAt: null,
  paymentMethod: null,
  declineReason: null
}

describe('a payment that does not start', () => {
  it('is retried under the same id while the provider does not answer', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    const { shown } = fakeWidget()
    let silent = true
    const { api } = await openPaying({
      'POST /tokens/purchase': () =>
        silent ? refuse(503, { error: 'Не отвечает', code: 'PAYMENT_DELAYED', retryAfter: 5 }) : succeed(begun)
    })
    await within(await dialog()).findByText('Проверяем оплату')
    silent = false
    await vi.advanceTimersByTimeAsync(5000)
    await waitFor(() => expect(shown).toHaveLength(1))
    const keys = keysOf(api)
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  })

  it('shows the error, and the next attempt has a new id when the provider refused this one', async () => {
    fakeWidget()
    const { api, user } = await openPaying({
      'POST /tokens/purchase': () => refuse(400, { error: textOf('PAYMENT_FAILED'), code: 'PAYMENT_FAILED' })
    })
    expect((await screen.findByRole('alert')).textContent).toBe('Ошибка создания платежа')
    await user.click(screen.getByRole('button', { name: 'Попробовать снова' }))
    await waitFor(() => expect(keysOf(api)).toHaveLength(2))
    expect(new Set(keysOf(api)).size).toBe(2)
    await user.click(await screen.findByRole('button', { name: 'Закрыть' }))
    await noDialog()
    expect((await buyButton()).ariaBusy).toBeNull()
  })

  it('shows the result if it was already paid under the same id, and starts a new one if not', async () => {
    const answers = [begun, { ...begun, status: 'cancelled', confirmation_token: null }, begun]
    fakeWidget()
    const { api, user } = await openPaying({ 'POST /tokens/purchase': () => succeed(answers.shift()) })
    await user.click(await screen.findByRole('button', { name: 'Закрыть оплату' }))
    await user.click(await buyButton())
    await waitFor(() => expect(answers).toEqual([]))
    const [first, second, third] = keysOf(api)
    expect([second === first, third === second]).toEqual([true, false])
    answers.push({ ...begun, status: 'completed', confirmation_token: null })
    await user.click(await screen.findByRole('button', { name: 'Закрыть оплату' }))
    await user.click(await buyButton())
    await waitFor(() => expect(address()).toBe(resultAddress))
  })
})

const found = (more = {}) => succeed({ payment: { ...pending, ...more }, widget_url: begun.widget_url })

describe('a payment of the history that was not paid', () => {
  const reading = `GET /tokens/payments/${paymentId}`
  const continuing = `/token-purchase?package=tokens-500&pay=${paymentId}`

  it('is continued in its own form, which a reload does not open again', async () => {
    const { shown } = fakeWidget()
    const api = signedIn({ [reading]: () => found() })
    await openAt(continuing)
    expect((await dialog()).textContent).toContain('550 токенов за 500')
    await waitFor(() => expect(shown[0]?.options.confirmation_token).toBe('ct-1'))
    await waitFor(() => expect(address()).toBe('/token-purchase?package=tokens-500'))
    expect(purchasesOf(api)).toEqual([])
    shown[0]?.tell('success')
    await waitFor(() => expect(address()).toBe(resultAddress))
  })

  it('shows its result when it has ended meanwhile', async () => {
    fakeWidget()
    signedIn({ [reading]: () => found({ status: 'completed', confirmation_token: null }) })
    await openAt(continuing)
    await waitFor(() => expect(address()).toBe(resultAddress))
  })

  it('that cannot be read says so, and a retry reads it again instead of beginning another', async () => {
    const { shown } = fakeWidget()
    const answers = [refuse(404, { error: 'Не найдено', code: 'NOT_FOUND' }), found()]
    const api = signedIn({ [reading]: () => answers.shift()! })
    const user = await openAt(continuing)
    expect((await screen.findByRole('alert')).textContent).toContain('Не найдено')
    await user.click(screen.getByRole('button', { name: 'Попробовать снова' }))
    await waitFor(() => expect(shown[0]?.options.confirmation_token).toBe('ct-1'))
    expect(purchasesOf(api)).toEqual([])
  })
})
