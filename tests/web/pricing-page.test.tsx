import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answeringText } from '#contract/catalogue/answering.ts'
import {
  answerChargeRules,
  emptyAnswerRule,
  jobChargeRules,
  readerLeftRule,
  webSearchRule
} from '#contract/catalogue/charge-rules.ts'
import { chatModels } from '#contract/catalogue/chat-models.ts'
import { catalogueModel, changeTo } from '../support/models.ts'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { tools } from '#contract/catalogue/menu.ts'
import { tokenPackages } from '#contract/catalogue/packages.ts'
import { currentPrice, priceList } from '#contract/catalogue/price-list.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { priceOf } from '#contract/catalogue/price.ts'
import { formatCount } from '#web/src/base/format/tokens.ts'
import { queryClient } from '#web/src/base/http/query-client.ts'
import { fakeApi, profileOf, signedInApi, succeed } from './fake-api.ts'
import { openPages } from './render-page.tsx'
import { Page as PricingPage } from '#web/src/site/pricing/page.tsx'

beforeEach(() => {
  queryClient.clear()
  fakeApi({})
})

const open = () => openPages('/pricing', { '/pricing': <PricingPage /> })

const region = (name: string) => screen.getByRole('region', { name })
const link = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href')
const numbersIn = (elements: Iterable<Element>) =>
  [...new Set([...elements].map((element) => Number.parseInt(element.textContent ?? '', 10)))].toSorted((a, b) => a - b)

function cardOf(path: keyof typeof tools): HTMLElement {
  const cards = within(region('Все модели и настройки')).getAllByRole('link', { name: tools[path].title })
  const card = cards.find((candidate) => candidate.getAttribute('href') === path)?.closest('li')
  if (!card) throw new Error(`${path} has no card`)
  return card
}

/** All prices on the card of a tool. */
const figuresOf = (path: keyof typeof tools) => numbersIn(cardOf(path).querySelectorAll('dd, td'))

/** The prices that the server charges for every combination of settings. */
function chargedFor(entry: StudioEntry): number[] {
  const choices = entry.parameters.filter((parameter) => parameter.kind === 'choice')
  const combinations = choices.reduce<ParameterValues[]>(
    (all, { name, options }) => all.flatMap((values) => options.map(({ value }) => ({ ...values, [name]: value }))),
    [{ prompt: 'а' }]
  )
  return [...new Set(combinations.map((values) => priceOf(entry, values)))].toSorted((a, b) => a - b)
}

/** The model and the figure of every row. */
const figuresIn = (table: HTMLElement | undefined) =>
  [...(table?.querySelectorAll('tr') ?? [])]
    .filter((row) => row.querySelector('td'))
    .map((row) => [
      row.querySelector('th')?.firstElementChild?.textContent,
      ...[...row.querySelectorAll('td')].map((cell) => cell.textContent?.match(/^\d+(–\d+)?/)?.[0])
    ])

describe('the prices on the page', () => {
  it('are what is charged now; the published list, which is not charged, is folded away', () => {
    open()
    const [now, list, ...more] = within(region('Сколько стоит запрос')).getAllByRole('table')
    expect(more).toEqual([])
    expect(figuresIn(now)).toEqual(
      priceList.map((item) => {
        const { minTokens, maxTokens } = currentPrice(item)
        return [item.title, minTokens === maxTokens ? `${minTokens}` : `${minTokens}–${maxTokens}`]
      })
    )
    expect(figuresIn(list)).toEqual(priceList.map(({ title, listTokens }) => [title, `${listTokens}`]))
    expect(now?.closest('details')).toBeNull()
    expect(list?.closest('details')?.open).toBe(false)
    expect(list?.closest('details')?.querySelector('summary')?.textContent).toBe('Справочно: прайс-лист')
  })

  it('are those that operators have set, as soon as they are read', async () => {
    const changes = [
      { service: 'dalle', item: '', tokens: 9, startsAt: 1 },
      { service: 'chatgpt', item: 'gpt-4o', tokens: 7, startsAt: 1 },
      { service: 'luma', item: '5', tokens: 30, startsAt: 1 }
    ]
    fakeApi({ 'GET /prices': () => succeed({ now: Date.now(), changes, models: [] }) })
    open()
    const [now] = within(region('Сколько стоит запрос')).getAllByRole('table')
    const rowOf = (title: string) => figuresIn(now).find(([name]) => name === title)?.[1]
    await vi.waitFor(() => expect(rowOf('DALL-E 3')).toBe('9'), { timeout: 5000 })
    expect([rowOf('ChatGPT 4o'), rowOf('GPT-5'), rowOf('Luma')]).toEqual(['7', '8', '5–120'])
    expect(figuresOf('/luma')).toEqual([5, 8, 10, 16, 20, 30, 32, 60, 120])
    expect(count(/^Изображение DALL-E 3/)).toBe('11')
  })

  it('of tools are exactly those that the server charges', () => {
    open()
    const charged = studioEntries.map((entry) => [entry.path, chargedFor(entry)])
    expect(studioEntries.map(({ path }) => [path, figuresOf(path)])).toEqual(charged)
  })

  it('of chat models are those of the model menu', () => {
    open()
    const shown = chatModels.map(({ page, name }) => {
      const term = [...cardOf(page).querySelectorAll('dt')].find(({ textContent }) =>
        textContent.startsWith(`${name}· `)
      )
      return [term?.textContent, Number.parseInt(term?.nextElementSibling?.textContent ?? '', 10)]
    })
    expect(shown).toEqual(
      chatModels.map((model) => [
        `${model.name}· ${answeringText(model)}${model.basic ? '' : 'после первой покупки'}`,
        model.priceTokens
      ])
    )
  })

  it('stand beside who really answers or works under an old name', async () => {
    const model = catalogueModel('gpt-4o', { upstream: { model: 'claude-opus-5-5' } })
    fakeApi({
      'GET /prices': () => succeed({ now: Date.now(), changes: [], models: [changeTo(model)] })
    })
    open()
    const [now] = within(region('Сколько стоит запрос')).getAllByRole('table')
    const wordsOf = (title: string) =>
      within(now as HTMLElement).getByRole('link', { name: title }).nextElementSibling?.textContent
    await vi.waitFor(() => expect(wordsOf('ChatGPT 4o')).toBe('отвечает Claude Opus 5.5'), { timeout: 5000 })
    expect(['Claude 3.5', 'DALL-E 3', 'Flux Pro', 'Luma', 'ElevenLabs'].map(wordsOf)).toEqual([
      'отвечает Claude Sonnet 5.5, Claude Haiku 5.5',
      'работает GPT Image 2.5 Flare',
      'работает FLUX.2 Pro',
      'часть настроек — Gemini Omni 1.2 Flash',
      ''
    ])
  })

  it('include what every outcome costs, in the words of the charge rules', () => {
    open()
    const rules = [
      ...Object.values(answerChargeRules),
      emptyAnswerRule,
      webSearchRule,
      readerLeftRule,
      ...Object.values(jobChargeRules)
    ]
    const shown = [...region('Когда списываем и когда нет').querySelectorAll('dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent
    ])
    expect(shown).toEqual(rules.map(({ situation, cost }) => [situation, cost]))
  })

  it('of packages are those of the catalogue, and link to the purchase', () => {
    open()
    const cards = within(region('Пакеты токенов')).getAllByRole('listitem')
    expect(
      cards.map((card) => [
        within(card).getByRole('link').getAttribute('href'),
        within(card).getByRole('link').textContent?.replaceAll(/\D/g, ''),
        card.textContent?.match(/и ещё (.+) токенов/)?.[1]?.replaceAll(/\D/g, ''),
        card.textContent?.match(/\+(\d+)\s%/)?.[1],
        [...card.querySelectorAll('p')].at(-1)?.textContent
      ])
    ).toEqual(
      tokenPackages.map(({ id, priceRub, bonusTokens, tokens }) => [
        `/token-purchase?package=${id}`,
        `${priceRub}`,
        bonusTokens ? `${bonusTokens}` : undefined,
        { 500: '10', 1000: '15', 2500: '20', 5000: '24' }[tokens],
        `≈ ${formatCount((tokens + bonusTokens) / 5)} картинок DALL-E 3 или ${formatCount((tokens + bonusTokens) / 2)} ответов Claude 3 Sonnet`
      ])
    )
  })
})

const count = (title: RegExp) => screen.getByRole('link', { name: title }).closest('li')?.lastElementChild?.textContent

describe('the calculator', () => {
  it('counts whole jobs, and shows an error for an invalid amount', async () => {
    const { user } = open()
    const field = screen.getByLabelText('Сколько токенов')
    expect(count(/^Изображение DALL-E 3/)).toBe('20')
    await user.clear(field)
    await user.type(field, '39')
    expect(count(/^Изображение DALL-E 3/)).toBe('7')
    expect(count(/^Ответ GPT-5/)).toBe('4')
    await user.type(field, '.5')
    expect(screen.getByRole('alert').textContent).toBe('Целое число от 0 до 10\u00a0000')
  })

  it('offers the totals of packages, bonus included, and names the cheaper package', async () => {
    const { user } = open()
    await user.click(screen.getByRole('button', { name: /^1\s150 токенов: пакет/ }))
    expect(screen.getByLabelText<HTMLInputElement>('Сколько токенов').value).toBe('1150')
    expect(screen.getByText(/^Выгоднее пакет за 1\s000/)).toBeTruthy()
  })
})

describe('the links at the end', () => {
  it('lead a visitor to the sign-in and the lessons', () => {
    open()
    expect(link('Начать работу')).toBe('/auth')
    expect(link('Обучение')).toBe('/learning')
  })

  it('lead a user to the subscription', async () => {
    signedInApi()
    open()
    expect((await screen.findByRole('link', { name: 'Моя подписка' })).getAttribute('href')).toBe('/subscription')
    expect(link('Купить подписку')).toBe('/subscription')
  })

  it('sell no subscription to who has one', async () => {
    signedInApi({ 'GET /auth/profile': () => succeed({ user: { ...profileOf('anna@example.ru'), plan: 'premium' } }) })
    open()
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'Моя подписка' })).toHaveLength(2))
    expect(screen.queryByRole('link', { name: 'Купить подписку' })).toBeNull()
  })
})
