import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { chatModels } from '#contract/catalogue/chat-models.ts'
import { legalLinks } from '#contract/catalogue/menu.ts'
import { routes } from '#web/src/base/pages.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { type Block, piecesOf, type LegalDocument } from '#web/src/site/legal/texts/document.ts'
import { cookiePolicy } from '#web/src/site/legal/texts/cookie-policy.ts'
import { dataProcessingPolicy } from '#web/src/site/legal/texts/data-processing-policy.ts'
import { privacy } from '#web/src/site/legal/texts/privacy.ts'
import { modelProviders, retentionPeriods } from '#web/src/site/legal/texts/personal-data-tables.ts'
import { terms } from '#web/src/site/legal/texts/terms.ts'
import { userAgreement } from '#web/src/site/legal/texts/user-agreement.ts'
import { renderAt } from './render-page.tsx'
import { Page as LegalPage } from '#web/src/site/legal/page.tsx'

const documents: readonly LegalDocument[] = [terms, privacy, userAgreement, cookiePolicy, dataProcessingPolicy]

const sentencesOf = (block: Block): readonly string[] =>
  typeof block === 'string' ? [block] : 'rows' in block ? block.rows.flat() : block
const textOf = ({ clauses }: LegalDocument) => clauses.flatMap(({ blocks }) => blocks.flatMap(sentencesOf)).join('\n')
const clauseOf = (id: string) => privacy.clauses.filter((clause) => clause.id === id)
const linksIn = (document: LegalDocument) =>
  piecesOf(textOf(document)).flatMap(({ href }) => (href && !href.startsWith('mailto:') ? [href] : []))

describe('the legal pages', () => {
  it('are those of the menu', () => {
    expect(documents.map(({ path }) => path).toSorted()).toEqual(legalLinks.map(({ path }) => path).toSorted())
  })

  it.each(legalLinks)('$path has its title, today’s date, a back button, its contents and the operator', (link) => {
    vi.useFakeTimers({ now: new Date('2026-12-31T12:00:00'), toFake: ['Date'] })
    renderAt(link.path, <LegalPage />)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(link.title)
    expect(screen.getByText(/^Последнее обновление: 31 декабря 2026/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Назад' })).toBeTruthy()
    const targets = within(screen.getByRole('navigation', { name: 'Содержание' }))
      .getAllByRole('link')
      .map((item) => item.getAttribute('href')?.slice(1))
    expect(targets).toEqual([...document.querySelectorAll('section[id]')].map(({ id }) => id))
    expect(new Set(targets).size).toBe(targets.length)
    expect(screen.getByText(/^ОГРНИП:/)).toBeTruthy()
    expect(screen.getAllByRole('link', { name: /^support@/ })[0]?.getAttribute('href')).toMatch(/^mailto:support@/)
    expect(screen.getAllByRole('link', { name: /^privacy@/ })[0]?.getAttribute('href')).toMatch(/^mailto:privacy@/)
  })

  it.each(documents)('$path links only to pages and clauses that exist', (text) => {
    const broken = linksIn(text).filter((href) => {
      const [path = '', id] = href.split('#')
      const target = documents.find((candidate) => candidate.path === path)
      return !routes.some((route) => route === path) || (id && !target?.clauses.some((clause) => clause.id === id))
    })
    expect(broken).toEqual([])
  })
})

describe('the legal texts', () => {
  it('name every provider that receives requests, and no other', () => {
    const used = new Set<string>([
      ...chatModels.map(({ upstream }) => upstream.provider),
      ...studioEntries.flatMap(({ upstream }) => upstream.map(({ provider }) => provider))
    ])
    expect(Object.keys(modelProviders).toSorted()).toEqual([...used].toSorted())
    for (const [name] of Object.values(modelProviders))
      for (const text of [privacy, dataProcessingPolicy]) expect(textOf(text)).toContain(name)
  })

  it('say how long all data is kept', () => {
    for (const text of [privacy, dataProcessingPolicy])
      for (const period of [
        'ещё 3 года',
        '2 года после последней операции',
        '1 год',
        'От 30 дней до 2 лет',
        'через 14 дней'
      ])
        expect(textOf(text)).toContain(period)
    expect(textOf(cookiePolicy)).toContain('от 30 дней до 2 лет')
  })

  it('say what goes to models beside the question, how long it is kept, and how to get and delete it', () => {
    const sent = textOf({ ...privacy, clauses: clauseOf('models') })
    for (const words of ['записи памяти', 'инструкция проекта', 'его файлы', 'ещё раз читает самая недорогая модель'])
      expect(sent).toContain(words)
    const kept = retentionPeriods.rows.map(([what = '', period = '']) => `${what}: ${period}`).join('\n')
    for (const words of [
      /^Предложения запомнить.*: 30 дней$/m,
      /^Инструкция и файлы проекта: /m,
      /^Документы .*верси.*: /m
    ])
      expect(kept).toMatch(words)
    const rights = textOf({ ...privacy, clauses: clauseOf('rights') }).split('\n')
    for (const right of ['Получить всё', 'Удалить часть'])
      expect(rights.find((line) => line.startsWith(right))).toMatch(/памят.*проект.*документ/)
  })

  it('require a guardian for children under fourteen', () => {
    for (const text of [terms, privacy, dataProcessingPolicy]) expect(textOf(text)).toMatch(/14.+(родител|опекун)/)
  })

  it('have the prices of the catalogue', () => {
    expect(textOf(userAgreement)).toMatch(/Premium стоит 990\s₽ в месяц/)
    expect(textOf(userAgreement)).toMatch(/от 10 до 10\s000 токенов/)
  })

  it('describe the renewal of Premium with the days of `domain/subscription.ts`', () => {
    for (const promise of ['за три дня до списания', 'через день и через три дня', 'общей ценой до 1\u00a0000 токенов'])
      expect(textOf(userAgreement)).toContain(promise)
  })
})

describe('a sentence', () => {
  it('is split into plain text and links', () => {
    expect(piecesOf('Смотрите [цены](/pricing), потом [почту](mailto:a@b.ru)')).toEqual([
      { text: 'Смотрите ' },
      { text: 'цены', href: '/pricing' },
      { text: ', потом ' },
      { text: 'почту', href: 'mailto:a@b.ru' }
    ])
    expect(piecesOf('Без ссылок')).toEqual([{ text: 'Без ссылок' }])
  })
})
