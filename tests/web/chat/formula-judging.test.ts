// What is a formula, and what are prices, placeholders and remarks between the same signs.
import { expect, test } from 'vitest'
import { maskFormulas } from '#web/src/chat/markdown/formula-source.ts'

const found = (text: string) => maskFormulas(text).formulas.map(({ source }) => source)

const inDollars = String.raw`
  x|5x+3|n=5|10|-5|.5|0{,}5|1,000.50|1/2|5 + 3 = 8|\alpha|\frac{1}{2}|2 \cdot 3|\sin x|O(n log n)|a \text{ if } b|E=mc^2
  PV = nRT|AB = CD|y = kx + b|a dx|f'(x)|f(x)|n! + 1|x = ?|x*y|1, 2, ..., n|1, 2, …, n|]0; 1[|[0, 1)|S = \{1, 2\}
  v_{ср} = 5|F = 10 Н|m = 5 кг|5 kg|Скорость = 5|x_1 and x_2|H_2O|\ce{2H2 + O2 -> 2H2O}|\pu{5 m/s}|P(A \mid B)
  \begin{pmatrix}1\\2\end{pmatrix}`
  .split(/[|\n]\s*/)
  .filter(Boolean)

test.each([...inDollars, '|x| = 5', 'P(A | B) = 0.5'])('«$%s$» is a formula', (tex) => {
  expect(found(`Пусть $${tex}$, тогда`)).toEqual([`$${tex}$`])
})

test.each([
  'План $7 (7$). From $7, or about 9 in CA$.',
  '$5–$10, US$5, $1,000.50, $5/month and $7',
  '$20k and $30k, $5.50/$6.50, ($5) и ($6), "$5" and "$6", 5 $ и 6 $',
  'R$5 e R$6, $5, а всего 10$',
  'costs $5 and 10$ or $5 per user (or 50$)',
  'paid $20 for two tickets, got 3$',
  'I have $5 you have 6$',
  '$5 each, 6$',
  'zwischen $5 und 10$',
  'de $5 à 10$, desde $5 a 10$, da $5 e 10$',
  '$5から10$, $5到10$, $5，大约7$',
  '$5. Then 10$',
  '$5~10$',
  '$5 (≈450 ₽), 3$',
  '| $5 | 7$ |',
  '$5** или **7$ и [$5](a) и [7$](b)',
  '$HOME/bin:$PATH и ${a}/${b}',
  '$$ (средние), $$$ (дорогие) и снова $$',
  '| $$ | Кафе |\n| $$ | Ресторан |',
  '$$5 и $$6, Price: $$, quality: $$',
  '价格$5和$6，$5、约7$',
  'about $n$that and $7$th'
])('%j has prices and no formula', (text) => {
  expect(found(text)).toEqual([])
})

test('a formula among prices is found', () => {
  expect(found('За $5 или 10$ решим $x+1$ и $y$: от $3 до $4.')).toEqual(['$x+1$', '$y$'])
})

test('a letter of a language without spaces stands beside a formula, and an ending behind one', () => {
  expect(found('设$x$为实数，则$x^2 \\ge 0$。ここで$y$は、변수$z$는')).toEqual(['$x$', '$x^2 \\ge 0$', '$y$', '$z$'])
  expect(found('the $i$th element, $n$th, all $k$s')).toEqual(['$i$', '$n$', '$k$'])
  expect(maskFormulas('the $i$th', true).formulas).toEqual([])
})

test.each([
  'Дорогой \\[Фамилия Имя\\]! См. \\[таблица 3\\].',
  '\\[ФИО\\], \\[дата\\], \\[вставьте дату\\], \\[ООО «Ромашка»\\]',
  '\\[Your Name\\], \\[Name\\], \\[user_name\\], \\[имя_файла\\], \\[Подпись: позже\\]',
  'по \\[1\\] и \\[12, 15\\]',
  '- \\[x\\] сделано',
  'Поля: \\[дата/время\\], \\[Имя/Фамилия\\], \\[Name/Title\\], \\[и/или\\], \\[e-mail\\], \\[user_id\\], \\[API_KEY\\]',
  '\\[email@example.com\\] \\[user_name@example.com\\], \\[URL\\], \\[NOTE\\], \\[ NAME \\]',
  '\\[100 ₽\\], \\[5 мин\\], \\[12:30 – 13:00\\], \\[100 USD\\], \\(5 мин\\), \\[2024-01-15\\], см. \\[1-3\\]',
  '\\[todo\\]'.toUpperCase(),
  '> \\[!NOTE\\]\n> Да',
  '\\(https://a.ru/x_1\\), \\(2020–2024\\), \\(2020-2024 гг.\\), \\(USD\\), \\(10:30\\)',
  'В LaTeX пишут \\begin{align} и \\end{align} так, или \\begin{align} формула \\end{align}',
  '\\(см. выше\\), \\(например\\), \\(первое\\) и \\(see below\\)'
])('%j has words in brackets and no formula', (text) => {
  expect(found(text)).toEqual([])
})

test.each([
  '\\[ x = 5 \\]',
  '\\[x\\]',
  '\\[ 42 \\]',
  '\\[ \\text{Скорость} = 5 \\]',
  '\\[ f(x) = \\begin{cases} 1 & \\text{если } x > 0 \\\\ 0 & \\text{иначе} \\end{cases} \\]',
  '\\[ E = mc^2, где E \\]',
  '\\begin{equation} a = b \\end{equation}',
  '\\begin{cases} 1, если x > 0 \\\\ 0, иначе \\end{cases}',
  '\\[ABCD\\]',
  '\\(OABC\\)',
  '\\(AB-CD\\)',
  '\\(km/h\\)',
  '\\(10 – 5 = 5\\)',
  '\\(2024 - 2020 = 4\\)',
  '\\(x_{speed}\\)',
  '\\(\\href{https://a.ru}{x}\\)',
  '\\[1-3\\]',
  '\\(x\\)',
  '\\(ABC\\)',
  '\\(10\\)',
  '\\(5 кг\\)',
  '\\(speed\\)',
  '\\(v_{ср}\\)',
  '$$Скорость = расстояние / время$$'
])('%j is a formula', (text) => {
  expect(found(text)).toEqual([text])
  expect(found(`Итак:\n${text}`)).toEqual([text])
  expect(found(`- ${text}`)).toEqual([text])
})

test.each([
  ['Формула: \\[ f(x) \\] и всё', ['\\[ f(x) \\]']],
  ['Пусть \\[ABC\\] — треугольник, \\[AB\\] и \\[f(x)\\]', ['\\[ABC\\]', '\\[AB\\]', '\\[f(x)\\]']],
  ['\\[ x \\] и \\[ y \\], \\[ a + b \\]', ['\\[ x \\]', '\\[ y \\]', '\\[ a + b \\]']],
  ['Формула: \\[ 42 \\]', ['\\[ 42 \\]']],
  ['| \\(x\\) | \\[f(x)\\] |\n|-|-|\n| \\[1\\] | \\[x, y\\] |', ['\\(x\\)', '\\[f(x)\\]', '\\[1\\]', '\\[x, y\\]']]
])('%j has formulas', (text, formulas) => {
  expect(found(text)).toEqual(formulas)
})

test.each([
  '- \\[x\\] сделано',
  '\\[1\\] и',
  '\\[ x \\] и \\[ y \\] так',
  '| \\[1\\] | \\[2\\] и |',
  'Пусть \\[ABC\\] и \\[f(x)\\] да',
  'the $i$th, $n$that',
  '\\[1\\], \\[2\\]\n\\[3\\]\nи',
  '\\begin{align} и \\end{align} так',
  '$$5 и $$6 да'
])('what is drawn of %j while it grows stays drawn', (text) => {
  const final = found(text)
  for (let length = 1; length <= text.length; length += 1) {
    const drawn = maskFormulas(text.slice(0, length), true).formulas.filter(({ closed }) => closed)
    expect(final.slice(0, drawn.length)).toEqual(drawn.map(({ source }) => source))
  }
})
