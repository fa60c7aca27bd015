import { render, screen, waitFor } from '@testing-library/react'
import Markdown from 'react-markdown'
import { describe, expect, test } from 'vitest'
import { AnswerMarkdown, answerSyntax } from '#web/src/chat/markdown/answer-markdown.tsx'
import { AnswerSections, sectionsOf } from '#web/src/chat/markdown/answer-sections.ts'
import { allowedElements, elements } from '#web/src/chat/markdown/elements.tsx'
import { answers, attacks, formulaAttacks } from './markdown-samples.ts'
import { draw } from './draw-answer.tsx'

const words = (text: string) => new Set(text.split(' '))
const tags = words(
  'div p br hr h1 h2 h3 h4 h5 h6 blockquote ul ol li input strong em del code sup pre a section table thead tbody tr th td ' +
    'figure figcaption span button svg path rect'
)
const attributes = words(
  'class href title target rel type tabindex translate aria-label aria-hidden aria-pressed data-align data-mark data-footnote data-display data-source data-wide dir start checked disabled ' +
    'xmlns width height viewBox fill stroke stroke-width stroke-linecap stroke-linejoin d x y rx ry'
)

const formulaTags = words(
  'span svg path line math semantics annotation mrow mi mn mo ms mtext mspace msub msup msubsup mfrac msqrt mroot munder mover ' +
    'munderover mtable mtr mtd mstyle mpadded mphantom menclose'
)

/** What KaTeX draws has more elements, and nothing that leads or loads. */
const isHarmless = (element: Element): boolean =>
  formulaTags.has(element.tagName.toLowerCase()) &&
  [...element.attributes].every(({ name }) => !/^(?:on.*|.*href|src.*|id|name|action|data-.*)$/.test(name))

/** Elements, attributes and links that an answer must not put on the page. */
function faultsOf(root: Element): string[] {
  return [...root.querySelectorAll('*')].flatMap((element) => {
    if (element.parentElement?.closest('.formula')) return isHarmless(element) ? [] : [element.outerHTML]
    const faults = tags.has(element.tagName.toLowerCase()) ? [] : [`<${element.tagName}>`]
    for (const { name, value } of element.attributes) {
      if (!attributes.has(name)) faults.push(`${element.tagName} ${name}`)
      if (name === 'href' && !/^(https?:\/\/[^@]+$|mailto:)/.test(value)) faults.push(`href ${value}`)
    }
    if (element.tagName === 'A') {
      const { target, rel } = element as HTMLAnchorElement
      if (target !== '_blank' || rel !== 'noopener noreferrer nofollow ugc') faults.push('unguarded link')
    }
    return faults
  })
}

const tidy = (html: string | undefined) => html?.replaceAll(/>\s+</g, '><').trim()

describe('the text of an answer', () => {
  test('has no empty heading when it ends right after the marks of a heading', () => {
    expect(draw('## Реки\n\nТекст\n\n### ').querySelectorAll('h1, h2, h3, h4, h5, h6')).toHaveLength(1)
    expect(draw('## ![схема](https://site.example/a.png)').querySelector('h2')?.textContent).toBe('схема')
  })

  test.each(Object.entries(answers))('looks the same cut into blocks as rendered whole: %s', (_, text) => {
    const blocks = draw(text).querySelector('.answer-section')
    const whole = render(
      <Markdown remarkPlugins={answerSyntax} components={elements} allowedElements={allowedElements}>
        {text}
      </Markdown>
    ).container
    expect(tidy(blocks?.innerHTML)).toBe(tidy(whole.innerHTML))
  })

  test.each(attacks)('puts nothing forbidden on the page, at any moment of its streaming: %s', (attack) => {
    const text = `${attack}\n\nПока.`
    const sections = new AnswerSections()
    sections.feed('Привет!\n\n')
    const { container, rerender } = render(<AnswerMarkdown sections={sections.take()} />)
    for (const character of text.match(/[\s\S]/gu) ?? []) {
      sections.feed(character)
      rerender(<AnswerMarkdown sections={sections.take()} />)
      expect(faultsOf(container)).toEqual([])
    }
    sections.finish()
    rerender(<AnswerMarkdown sections={sections.take()} />)
    expect(faultsOf(container)).toEqual([])
    expect(container.textContent).toContain('Пока.')
  })

  test('shows HTML as plain text', () => {
    expect(draw('<b>не жирный</b> <img src=x onerror=alert(1)>').textContent).toContain(
      '<b>не жирный</b> <img src=x onerror=alert(1)>'
    )
  })

  test('decodes named entities, also while they arrive', () => {
    const sections = new AnswerSections()
    const { container, rerender } = render(<AnswerMarkdown sections={[]} />)
    for (const character of '&copy; 5 &gt; 3, a&nbsp;b, &неизвестное; и `&gt;`') {
      sections.feed(character)
      rerender(<AnswerMarkdown grows sections={sections.take()} />)
    }
    expect(container.textContent).toBe('© 5 > 3, a\u00A0b, &неизвестное; и &gt;')
    expect(draw('&copy; 5 &gt; 3').textContent).toBe('© 5 > 3')
  })

  test('shows a picture as a link', () => {
    draw('![Кот](https://example.com/cat.png)')
    expect(screen.getByRole('link', { name: 'Кот' }).getAttribute('href')).toBe('https://example.com/cat.png')
  })

  test('opens web and mail links in a new tab, and makes no other address a link', () => {
    draw(
      `[a](https://example.com/) [b](mailto:a@example.com) [c](ftp://example.com) [d](/auth) [e](${location.origin}/)`
    )
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['a', 'b'])
  })

  test('puts a table into a scrollable region and keeps its alignment', () => {
    draw(answers.table ?? '')
    const region = screen.getByRole('region', { name: 'Таблица' })
    expect(region.tabIndex).toBe(0)
    expect(screen.getByRole('columnheader', { name: 'Б' }).dataset.align).toBe('right')
  })

  test('draws formulas, and shows the source of what is none', async () => {
    const { container } = render(
      <AnswerMarkdown
        sections={sectionsOf('Дано \\(x\\,y\\), $a_1$ и $5 с $10.\n\n$$\n\\frac{a\n+ b\n$$\n\n$\\нет$')}
      />
    )
    await waitFor(() => expect(container.querySelectorAll('.formula .katex')).toHaveLength(2))
    expect(container.querySelector('annotation')?.textContent).toBe('x\\,y')
    expect(container.textContent).toContain('и $5 с $10.')
    expect(container.textContent).toContain('$$\n\\frac{a\n+ b\n$$')
    expect(container.textContent).toContain('$\\нет$')
    expect(faultsOf(container)).toEqual([])
  })

  test.each(formulaAttacks)('draws nothing harmful for the formula %s', async (attack) => {
    const { container } = render(<AnswerMarkdown sections={sectionsOf(`$x$ и\n\n${attack}\n\nПока.`)} />)
    await waitFor(() => expect(container.querySelector('.formula .katex')).not.toBeNull())
    expect(faultsOf(container)).toEqual([])
    expect(container.querySelectorAll('*').length).toBeLessThan(3000)
    expect(container.textContent).toContain('Пока.')
  })

  test('footnotes lead to their explanation and back; a mark without one stays text', () => {
    draw('Раз[^1], два[^note] и три[^3].\n\n[^1]: Первая **сноска**\n[^note]: Вторая')
    expect(screen.getAllByRole('button', { name: /^Сноска/ }).map((one) => one.textContent)).toEqual(['1', 'note'])
    expect(screen.getByText(/и три/).textContent).toContain('[^3]')
    screen.getByRole('button', { name: 'Сноска note' }).click()
    expect(document.activeElement?.textContent).toContain('Вторая')
    screen.getByRole('button', { name: 'Назад к тексту, сноска note' }).click()
    expect(document.activeElement?.textContent).toBe('note')
  })

  test('names the language of code and colours it once the code is complete', async () => {
    const sections = new AnswerSections()
    sections.feed('```ts\nconst a = 1\n')
    const { container, rerender } = render(<AnswerMarkdown sections={sections.take()} />)
    expect(container.querySelector('figcaption')?.textContent).toContain('TypeScript')
    expect(container.querySelector('code')?.textContent).toBe('const a = 1')
    const pre = container.querySelector('pre')
    sections.feed('```\n')
    rerender(<AnswerMarkdown sections={sections.take()} />)
    await waitFor(() => expect(container.querySelector('.hljs-keyword')?.textContent).toBe('const'))
    expect(container.querySelector('pre')).toBe(pre)
  })

  test('does not render finished blocks again', () => {
    const sections = new AnswerSections()
    sections.feed('Первый.\n\nВторой.\n\nТретий')
    const { container, rerender } = render(<AnswerMarkdown sections={sections.take()} />)
    const [first] = container.querySelectorAll('p')
    if (first) first.dataset.seen = 'yes'
    sections.feed(' растёт.\n\n'.repeat(40))
    rerender(<AnswerMarkdown sections={sections.take()} />)
    sections.finish()
    rerender(<AnswerMarkdown sections={sections.take()} />)
    expect(container.querySelectorAll('p')).toHaveLength(42)
    expect(container.querySelector('p')).toBe(first)
  })

  test('keeps full sections as the same objects', () => {
    const sections = new AnswerSections()
    sections.feed('Абзац.\n\n'.repeat(40))
    const before = sections.take()
    sections.feed('Ещё.\n\nИ ещё один абзац')
    const after = sections.take()
    expect(after[0]).toBe(before[0])
    expect(after[1]).toBe(before[1])
    expect(after.flat()).toHaveLength(42)
  })

  test('is drawn a little at a time, also when much has come at once', () => {
    const sections = new AnswerSections()
    const drawn = () => sections.takeSome().flat()
    const lengthOf = (blocks: ReturnType<typeof drawn>) => blocks.reduce((sum, { source }) => sum + source.length, 0)
    const long = 'слово '.repeat(300).trim()
    const text = `Раз.\n\nДва.\n\n${long}\n\n${'Абзац из нескольких слов.\n\n'.repeat(200)}Конец`
    sections.feed(text)
    expect(drawn().map(({ source }) => source)).toEqual(['Раз.\n\n', 'Два.\n\n'])
    // A block is never cut.
    expect(drawn().at(-1)?.source).toBe(`${long}\n\n`)
    expect(sections.isBehind).toBe(true)
    sections.finish()
    for (let before = lengthOf(drawn()); sections.isBehind;) {
      const now = lengthOf(drawn())
      expect(now - before).toBeGreaterThan(0)
      expect(now - before).toBeLessThanOrEqual(1000)
      before = now
    }
    expect(sections.take()).toEqual(sectionsOf(text))
  })
})
