import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { chatModels } from '#contract/catalogue/chat-models.ts'
import { cheapestModel } from '#web/src/base/format/gift.tsx'
import { answeringText } from '#contract/catalogue/answering.ts'
import { firstModels } from '#web/src/site/home/first-models.ts'
import { homeModels } from '#web/src/site/home/home-texts.ts'
import { signedInApi } from './fake-api.ts'
import { renderAt } from './render-page.tsx'
import { Page as HomePage } from '#web/src/app/home-page.tsx'

const lowest = (path: string) =>
  Math.min(...chatModels.filter(({ page }) => page === path).map(({ priceTokens }) => priceTokens))

const open = () => renderAt('/', <HomePage />)

function openAsUser() {
  signedInApi({}, 51)
  open()
}

const hrefOf = (element: HTMLElement) => element.getAttribute('href')
const link = (name: string) => hrefOf(screen.getByRole('link', { name }))
const linksIn = (region: string) =>
  within(screen.getByRole('region', { name: region }))
    .getAllByRole('link')
    .map(hrefOf)

describe('the home page', () => {
  it('greets a visitor, and links to the sign-in and the lessons', () => {
    open()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Мощная AI Платформа')
    expect(link('Начать работу')).toBe('/auth')
    expect(link('Обучение')).toBe('/learning')
    expect(screen.getByText('Доступны 4 мощные модели')).toBeTruthy()
    expect(screen.getByText(/^За регистрацию дарим/)).toBeTruthy()
    expect(link('Получить 10 токенов за регистрацию')).toBe('/auth?mode=register')
  })

  it('greets a user with the balance, and links to the subscription', async () => {
    openAsUser()
    expect(await screen.findByRole('heading', { level: 1, name: 'Начинайте творить!' })).toBeTruthy()
    expect(screen.getByText(/^На счёте 51 токен\./)).toBeTruthy()
    expect(link('Купить подписку')).toBe('/subscription')
    expect(screen.queryByText(/за регистрацию/)).toBeNull()
  })

  it('shows neither greeting until the session is known', async () => {
    openAsUser()
    const shown = screen.getByRole('heading', { level: 1, hidden: true })
    expect(shown.closest('.invisible')).not.toBeNull()
    for (const name of ['Зарегистрироваться', 'Получить 10 токенов за регистрацию'])
      expect(screen.getByRole('link', { name }).classList).toContain('invisible')
    // Its place would be gone with it, and what stands below would move.
    expect(screen.queryByText(/^За регистрацию дарим/)).toBeNull()
    await waitFor(() => expect(document.querySelector('.invisible')).toBeNull())
  })

  it('links to four models and four kinds of tools', () => {
    open()
    expect(linksIn('Выберите AI Модель')).toEqual(['/gpt5', '/chatgpt', '/claude', '/xai'])
    expect(linksIn('Не только диалог')).toEqual(['/chatgpt', '/dalle', '/elevenlabs', '/luma'])
  })

  it('names the owner of the copyright and links to the legal pages and to the API', () => {
    open()
    expect(screen.getByText('© 2024 Мощная AI Платформа. Все права защищены.')).toBeTruthy()
    const documents = within(screen.getByRole('navigation', { name: 'Документы' })).getAllByRole('link')
    expect(documents.map(hrefOf)).toEqual([
      '/terms',
      '/privacy',
      '/user-agreement',
      '/cookie-policy',
      '/data-processing-policy',
      '/api'
    ])
  })

  it('copies the prices of the catalogue, which is too large for this page', () => {
    expect(homeModels.map(({ priceTokens }) => priceTokens)).toEqual(homeModels.map(({ path }) => lowest(path)))
    for (const { path, answers, ...model } of firstModels) {
      const own = chatModels.find(({ id }) => id === model.id)
      expect(own).toMatchObject({ ...model, page: path })
      expect(own && answeringText(own)).toBe(`отвечает ${answers}`)
    }
    expect(cheapestModel.priceTokens).toBe(Math.min(...chatModels.map(({ priceTokens }) => priceTokens)))
  })
})
