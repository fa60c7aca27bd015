// What the model of a chat reads of its cards.
import { describe, expect, test } from 'vitest'
import { contextOf, type Turn } from '#domain/conversation-context.ts'
import { picturesOf, toldCard, type ToldWork } from '#domain/told-works.ts'
import { cardLabelOf } from '#domain/work-in-chat.ts'
import { requestTextOf } from '#contract/work-request.ts'

const file = { index: 0, type: 'image/png', sizeBytes: 1000, width: 512, height: 512, durationSeconds: null }
const work: ToldWork = {
  id: 'h1-a',
  kind: 'image',
  request: 'Кот',
  step: 'completed',
  isDeleted: false,
  files: [file]
}

describe('the text of a card', () => {
  test.each([
    [{}, '[Картинка по запросу «Кот»: готова]'],
    [{ step: 'failed' }, '[Картинка по запросу «Кот»: не получилась]'],
    [{ step: 'cancelled' }, '[Картинка по запросу «Кот»: отменена]'],
    [{ step: 'queued' }, '[Картинка по запросу «Кот»: ещё делается]'],
    [{ step: 'checking' }, '[Картинка по запросу «Кот»: ещё делается]'],
    [{ isDeleted: true }, '[Картинка: удалена]'],
    [{ kind: 'video' }, '[Видео по запросу «Кот»: готово]'],
    [{ kind: 'audio', step: 'failed' }, '[Озвучка по запросу «Кот»: не получилась]'],
    [{ kind: 'image-tool', request: 'Удалить фон' }, '[Картинка по запросу «Удалить фон»: готова]'],
    [{ request: 'Кот\n\n  и пёс' }, '[Картинка по запросу «Кот и пёс»: готова]']
  ] satisfies [Partial<ToldWork>, string][])('of %j is %s', (more, told) => {
    expect(toldCard([{ ...work, ...more }])).toBe(told)
  })

  test('of several works has a line for each, and of none says so', () => {
    expect(toldCard([work, { ...work, step: 'failed' }]).split('\n').length).toBe(2)
    expect(toldCard([])).toBe('[Эта работа удалена]')
  })
})

test.each([
  [{ prompt: ' Кот ' }, 'dalle', 'Кот'],
  [{ prompt: 'Маяк', action: 'upscale', tile: 2 }, 'midjourney', 'Увеличить, вариант 2'],
  [{ prompt: 'Маяк', action: 'pan-left' }, 'midjourney', 'Дорисовать слева'],
  [{ tool: 'upscale' }, 'stability', 'Увеличить'],
  [{ prompt: '' }, 'runwayml', 'Runway']
])('the request of %j with %s reads «%s»', (parameters, service, text) => {
  expect(requestTextOf({ service, parameters })).toBe(text)
})

test('the label of a card is not empty', () => {
  expect([cardLabelOf('image', 1), cardLabelOf('image-tool', 4), cardLabelOf('video', 1)]).toEqual([
    'Картинка',
    'Картинки',
    'Видео'
  ])
})

const card = (id: string): Turn[] => [
  { role: 'user', text: `Нарисуй ${id}` },
  { role: 'assistant', text: 'карточка', files: picturesOf([{ ...work, id }]) }
]
const filesOf = (turns: readonly Turn[], seesPictures = true) =>
  contextOf(turns, 'Что это?', { model: { seesPictures } }).map(({ role, files = [] }) => [
    role,
    files.map(({ result, isSent }) => `${result?.jobId} ${isSent}`)
  ])

describe('the pictures of a card', () => {
  test('are the finished ones that every model takes', () => {
    expect(picturesOf([work])).toMatchObject([
      { kind: 'picture', type: 'image/png', size: 1000, result: { jobId: 'h1-a', index: 0 } }
    ])
    const unfit = [{ type: 'image/webp' }, { type: 'video/mp4' }, { width: 4096 }, { sizeBytes: 9e6 }, { height: null }]
    expect(picturesOf(unfit.map((more) => ({ ...work, files: [{ ...file, ...more }] })))).toEqual([])
    expect(
      picturesOf([
        { ...work, isDeleted: true },
        { ...work, step: 'failed' }
      ])
    ).toEqual([])
  })

  test('go with the next turn of the user, the newest that fit, and never with the model’s own', () => {
    expect(
      filesOf([...card('a'), { role: 'user', text: 'Ещё' }, { role: 'assistant', text: 'Да' }, ...card('b')])
    ).toEqual([
      ['user', []],
      ['assistant', []],
      ['user', ['a false']],
      ['assistant', []],
      ['user', []],
      ['assistant', []],
      ['user', ['b true']]
    ])
  })

  test('are at most four', () => {
    const last = filesOf(['a', 'b', 'c', 'd', 'e'].flatMap(card))
    expect(last.flatMap(([, files]) => files)).toEqual(['b false', 'c false', 'd false', 'e true'])
  })

  test('are not sent to a model that sees none', () => {
    expect(filesOf(card('a'), false).at(-1)).toEqual(['user', ['a false']])
  })
})
