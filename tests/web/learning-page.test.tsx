import { cleanup, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { chatModels } from '#contract/catalogue/chat-models.ts'
import { defaultValues } from '#contract/catalogue/parameters.ts'
import { freeTokens } from '#contract/catalogue/plans.ts'
import { isBasicSetting } from '#contract/catalogue/price.ts'
import { studioEntryOfPath } from '#contract/catalogue/studio.ts'
import { lessons } from '#web/src/site/learning/lessons.ts'
import { practices, priceOfPractice } from '#web/src/site/learning/practices.ts'
import { trialOffer } from './trial-offer.ts'
import { signedInApi } from './fake-api.ts'
import { openPages } from './render-page.tsx'
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

  it('has four lessons to do, each with its steps, its price and a form that is filled', () => {
    open()
    const offers = region('Видеоуроки').getAllByRole('link', { name: /^Начать урок/ })
    expect(offers.map((link) => link.getAttribute('href'))).toEqual(
      practices.map(({ trial }) => trialOffer(trial).link)
    )
    for (const { trial, steps } of practices) {
      expect(trialOffer(trial).priceTokens).toBe(trial.priceTokens)
      expect(steps.length).toBeGreaterThanOrEqual(2)
    }
    expect(region('Видеоуроки').getByText(/Все четыре — 8\sтокенов, за регистрацию дарим 10\./)).toBeTruthy()
  })

  it('opens the lessons to do to a new user: none needs a purchase', () => {
    for (const { trial } of practices) {
      const entry = studioEntryOfPath(trial.path)
      const model = chatModels.find(({ id }) => id === trial.settings.model)
      const values = { ...defaultValues(entry?.parameters ?? []), ...trial.settings }
      expect(entry ? isBasicSetting(entry, values) : model?.basic).toBe(true)
    }
    expect(practices.reduce((sum, practice) => sum + priceOfPractice(practice), 0)).toBeLessThanOrEqual(freeTokens)
  })

  it('keeps in this browser which lessons are done, and takes a mark back', async () => {
    const { user } = open()
    await user.click(screen.getByRole('button', { name: 'Сделано: «Паузы, которые слышно»' }))
    cleanup()
    open()
    expect(region('Видеоуроки').getByRole('status').textContent).toBe('Сделано 1 из 4')
    const mark = screen.getByRole('button', { name: 'Сделано: «Паузы, которые слышно»', pressed: true })
    await user.click(mark)
    expect(region('Видеоуроки').getByRole('status').textContent).toBe('Сделано 0 из 4')
    expect(document.activeElement?.textContent).toBe('Сделано')
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
