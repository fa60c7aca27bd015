import { describe, expect, test } from 'vitest'
import { answeringModel, answeringText, textModelNames } from '#contract/catalogue/answering.ts'
import { chatModels } from '#contract/catalogue/chat-models.ts'
import { mediaRouteOf } from '#contract/catalogue/media-route.ts'
import { defaultValues } from '#contract/catalogue/parameters.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { upstreamPrices } from '#domain/upstreams/list-prices.ts'

describe('which chat model really answers', () => {
  test('every upstream model has a name, also those that an operator may choose', () => {
    expect(Object.keys(textModelNames).toSorted()).toEqual(Object.keys(upstreamPrices).toSorted())
  })

  test('is said beside each old name', () => {
    expect(Object.fromEntries(chatModels.map((model) => [model.name, answeringText(model)]))).toEqual({
      'GPT-4o mini': 'отвечает GPT-6 Luna',
      'GPT-4o': 'отвечает GPT-6 Luna',
      'GPT-4 Turbo': 'отвечает GPT-6.1 Terra',
      'GPT-3.5 Turbo': 'отвечает GPT-6 Luna',
      'Claude 3 Sonnet': 'отвечает Claude Sonnet 5.5',
      'Claude 3 Haiku': 'отвечает Claude Haiku 5.5',
      'Grok-2': 'отвечает Grok 4.3',
      'Grok-1.5': 'отвечает Grok 4.3',
      'Grok-1': 'отвечает Grok 4.3',
      'GPT-5': 'отвечает GPT-6.1 Sol',
      'GPT-4.1': 'отвечает GPT-6 Luna',
      o3: 'отвечает GPT-6.1 Sol'
    })
  })

  test('is not said where both names are one, in whatever spelling', () => {
    expect(answeringModel('Grok-4.3', 'grok-4.3')).toBeNull()
    expect(answeringModel('GPT-6 Luna', 'gpt-6-luna-2026-10-22')).toBeNull()
  })

  test('is named under an id with a date, and by the id when nobody knows its name', () => {
    expect(answeringModel('GPT-5', 'gpt-6.1-sol-2026-10-22')).toBe('GPT-6.1 Sol')
    expect(answeringModel('Claude 3 Haiku', 'claude-haiku-5-5-20261001')).toBe('Claude Haiku 5.5')
    expect(answeringModel('GPT-5', 'gpt-7-nova')).toBe('gpt-7-nova')
    expect(answeringModel('GPT-5', 'toString')).toBe('toString')
  })
})

const named = (id: string, values = {}) => {
  const entry = studioEntries.find((one) => one.id === id)
  if (!entry) throw new Error(`There is no page ${id}`)
  return mediaRouteOf(entry, { ...defaultValues(entry.parameters), ...values }).modelName
}

describe('which model really works on a page', () => {
  test('is named where the page is called by another', () => {
    expect(Object.fromEntries(studioEntries.map(({ id }) => [id, named(id)]))).toEqual({
      dalle: 'GPT Image 2.5 Flare',
      midjourney: undefined,
      flux: 'FLUX.2 Klein 4B',
      'stable-diffusion': 'Stable Diffusion 3.5 Medium',
      'gpt-image-edit': undefined,
      stability: undefined,
      elevenlabs: undefined,
      luma: undefined,
      veo3: 'Gemini Omni 1.2 Flash',
      runwayml: 'Runway Gen-4.5'
    })
  })

  test('follows the settings', () => {
    expect(named('luma', { quality: 'ultra' })).toBe('Gemini Omni 1.2 Flash')
    expect(named('veo3', { aspectRatio: '1:1' })).toBe('Luma Ray 3.2')
    expect(named('runwayml', { mode: 'image-to-video', model: 'gen2' })).toBe('Runway Gen-4 Turbo')
    expect(named('flux', { model: 'flux-pro' })).toBe('FLUX.2 Pro')
  })
})
