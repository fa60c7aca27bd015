// Public pages as the build renders them for search engines and for people without JavaScript.
import { beforeAll, describe, expect, test } from 'vitest'
import { chatPaths } from '#contract/catalogue/chat.ts'
import { findChatModel } from '#contract/catalogue/chat-models.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { legalLinks } from '#contract/catalogue/menu.ts'
import { drawnParameters, startingValues } from '#web/src/media/form/settings.ts'
import { examplesOf } from '#web/src/studio/examples/example-texts.ts'
import { itemsOf } from '#web/src/studio/gallery/gallery-items.ts'
import { chatPageOf } from '#web/src/chat/texts/chat-pages.ts'
import { notFoundPath, prerenderedPaths, renderPublicPages } from '#scripts/site/prerender.ts'

let pages: Map<string, string>
beforeAll(async () => {
  pages = await renderPublicPages({
    ...process.env,
    NODE_ENV: 'production',
    VITE_BUILT_ON: '2026-12-31',
    VITE_OPERATOR_NAME: 'ИП Петров Пётр',
    VITE_OPERATOR_INN: '500100732259'
  })
})

const htmlOf = (path: string) => pages.get(path) ?? ''
const countOf = (path: string, tag: RegExp) => htmlOf(path).match(tag)?.length ?? 0
const textOf = (path: string) =>
  htmlOf(path)
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

describe.each(prerenderedPaths)('%s', (path) => {
  test('is there as a whole, in the frame of every page', () => {
    expect(countOf(path, /<h1\b/g)).toBe(1)
    expect(htmlOf(path)).toMatch(/<header.*href="\/auth(?:\?return=[^"]*)?"[^>]*>Войти</s)
    expect(htmlOf(path)).toMatch(/<main.*<h1/s)
    // React leaves these marks where it had to wait or failed.
    expect(htmlOf(path)).not.toMatch(/<!--\$[?!]-->|<template/)
  })

  test('has no inline script or style, as the policy demands', () => {
    expect(htmlOf(path)).not.toMatch(/<(script|style)\b|\sstyle="|\son\w+="/)
  })
})

describe('the text', () => {
  test('of the home page is what a visitor sees', () => {
    const text = textOf('/')
    for (const words of ['Мощная AI Платформа', 'Начать работу', 'Выберите AI Модель', 'Бесплатный', '© 2024'])
      expect(text).toContain(words)
    expect(text).not.toContain('Начинайте творить!')
  })

  test('of the prices has every table', () => {
    expect(countOf('/pricing', /<th scope="row"/g)).toBeGreaterThanOrEqual(12)
    expect(textOf('/pricing')).toContain('Сейчас списываем')
    expect(textOf('/pricing')).toContain('Когда списываем и когда нет')
  })

  test('of learning holds all four lessons, and the four to do with their links', () => {
    expect(countOf('/learning', /<article id=/g)).toBe(4)
    expect(countOf('/learning', /aria-label="Начать урок «/g)).toBe(4)
  })

  test.each(chatPaths)('of %s holds the bar, the greeting, a field that takes keys, and what can be asked', (path) => {
    const { title, examples, samples, defaultModel, service } = chatPageOf(path)
    const html = htmlOf(path)
    const text = textOf(path)
    for (const words of [`Спросите ${title}`, 'Новый чат', 'Выбрать роль', 'Зарегистрироваться и отправить'])
      expect(text).toContain(words)
    expect(text).toContain(findChatModel(service, defaultModel)?.name)
    for (const example of examples) expect(text).toContain(example.text)
    for (const sample of samples) expect(text).toContain(sample.title)
    expect(countOf(path, /class="[^"]*answer-markdown/g)).toBeGreaterThanOrEqual(samples.length)
    expect(html).toMatch(/<textarea(?![^>]* disabled=)[^>]*aria-label="Ваш запрос"/)
  })

  test.each(studioEntries)('of $path holds the form, its price, and what to begin with', (entry) => {
    const text = textOf(entry.path)
    for (const { kind, label } of drawnParameters(entry.parameters, startingValues(entry.parameters)))
      expect([kind, text]).toEqual([kind, expect.stringContaining(label)])
    expect(text).toContain(`${entry.texts.submit} ·`)
    expect(text).toContain('Результаты')
    for (const example of examplesOf(entry.path)) expect(text).toContain(example.text)
    for (const { prompt } of itemsOf(entry.id)) expect(text).toContain(prompt)
  })

  test('of the not-found page says that the page does not exist', () => {
    expect(textOf(notFoundPath)).toContain('Oops! Page not found')
  })

  test.each(legalLinks)('of $path names the operator and the date of the build', ({ path, title }) => {
    const text = textOf(path)
    expect(htmlOf(path)).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`))
    expect(text).toContain('Последнее обновление: 31 декабря 2026')
    expect(text).toContain('ИП Петров Пётр')
    expect(text).toContain('ИНН: 500100732259')
  })
})
