// Formulas of a conversation in a Word document.
import { expect, test } from 'vitest'
import { answer, read, valueOf, within } from './read-docx.ts'

const math = 'http://schemas.openxmlformats.org/officeDocument/2006/math'
const countOf = (xml: string, mark: RegExp): number => xml.match(mark)?.length ?? 0

async function readFormulas(formulas: readonly string[]) {
  const { document } = await read({ messages: [answer(formulas.map((tex) => `\\(${tex}\\)`).join('\n\n'))] })
  // Before them stand the title, the date and the author.
  return [...document.getElementsByTagName('w:p')].slice(3).map((place) => ({
    isFormula: place.getElementsByTagNameNS(math, 'oMath').length > 0,
    text: place.textContent
  }))
}

test('formulas are those of Word, and one that is not understood is its source', async () => {
  const { xml } = await read({
    messages: [answer('По $E = mc^2$ и $\\нет{x}$\n\n$$\\frac{1}{2} < x$$\n\n- и \\(a_1\\)')]
  })
  expect(countOf(xml, /<m:oMath>/g)).toBe(3)
  expect(xml).toContain('<m:sSup>')
  expect(xml).toMatch(/<w:jc w:val="center"\/><\/w:pPr><m:oMathPara>.*?<m:oMath><m:f>/)
  expect(xml).toContain('$\\нет{x}$')
})

const understood = [
  ['\\sqrt{2}', '2'],
  ['\\sqrt[3]{x}', '3x'],
  ['\\sin x', 'sinx'],
  ['\\log_2 8', 'log28'],
  ['\\sum_{i=1}^n i', 'i=1ni'],
  ['\\prod x', 'x'],
  ['\\int_0^1 x\\,dx', '01xdx'],
  ['\\lim_{x \\to 0} x', 'limx→0x'],
  ['\\vec a', 'a'],
  ['\\overrightarrow{AB}', 'AB'],
  ['\\hat a + \\bar b', 'a+b'],
  ['\\overline{ab}', 'ab'],
  ['\\underbrace{a + b}_{n}', 'a+bn'],
  ['5\\ \\text{м}', '5м'],
  ['x \\in \\mathbb R', 'x∈R'],
  ['\\mathbf{F} = m\\mathrm{a}', 'F=ma'],
  ['\\left( \\frac{a}{b} \\right)', 'ab'],
  ['\\binom{n}{k}', 'nk'],
  ['\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}', 'abcd'],
  ['\\begin{cases} x, & x > 0 \\\\[4pt] -x, & x < 0 \\end{cases}', 'x,x>0−x,x<0'],
  ['\\begin{cases} a \\\\ [b; c] \\end{cases}', 'a[b;c]'],
  ['\\operatorname{rank} A', 'rankA'],
  ['A \\xrightarrow{t} B', 'A→tB'],
  ['\\overset{!}{=}', '=!'],
  ['\\boxed{x = 1}', 'x=1'],
  ['\\begin{align} a &= b \\tag{1} \\\\ c &= d \\end{align}', 'a&=b#(1)c&=d']
] as const

test('each formula that a model uses is one of Word, with all its parts', async () => {
  const found = await readFormulas(understood.map(([tex]) => tex))
  expect(found.map(({ isFormula, text }) => [isFormula, text.replaceAll(/[\s\u200b]/g, '')])).toEqual(
    understood.map(([, text]) => [true, text])
  )
})

test('a formula of which a part would be missing stays its source', async () => {
  const formulas = [
    '\\ce{H2O}',
    '5\\ \\pu{m/s}',
    'x + \\нет{y}',
    '\\begin{array}{c|c} a & b \\\\ c & d \\end{array}',
    '\\begin{array}{c} a \\\\ \\hline b \\end{array}',
    '\\begin{cases} a \\tag{1} \\\\ b \\end{cases}',
    'a \\\\[b; c]',
    '\\sqrt{'
  ]
  const found = await readFormulas(formulas)
  expect(found).toEqual(formulas.map((tex) => ({ isFormula: false, text: `\\(${tex}\\)` })))
})

const roots = (depth: number) => `${'\\sqrt{'.repeat(depth)}x${'}'.repeat(depth)}`

test('a formula whose parts lie too deep in each other stays its source', async () => {
  const found = await readFormulas([roots(10), roots(100)])
  expect(found).toEqual([
    { isFormula: true, text: 'x' },
    { isFormula: false, text: `\\(${roots(100)}\\)` }
  ])
})

/** The paragraphs of an answer: its text or its formula, where it stands, and whether it has a number. */
async function readParagraphs(markdown: string) {
  const { document } = await read({ messages: [answer(markdown)] })
  return within(document, 'p')
    .slice(3)
    .map((place) => {
      const displayed = place.getElementsByTagNameNS(math, 'oMathPara')[0]
      const text = displayed ? place.textContent : `«${place.textContent}»`
      const sign = within(place, 'numPr').length > 0 ? ['№'] : []
      const alignment = displayed?.getElementsByTagNameNS(math, 'jc')[0]?.getAttributeNS(math, 'val') ?? []
      return [text, ...sign, valueOf(place, 'ind', 'left') ?? [], alignment].flat().join(' ')
    })
}

test('a formula on lines of its own has a paragraph of its own, and so has the text around it', async () => {
  expect(await readParagraphs('Итак:\n$$\nE = m\n$$\nгде $m$ — масса.')).toEqual([
    '«Итак:»',
    'E=m center',
    '«где m — масса.»'
  ])
  expect(await readParagraphs('**Итак:\n$$a$$  \n$$b$$ и $$\\foo{x}$$**')).toEqual([
    '«Итак:»',
    'a center',
    'b center',
    '«и»',
    '«$$\\foo{x}$$»'
  ])
})

test('such a formula in an item of a list takes no number, but the one that begins it', async () => {
  expect(await readParagraphs('1. Пункт:\n   \\[\n   x = 1\n   \\]\n   дальше\n2. \\[y\\]\n- [x] $$z$$')).toEqual([
    '«Пункт:» № 480',
    'x=1 480 center',
    '«дальше» 480',
    'y № 480 left',
    '«☑z» 480'
  ])
})

test('such a formula has a paragraph of its own in a quote and in a cell, and is a part of a heading', async () => {
  expect(await readParagraphs('> Из $$a$$\n\n| А |\n|---|\n| и $$b$$ |\n\n# О $$c$$')).toEqual([
    '«Из» 360',
    'a 360 center',
    '«А»',
    '«и»',
    'b center',
    '«»',
    '«О c»'
  ])
})

test('the source of such a formula keeps its lines', async () => {
  const { document } = await read({ messages: [answer('$$\n\\foo{x}\n= 1\n$$')] })
  expect(within(document, 'br')).toHaveLength(3)
  expect(within(document, 'jc')).toEqual([])
})
