import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { declineText, knownDeclines } from '#contract/payment-declines.ts'
import { accountOf, fakeApi, profileOf, refuse, succeed } from '../fake-api.ts'
import { againPath } from '#web/src/money/shop/choice.ts'
import { address, confirming, openAt, paymentId, paymentOf, pending, resultAddress, signedIn } from './shop-page.tsx'

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
const factsShown = () =>
  Object.fromEntries(
    [...document.querySelectorAll('dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent?.replaceAll(/\s/g, ' ')
    ])
  )

const show = (payment: ReturnType<typeof paymentOf>, at = resultAddress) => {
  const api = signedIn({ [confirming]: () => succeed(payment) })
  return openAt(at).then((user) => ({ api, user }))
}

describe('a payment that succeeded', () => {
  it('shows all details, with the new balance and the address for the receipt', async () => {
    await show(paymentOf())
    await heading('Оплата прошла')
    expect(factsShown()).toEqual({
      Зачислено: '550 токенов',
      Сумма: '500 ₽',
      'Новый баланс': '1 784 токена',
      Пакет: '500 токенов и 50 в подарок',
      Статус: 'Завершен',
      Создан: expect.stringContaining('21 нояб. 2026'),
      Завершён: expect.stringContaining('21 нояб. 2026'),
      'ID платежа': paymentId
    })
    expect(screen.getByText('Чек придёт на anna@example.ru: обычно в течение нескольких минут.')).toBeTruthy()
    expect([link('Моя подписка'), link('Купить ещё')]).toEqual(['/subscription', '/token-purchase'])
  })

  it('shows no tokens for Premium', async () => {
    await show(paymentOf({ package_id: 'premium', tokens_amount: 0, amount_rub: 990, receipt: 'sent' }))
    expect(await screen.findByText('Premium включён.')).toBeTruthy()
    expect(factsShown()).toMatchObject({ Пакет: 'Premium, 1 месяц', Сумма: '990 ₽' })
    expect(factsShown()).not.toHaveProperty('Зачислено')
    expect(screen.getByText('Чек отправлен на anna@example.ru.')).toBeTruthy()
  })

  it('reads the profile again for the new plan, and ends the intent', async () => {
    localStorage.setItem(
      'purchase-intent',
      JSON.stringify({ operationId: 'a'.repeat(32), order: 'x', owner: 'x', begunAt: 1, paymentId })
    )
    let profiles = 0
    signedIn({
      [confirming]: () => succeed(paymentOf()),
      'GET /auth/profile': () => {
        profiles += 1
        return succeed({ user: profileOf('anna@example.ru') })
      }
    })
    await openAt(resultAddress)
    await heading('Оплата прошла')
    await waitFor(() => expect(profiles).toBe(2))
    expect(localStorage.getItem('purchase-intent')).toBeNull()
  })

  it('shows that it was refunded', async () => {
    await show(paymentOf({ status: 'refunded', refunded_rub: 500, refunded_tokens: 550 }))
    await heading('Деньги возвращены')
    // Not every way to pay is a card.
    const returned = /^Вернули 500.₽ тем же способом, которым вы платили, и сняли 550.токенов\.$/
    expect(screen.getByText(returned)).toBeTruthy()
    expect(factsShown()).toMatchObject({ Возвращено: '500 ₽', Статус: 'Возвращён' })
  })

  it('does not say after a part was returned that all tokens are there, nor what the balance was', async () => {
    await show(paymentOf({ refunded_rub: 200, refunded_tokens: 220 }))
    await heading('Оплата прошла')
    expect(screen.getByText(/^Вернули 200.₽ тем же .* и сняли 220.токенов\.$/)).toBeTruthy()
    expect(screen.queryByText(/уже на балансе/)).toBeNull()
    expect(factsShown()).toMatchObject({ Зачислено: '550 токенов', Возвращено: '200 ₽', Статус: 'Завершен' })
    expect(factsShown()).not.toHaveProperty('Новый баланс')
  })
})

describe('a payment that is not confirmed', () => {
  it('is polled every two seconds, also after failures, until it is confirmed', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval']
    })
    const answers = [pending, null, pending]
    const api = signedIn({
      [confirming]: () => {
        const payment = answers.length > 0 ? answers.shift() : paymentOf()
        return payment ? succeed(payment) : refuse(400, { error: 'Нет' })
      }
    })
    await openAt(resultAddress)
    await heading('Проверяем оплату')
    expect(link('Я ещё не заплатил')).toBe(`/token-purchase?package=tokens-500&pay=${paymentId}`)
    const questions = () => api.asked.filter(({ path }) => path.endsWith('/success')).length
    for (const expected of [2, 3]) {
      await vi.advanceTimersByTimeAsync(2000)
      await waitFor(() => expect(questions()).toBeGreaterThanOrEqual(expected))
      expect(screen.queryByText(/^Ошибка/)).toBeNull()
    }
    await vi.advanceTimersByTimeAsync(2000)
    await heading('Оплата прошла')
    // One more read with everything that shows money, then no more.
    await waitFor(() => expect(questions()).toBe(5))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(questions()).toBe(5)
  })

  it('because it differs from its order shows that support reviews it', async () => {
    await show(paymentOf({ status: 'review', completed_at: null }))
    await heading('Проверяем оплату')
    expect(screen.getByText(/Мы смотрим, в чём дело/)).toBeTruthy()
  })
})

describe('a payment that was declined', () => {
  const declined = paymentOf({ status: 'cancelled', completed_at: null, receipt: null })

  it.each([...knownDeclines, 'invented_later'])('explains the reason %s', async (reason) => {
    await show({ ...declined, decline_reason: reason })
    await heading('Оплата не прошла')
    expect(screen.getByText(`${declineText(reason)}.`)).toBeTruthy()
    expect(document.body.textContent).not.toContain(reason)
  })

  it.each([
    ['tokens-500', 550, '/token-purchase?package=tokens-500'],
    ['custom', 77, '/token-purchase?package=custom&tokens=77'],
    ['premium', 0, '/token-purchase?plan=premium']
  ])('links to the same purchase again: %s', (packageId, tokens, path) => {
    expect(againPath({ ...declined, package_id: packageId, tokens_amount: tokens }, null)).toBe(path)
    expect(againPath({ ...declined, package_id: packageId, tokens_amount: tokens }, '/luma')).toContain(
      'return=%2Fluma&'
    )
  })
})

describe('a result that cannot be shown', () => {
  it.each(['/payment-success', '/payment-success?payment_id='])(
    'shows an error for an address without an id: %s',
    async (at) => {
      signedIn()
      await openAt(at)
      await heading('ID платежа не найден')
      expect(link('Закрыть')).toBe('/subscription')
      expect(screen.getByRole('button', { name: 'Попробовать снова' })).toBeTruthy()
    }
  )

  it('shows an error for a payment that does not exist or belongs to another user', async () => {
    signedIn({ [confirming]: () => refuse(404, { error: 'ID платежа не найден', code: 'NOT_FOUND' }) })
    await openAt(resultAddress)
    await heading('ID платежа не найден')
  })

  it('asks a visitor to sign in, and returns afterwards', async () => {
    fakeApi({})
    await openAt(resultAddress)
    await heading('Необходима авторизация')
    const way = new URL(link('Войти') ?? '', 'http://site')
    expect(way.searchParams.get('return')).toBe(resultAddress)
  })

  it('offers a reload and a way to close it when the request failed', async () => {
    const reload = vi.fn()
    vi.stubGlobal('location', { ...window.location, reload })
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    signedIn({
      [confirming]: () => {
        throw new TypeError('Failed to fetch')
      }
    })
    const user = await openAt(resultAddress)
    await heading('Обрабатываем платёж')
    await vi.advanceTimersByTimeAsync(10_000)
    await heading('Ошибка подтверждения платежа')
    expect(screen.getByText('Нет связи с сервером. Проверьте интернет и попробуйте ещё раз')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Попробовать снова' }))
    expect(reload).toHaveBeenCalledTimes(1)
    await user.click(screen.getByRole('link', { name: 'Закрыть' }))
    expect(address()).toBe('/subscription')
  })

  it('shows an error for an unreadable response', async () => {
    signedIn({ [confirming]: () => succeed({ status: 'unheard-of' }), 'GET /user/tokens': () => succeed(accountOf(1)) })
    await openAt(resultAddress)
    expect((await screen.findByRole('heading', { level: 1, name: /^Ошибка/ })).textContent).toMatch(
      /^Ошибка (обработки|подтверждения) платежа$/
    )
    expect(within(document.body).getByRole('button', { name: 'Попробовать снова' })).toBeTruthy()
  })
})
