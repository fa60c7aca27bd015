import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { lessons } from '#web/src/site/learning/lessons.ts'
import { trialOffer } from './trial-offer.ts'
import { signedInApi } from './fake-api.ts'
import { address, openPages } from './render-page.tsx'
import { Page as LearningPage } from '#web/src/site/learning/page.tsx'

const open = () => openPages('/learning', { '/learning': <LearningPage /> })

const region = (name: string) => within(screen.getByRole('region', { name }))

describe('the help centre', () => {
  it('has four categories that link to their lessons on the page', () => {
    open()
    const targets = region('Чему научиться')
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')?.slice(1) ?? '')
    expect(targets).toEqual(['text', 'image', 'voice', 'video'])
    for (const id of targets) expect(document.querySelector(`article[id="${id}"]`)).toBeTruthy()
  })

  it('only shows an alert after a click on a video', async () => {
    const alert = vi.fn()
    vi.stubGlobal('alert', alert)
    const { user } = open()
    const buttons = region('Видеоуроки').getAllByRole('button')
    for (const button of buttons) await user.click(button)
    expect(alert.mock.calls.map(([text]) => text)).toEqual(
      lessons.map(({ title }) => `Видеоурок «${title}» скоро появится. Текст урока уже на этой странице.`)
    )
    expect(address()).toBe('/learning')
  })

  it('ends each lesson with a link that fills a form, with the price that will be charged', () => {
    open()
    const offers = screen.getAllByRole('link', { name: /^Открыть с этим запросом/ })
    expect(offers.map((link) => [link.getAttribute('href')?.split('?')[0], link.textContent])).toEqual([
      ['/chatgpt', 'Открыть с этим запросом · 5 токенов'],
      ['/dall-e-3', 'Открыть с этим запросом · 5 токенов'],
      ['/elevenlabs', 'Открыть с этим запросом · 1 токен'],
      ['/luma', 'Открыть с этим запросом · 3 токена']
    ])
    expect(offers.map((link) => link.getAttribute('href'))).toEqual(lessons.map(({ trial }) => trialOffer(trial).link))
    for (const { trial } of lessons) {
      const { priceTokens, settings } = trialOffer(trial)
      expect({ priceTokens, settings }).toEqual({ priceTokens: trial.priceTokens, settings: trial.settingLabels })
    }
  })

  it('has buttons back and home, and shows a visitor no balance', () => {
    open()
    expect(screen.getByRole('button', { name: 'Назад' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'На главную' }).getAttribute('href')).toBe('/')
    expect(screen.queryByText(/@/)).toBeNull()
  })

  it('shows the address and the balance of a user', async () => {
    signedInApi({}, 51)
    open()
    expect(await screen.findByText('anna@example.ru')).toBeTruthy()
    expect(await screen.findByText('51 токен')).toBeTruthy()
  })
})
