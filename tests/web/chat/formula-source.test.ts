import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskFormulas, readFormula, unmask } from '#web/src/chat/markdown/formula-source.ts'

const found = (text: string, grows = false) => maskFormulas(text, grows).formulas.map(({ source }) => source)

describe('finding formulas', () => {
  test.each([
    ['сумма $a+b$, а также $x_1$-й', ['$a+b$', '$x_1$']],
    ['\\(x\\,y\\) и \\[\\frac{a}{b}\\]', ['\\(x\\,y\\)', '\\[\\frac{a}{b}\\]']],
    ['$$\na = b\n+ c\n- d\n$$', ['$$\na = b\n+ c\n- d\n$$']],
    ['$v_{ср} = 5$ м/с и $F_{тяж}$', ['$v_{ср} = 5$', '$F_{тяж}$']],
    ['$f(x) = 0 \\text{ если } x < 0$', ['$f(x) = 0 \\text{ если } x < 0$']],
    ['\\[a \\\\[4pt] b\\]', ['\\[a \\\\[4pt] b\\]']],
    ['| $|x|$ | $\\|y\\|$ |', ['$|x|$', '$\\|y\\|$']]
  ])('in %j', (text, formulas) => {
    expect(found(text)).toEqual(formulas)
  })

  test.each([
    'Стоит $5 и $10.',
    'от $5-$10 за штуку',
    'цена $5, а всего 10$',
    '$ x $ и $x $ и $ x$',
    'переменные $HOME/$USER и US$5, CA$6',
    '$первая строка\nвторая$',
    '`$x$` и ``\\(a\\)``',
    '\\$x\\$ и \\\\(x\\\\)',
    '$$ без конца',
    '\\(одна\n\nдругая\\)',
    '$$$x$$$',
    '\\(\\) и \\[ \\]',
    '- код:\n  ```\n  echo $a$\n'
  ])('none in %j', (text) => {
    expect(found(text)).toEqual([])
  })

  test.each([
    [
      'Тогда\n\\begin{align}\na &= b \\\\\n&= c_1\n\\end{align}\nи',
      '\\begin{align}\na &= b \\\\\n&= c_1\n\\end{align}'
    ],
    ['> \\begin{gather*}\n> a_1\n> \\end{gather*}', '\\begin{gather*}\n> a_1\n> \\end{gather*}'],
    ['- раз\n  \\begin{cases}1\\\\2\\end{cases}', '\\begin{cases}1\\\\2\\end{cases}'],
    [
      '\\begin{equation}\\begin{pmatrix}a\\\\b\\end{pmatrix}\\end{equation}',
      '\\begin{equation}\\begin{pmatrix}a\\\\b\\end{pmatrix}\\end{equation}'
    ],
    [
      '\\begin{pmatrix}\\begin{pmatrix}a\\end{pmatrix}\\end{pmatrix}',
      '\\begin{pmatrix}\\begin{pmatrix}a\\end{pmatrix}\\end{pmatrix}'
    ],
    ['$\\begin{bmatrix}1\\\\2\\end{bmatrix}$', '$\\begin{bmatrix}1\\\\2\\end{bmatrix}$'],
    ['$$\n\\begin{aligned}a\\end{aligned}\n$$', '$$\n\\begin{aligned}a\\end{aligned}\n$$']
  ])('environments need no dollars: %j', (text, formula) => {
    expect(found(text)).toEqual([formula])
    expect(found(text, true)).toEqual([formula])
  })

  test.each([
    '`\\begin{align}a\\end{align}`',
    '- код:\n  ```\n  \\begin{align}a\\end{align}\n  ```\n',
    '\\begin{itemize}\\item a\\end{itemize}',
    '\\begin{document}a\\end{document}',
    '\\begin{align} … \\end{align}',
    '\\begin{align}a\n\nb\\end{align}',
    '\\\\begin{align}a\\\\end{align}'
  ])('no environment in %j', (text) => {
    expect(found(text)).toEqual([])
  })

  test('an open formula goes to the end of a block that grows, and of no other', () => {
    expect(found('Вот: $$\na_1 * b_2 *', true)).toEqual(['$$\na_1 * b_2 *'])
    expect(found('Вот: \\(a_', true)).toEqual(['\\(a_'])
    expect(found('Вот: \\begin{align}\na_1 &', true)).toEqual(['\\begin{align}\na_1 &'])
    expect(found('Вот: $a_1', true)).toEqual([])
    // Words in brackets do not become one for a while.
    for (const text of ['Кому: \\[Имя', 'Кому: \\[Имя Отч', '\\(например, т', '$$ (средние), $'])
      expect(found(text, true)).toEqual([])
    // The price after it would tell that it is none.
    expect(found('от $5–$', true)).toEqual([])
    expect(found('от $5+$', true)).toEqual([])
    expect(found('$\\alpha$', true)).toEqual(['$\\alpha$'])
    expect(found('Вот: \\(a_', false)).toEqual([])
  })

  test('reads what stands between the delimiters', () => {
    expect(readFormula('$x$')).toEqual({ tex: 'x', display: false })
    expect(readFormula('\\(x\\)')).toEqual({ tex: 'x', display: false })
    expect(readFormula('$$\nx\n$$')).toEqual({ tex: 'x', display: true })
    expect(readFormula('\\begin{align}\n> x\n> \\end{align}')).toEqual({
      tex: '\\begin{align}\nx\n\\end{align}',
      display: true
    })
    expect(readFormula('\\[\n> x\n> > y\n> \\]')).toEqual({ tex: 'x\ny', display: true })
  })

  const piece = fc.constantFrom(
    '$',
    '$$',
    '\\(',
    '\\)',
    '\\[',
    '\\]',
    '`',
    '```',
    '\n',
    '\n\n',
    '\\begin{cases}',
    '\\end{cases}',
    '\\',
    'a',
    '5',
    ' ',
    'ы'
  )
  test('masks are as long as what they cover, and give it back', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.boolean(), (pieces, grows) => {
        const text = pieces.join('')
        const { text: masked, formulas } = maskFormulas(text, grows)
        expect(masked).toHaveLength(text.length)
        const parts = unmask(masked, formulas)
        expect(parts.map((part) => (typeof part === 'string' ? part : part.source)).join('')).toBe(text)
        expect(parts.filter((part) => typeof part !== 'string')).toEqual(formulas)
      }),
      { numRuns: 3000 }
    )
  })

  test('a text of nothing but delimiters is read in no time', () => {
    const signs =
      '\\( \\[ \\[1\\] \\[а_б\\] \\(а␣б\\) $$␣ $a␣ ` $ $^)) $5(а)$ $1␣а␣ \\begin{align} \\begin{cases}a\\end{cases} \\begin{ $a\\text{'
    for (const sign of signs.split(' ')) {
      const text = sign.replaceAll('␣', ' ').repeat(100_000 / sign.length)
      const begun = performance.now()
      for (const hostile of [text, `$x^${text}a$`, `\\[${text}a\\]`]) maskFormulas(hostile, true)
      expect(performance.now() - begun).toBeLessThan(3000)
    }
  })
})
