// What files add to a price, and what of them later turns are sent.
import { describe, expect, test } from 'vitest'
import {
  questionLimits,
  filesFlaw,
  inputTokensOf,
  inputTokensPerToken,
  pictureInputTokens,
  surchargeOf
} from '#contract/catalogue/attachments.ts'
import { chatModels } from '#contract/catalogue/chat-models.ts'
import { tokenPackages, totalOf } from '#contract/catalogue/packages.ts'
import type { AttachedFile } from '#domain/attachment.ts'
import { contextLengthMax, contextOf, type Turn } from '#domain/conversation-context.ts'
import { upstreamPriceOf } from '#domain/upstreams/list-prices.ts'

const picture = (size = 1000): AttachedFile => ({
  id: 'p',
  name: 'p.png',
  kind: 'picture',
  type: 'image/png',
  size,
  width: 1,
  height: 1,
  textLength: 0,
  inputTokens: pictureInputTokens
})

const document = (textLength: number): AttachedFile => ({
  ...picture(),
  id: 'd',
  kind: 'document',
  textLength,
  inputTokens: Math.ceil(textLength / 2.5)
})

describe('the price of files', () => {
  test.each([
    [[], 0],
    [[picture()], 2],
    [[picture(), picture()], 4],
    [[document(100)], 1],
    [[document(7500)], 1],
    [[document(7501)], 2],
    [[picture(), document(100)], 2]
  ])('of %j is %i', (files, tokens) => expect(surchargeOf(files)).toBe(tokens))

  /** Roubles for a dollar, dearer than it has ever been. */
  const roublesPerDollar = 120

  test('is never less than the input costs at any model, in the cheapest tokens that are sold', () => {
    const roublesPerToken = Math.min(...tokenPackages.map((one) => one.priceRub / totalOf(one)))
    for (const { id, upstream } of chatModels) {
      const { inputMicros, longInput } = upstreamPriceOf(upstream.model)
      // Long input begins above what files, earlier turns and the request can be together, except where it is cheaper than the rest.
      const dearest = longInput && longInput.aboveInputTokens < 250_000 ? longInput.inputMicros : inputMicros
      const dollars = (dearest / 1_000_000_000_000) * inputTokensPerToken
      expect(dollars * roublesPerDollar, id).toBeLessThanOrEqual(roublesPerToken)
    }
  })

  test.each([
    ['Русский текст из обычных слов. ', 2.3],
    ['Plain English text of usual words. ', 2.3],
    ['12;34;56;78\n', 1.5],
    ['漢字', 1 / 1.5],
    ['🦊', 1 / 3]
  ])('counts %j as at most one token for %f characters', (sample, perToken) => {
    const text = sample.repeat(100)
    expect(text.length / inputTokensOf(text)).toBeLessThanOrEqual(perToken * (/[🦊]/u.test(sample) ? 2 : 1.1))
  })

  test('files that are too many or too large for one question are told apart', () => {
    const { files, pictureBytesMax, inputTokensMax } = questionLimits
    expect(filesFlaw(Array.from({ length: files }, () => picture()))).toBeNull()
    expect(filesFlaw(Array.from({ length: files + 1 }, () => picture()))).toBe('count')
    expect(filesFlaw([picture(pictureBytesMax), picture(1)])).toBe('pictures')
    expect(filesFlaw([document(inputTokensMax * 2.5), document(3)])).toBe('text')
  })
})

const asked = (...files: AttachedFile[]): Turn[] => [
  { role: 'user', text: 'Вопрос', files },
  { role: 'assistant', text: 'Ответ' }
]
const sentOf = (turns: Turn[], files: AttachedFile[] = []) =>
  contextOf(turns, 'Новый вопрос', { files }).map((turn) =>
    turn.files?.map(({ isSent, sentLength }) => [isSent, sentLength])
  )

describe('the files of earlier turns', () => {
  test('take only what the texts leave of the same bound, the newest first', () => {
    const left = contextLengthMax - 'ВопросОтветВопросОтвет'.length
    expect(sentOf([...asked(document(5000)), ...asked(document(30_000))])).toEqual([
      [[false, 0]],
      undefined,
      [[true, left]],
      undefined,
      undefined
    ])
    expect(sentOf(asked(document(5000), picture()))).toEqual([
      [
        [true, 5000],
        [true, 0]
      ],
      undefined,
      undefined
    ])
    expect(sentOf(asked(picture(), picture(), picture()))[0]).toEqual([
      [true, 0],
      [false, 0],
      [false, 0]
    ])
  })

  test('give way to the pictures of the question, which are sent whole', () => {
    const { pictureBytesMax } = questionLimits
    expect(sentOf(asked(picture(1000)), [picture(pictureBytesMax)])).toEqual([[[false, 0]], undefined, [[true, 0]]])
    expect(sentOf([], [document(200_000)])).toEqual([[[true, 200_000]]])
  })

  test('stay with a question that is joined with the next', () => {
    const turns: Turn[] = [{ role: 'user', text: 'Без ответа', files: [picture()] }]
    expect(contextOf(turns, 'Ещё', { files: [document(10)] })).toMatchObject([
      { role: 'user', text: 'Без ответа\n\nЕщё', files: [{ kind: 'picture' }, { kind: 'document', sentLength: 10 }] }
    ])
  })
})
