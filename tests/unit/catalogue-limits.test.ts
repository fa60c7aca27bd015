import { describe, expect, test } from 'vitest'
import { findStudioEntry, studioEntries } from '#contract/catalogue/studio.ts'
import { transcription } from '#contract/catalogue/transcription.ts'

const parameterOf = (service: string, name: string) =>
  findStudioEntry(service)?.parameters.find((parameter) => parameter.name === name)

const optionsOf = (service: string, name: string) => {
  const parameter = parameterOf(service, name)
  return parameter?.kind === 'choice'
    ? [parameter.options.map((option) => option.value).join(' '), parameter.default]
    : []
}

describe('limits and defaults', () => {
  test('of choices are those of the pages', () => {
    expect(optionsOf('midjourney', 'aspectRatio')).toEqual(['1:1 16:9 9:16 4:3', '1:1'])
    expect(optionsOf('midjourney', 'quality')).toEqual(['standard high', 'standard'])
    expect(optionsOf('dalle', 'size')).toEqual(['1024x1024 1792x1024 1024x1792', '1024x1024'])
    expect(optionsOf('dalle', 'quality')).toEqual(['standard', 'standard'])
    expect(optionsOf('dalle', 'style')).toEqual(['natural vivid', 'natural'])
    expect(optionsOf('flux', 'aspectRatio')).toEqual(['1:1 16:9 9:16 3:2 2:3', '1:1'])
    expect(optionsOf('stability', 'tool')).toEqual([
      'upscale enhance remove-bg inpaint outpaint style-transfer',
      'upscale'
    ])
    expect(optionsOf('elevenlabs', 'speed')).toEqual(['0.5 0.75 1 1.25 1.5', '1'])
    expect(optionsOf('luma', 'duration')).toEqual(['5 10 15', '5'])
    expect(optionsOf('luma', 'quality')).toEqual(['standard high ultra', 'standard'])
    expect(optionsOf('veo3', 'style')).toEqual(['cinematic realistic animated documentary', 'cinematic'])
    expect(optionsOf('veo3', 'duration')).toEqual(['3 6 10', '6'])
    expect(optionsOf('veo3', 'aspectRatio')).toEqual(['16:9 9:16 1:1', '16:9'])
    expect(optionsOf('runwayml', 'mode')).toEqual(['text-to-video image-to-video video-to-video', 'text-to-video'])
    expect(optionsOf('runwayml', 'model')).toEqual(['gen3-alpha gen2', 'gen3-alpha'])
    expect(optionsOf('runwayml', 'duration')).toEqual(['2 4 8', '4'])
    expect(optionsOf('elevenlabs', 'voice')[0]).toMatch(/^sarah george lily daniel brian /)
  })

  test('of numbers, texts and files are those of the pages', () => {
    expect(parameterOf('stable-diffusion', 'steps')).toMatchObject({ min: 10, max: 50, step: 1, default: 30 })
    expect(parameterOf('stable-diffusion', 'cfgScale')).toMatchObject({ min: 1, max: 20, step: 0.5, default: 7 })
    expect(parameterOf('elevenlabs', 'prompt')).toMatchObject({ counterMax: 5000 })
    expect(parameterOf('stability', 'image')).toMatchObject({ sizeBytesMax: 10 * 1024 * 1024 })
    expect(parameterOf('gpt-image-edit', 'image')).toMatchObject({ sizeBytesMax: 4 * 1024 * 1024 })
    expect(transcription).toMatchObject({ secondsMax: 30, mediaType: 'audio/webm', priceTokens: 0 })
  })

  test('of simulated waits and shown results are those of the pages', () => {
    const waits = studioEntries.map(({ id, simulation, shownResults }) => [id, simulation?.waitMs, shownResults])
    expect(waits).toEqual([
      ['dalle', undefined, 2],
      ['midjourney', 0, 2],
      ['flux', 0, 2],
      ['stable-diffusion', 4000, 2],
      ['gpt-image-edit', undefined, 1],
      ['stability', 3000, 1],
      ['elevenlabs', 0, 1],
      ['luma', 0, 1],
      ['veo3', 8000, 1],
      ['runwayml', 6000, 1]
    ])
  })
})
