import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type Answers, succeed } from '../fake-api.ts'
import { fakeWidget } from './fake-widget.ts'
import {
  address,
  buyButton,
  confirming,
  dialog,
  goBack,
  noDialog,
  openPaying,
  paymentId,
  paymentOf,
  resultAddress,
  widgetUrl
} from './shop-page.tsx'
import { announceMessage } from '#web/src/base/live/live-bus.ts'

/** The shop with the widget on it. */
async function openWidget(answers?: Answers) {
  const { shown } = fakeWidget()
  const { user } = await openPaying(answers)
  await waitFor(() => expect(shown[0]?.containerId).toBeTruthy())
  return { shown, user }
}

describe('the widget', () => {
  it('gets the token, the return URL and a container, and its success opens the result page', async () => {
    const { shown, scripts } = fakeWidget()
    await openPaying()
    await waitFor(() => expect(shown[0]?.containerId).toBe('payment-form'))
    expect(document.querySelector('form, #payment-form')).toBeTruthy()
    expect(scripts).toEqual([widgetUrl])
    expect(shown[0]?.options).toMatchObject({
      confirmation_token: 'ct-1',
      return_url: `${window.location.origin}${resultAddress}`
    })
    shown[0]?.tell('success')
    await waitFor(() => expect(address()).toBe(resultAddress))
  })

  it.each([
    ['Не удалось загрузить виджет ЮKassa', { script: 'fails' }],
    ['Не удалось загрузить виджет ЮKassa', { script: 'is empty' }],
    ['Ошибка при инициализации платежа', { breaks: 'start' }],
    ['Ошибка при отображении формы оплаты', { breaks: 'render' }]
  ] as const)('shows «%s» when it cannot be loaded: %o', async (text, how) => {
    const reload = vi.fn()
    vi.stubGlobal('location', { ...window.location, reload })
    fakeWidget(how)
    const { user } = await openPaying()
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    await user.click(screen.getByRole('button', { name: 'Попробовать снова' }))
    expect(reload).toHaveBeenCalledTimes(1)
    await user.click(screen.getByRole('button', { name: 'Закрыть' }))
    await noDialog()
  })

  it.each([
    ['invalid_token', 'Ошибка при инициализации платежа'],
    [{ error: 'token_expired' }, 'Ошибка при инициализации платежа'],
    [{ code: 'internal_service_error' }, 'Ошибка при проведении платежа']
  ])('reports %o, and the page asks the server before it shows an error', async (error, text) => {
    let status: 'pending' | 'completed' = 'pending'
    const { shown, user } = await openWidget({
      [confirming]: () => succeed(paymentOf({ status }))
    })
    shown[0]?.options.error_callback(error)
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    await user.click(screen.getByRole('button', { name: 'Закрыть' }))
    await noDialog()
    status = 'completed'
    await user.click(await buyButton())
    await waitFor(() => expect(shown[1]?.containerId).toBeTruthy())
    shown[1]?.options.error_callback(error)
    await waitFor(() => expect(address()).toBe(resultAddress))
  })

  it('is removed when it is closed, and a payment that was made is not lost', async () => {
    let status: 'pending' | 'completed' = 'pending'
    const { shown, user } = await openWidget({ [confirming]: () => succeed(paymentOf({ status })) })
    shown[0]?.tell('modal_close')
    await noDialog()
    expect(shown[0]?.destroyed).toBe(true)
    expect(address()).toBe('/token-purchase?package=tokens-500')
    status = 'completed'
    await user.click(await buyButton())
    await dialog()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe(resultAddress))
  })

  it('is replaced by the result page when the user pays elsewhere', async () => {
    await openWidget()
    announceMessage({ type: 'payment', id: 'another-payment', status: 'completed' })
    expect(address()).toBe('/token-purchase?package=tokens-500')
    announceMessage({ type: 'payment', id: paymentId, status: 'completed' })
    await waitFor(() => expect(address()).toBe(resultAddress))
  })

  it('opens the result page once when its success and the server’s message arrive together', async () => {
    const { shown } = await openWidget()
    shown[0]?.tell('success')
    announceMessage({ type: 'payment', id: paymentId, status: 'completed' })
    await waitFor(() => expect(address()).toBe(resultAddress))
    goBack()
    await waitFor(() => expect(address()).toBe('/token-purchase?package=tokens-500'))
  })

  it('is removed at once when the server reports the end, so that it cannot set the address as well', async () => {
    const { shown } = await openWidget()
    announceMessage({ type: 'payment', id: paymentId, status: 'completed' })
    expect(shown[0]?.destroyed).toBe(true)
    await waitFor(() => expect(address()).toBe(resultAddress))
  })

  it('opens the result page by itself: the server’s message adds no step to the history', async () => {
    const { shown } = await openWidget()
    window.dispatchEvent(new Event('beforeunload'))
    announceMessage({ type: 'payment', id: paymentId, status: 'completed' })
    expect(shown[0]?.destroyed).toBe(false)
    expect(address()).toBe('/token-purchase?package=tokens-500')
  })

  it('is removed when the back button restores the page from the browser’s cache', async () => {
    const { shown } = await openWidget()
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await noDialog()
    expect(shown[0]?.destroyed).toBe(true)
  })
})
