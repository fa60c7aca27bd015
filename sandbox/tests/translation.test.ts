// The sandbox's text models answer the product's translation requests.
import { describe, expect, test } from 'vitest'
import { readTranslation, translationRequest } from '#domain/translation.ts'
import { englishOf } from '#sandbox/text/answer/english.ts'
import { ask, createTimelessSandbox, dataOf } from '#tests/support/node/sandbox-exchange.ts'

describe('the sandbox’s English', () => {
  test.each([
    ['Маяк на скале', 'Lighthouse on rock'],
    ['размытость, лишние пальцы', 'blur, extra fingers'],
    ['Кот Васька пьёт ром', 'Cat Vaska pyot rom'],
    ['Вьюга, объезд', 'Vyuga, obezd'],
    ['灯台 at night', 'xx at night'],
    ['A lighthouse, 35 mm', 'A lighthouse, 35 mm']
  ])('«%s» becomes «%s»', (russian, english) => {
    expect(englishOf(russian)).toBe(english)
  })

  test('has only Latin letters for any text', () => {
    const texts = { prompt: 'Ёлка — 日本, Ελλάδα, щебень… [сбой:500]', negativePrompt: 'туман' }
    const answer = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, englishOf(text)]))
    expect(readTranslation(JSON.stringify(answer), texts)).toEqual(answer)
  })
})

/** The content of the answer to this prompt. */
async function answerTo(prompt: string, instructions: string): Promise<unknown> {
  const response = await ask(createTimelessSandbox(), 'openai', prompt, { instructions })
  return dataOf(await response.text())
    .at(-1)
    ?.response.output?.at(-1)?.content?.[0]
}

describe('an answer', () => {
  const { system, text } = translationRequest({ prompt: 'Маяк [сбой:отказ]', negativePrompt: 'туман' })

  test('to the product’s translation request is the translation, and its fault words have no effect', async () => {
    const translated = JSON.stringify({ prompt: 'Lighthouse [сбой:отказ]', negativePrompt: 'fog' })
    expect(await answerTo(text, system)).toMatchObject({ type: 'output_text', text: translated })
  })

  test.each([
    ['the same message without the instruction', text, 'Отвечай по-русски.'],
    ['another message with the instruction', 'Маяк [сбой:отказ]', system]
  ])('to %s is a usual answer, with its fault', async (_, prompt, instructions) => {
    expect(await answerTo(prompt, instructions)).toMatchObject({ type: 'refusal' })
  })

  test('fails with the global fault', async () => {
    const sandbox = createTimelessSandbox()
    sandbox.state.controls.fault = 'server-error'
    sandbox.state.controls.faultCount = 1
    expect((await ask(sandbox, 'openai', text, { instructions: system })).status).toBe(500)
  })
})
