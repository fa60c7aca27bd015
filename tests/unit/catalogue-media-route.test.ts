import { describe, expect, test } from 'vitest'
import { mediaRouteOf, translated } from '#contract/catalogue/media-route.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import { parametersSchema } from '#contract/catalogue/parameters-schema.ts'

const image = 'data:image/png;base64,aGVsbG8='

function sentUpstream(service: string, sent: Record<string, unknown>) {
  const entry = findStudioEntry(service)
  if (!entry) throw new Error(`no entry ${service}`)
  const parameters = parametersSchema(entry.parameters).parse(sent)
  const route = mediaRouteOf(entry, parameters)
  return { provider: route.provider, model: route.model, ...translated(route, parameters) }
}

describe('the request to a media provider', () => {
  test('DALL-E: the successor’s sizes and qualities, the style as words of the prompt', () => {
    expect(sentUpstream('dall-e-3', { prompt: 'кот', size: '1792x1024', style: 'vivid' })).toEqual({
      provider: 'openai',
      model: 'gpt-image-2.5-flare',
      prompt: 'кот',
      size: '1536x1024',
      quality: 'medium',
      promptSuffix: 'Vivid, dramatic look, saturated colours.'
    })
  })

  test('Flux: the chosen model selects the upstream model, the ratio becomes sides in multiples of 16', () => {
    expect(sentUpstream('flux', { prompt: 'кот', model: 'flux-pro', aspectRatio: '3:2' })).toEqual({
      provider: 'bfl',
      model: 'flux-2-pro',
      prompt: 'кот',
      width: 1248,
      height: 832
    })
  })

  test('Stable Diffusion: the number of steps selects the upstream model, guidance is halved', () => {
    expect(sentUpstream('stable-diffusion', { prompt: 'кот', steps: 31, cfgScale: 20, model: 'artistic' })).toEqual({
      provider: 'stability',
      model: 'sd3.5-large',
      prompt: 'кот',
      negativePrompt: '',
      steps: 31,
      cfgScale: 10,
      style_preset: 'digital-art',
      aspectRatio: '1:1'
    })
    // A chosen style replaces the one that stands for the model.
    expect(sentUpstream('stable-diffusion', { prompt: 'кот', model: 'artistic', style: 'origami' })).toMatchObject({
      style_preset: 'origami'
    })
    expect(sentUpstream('stable-diffusion', { prompt: 'кот', steps: 10, cfgScale: 1 })).toEqual({
      provider: 'stability',
      model: 'sd3.5-medium',
      prompt: 'кот',
      negativePrompt: '',
      cfgScale: 1,
      aspectRatio: '1:1'
    })
  })

  test('Stability: each tool is one upstream operation with fixed options', () => {
    expect(sentUpstream('stability', { tool: 'outpaint', image, expand: 'sides' })).toEqual({
      provider: 'stability',
      model: 'edit/outpaint',
      image,
      left: 512,
      right: 512
    })
    expect(sentUpstream('stability', { tool: 'remove-bg', image })).toEqual({
      provider: 'stability',
      model: 'edit/remove-background',
      image
    })
  })

  test('Runway: proportions become sizes, or the target of a video that is changed', () => {
    const sides = { '16:9': '1280:720', '9:16': '720:1280' }
    for (const [aspectRatio, ratio] of Object.entries(sides))
      expect(sentUpstream('runway', { prompt: 'дождь', aspectRatio })).toMatchObject({ model: 'gen4.5', ratio })
    const fromImage = { prompt: 'дождь', mode: 'image-to-video', image, aspectRatio: '21:9' }
    expect(sentUpstream('runway', fromImage)).toMatchObject({ ratio: '1584:672' })
    const video = 'data:video/mp4;base64,aGVsbG8='
    const fromVideo = { prompt: 'дождь', mode: 'video-to-video', video }
    expect(sentUpstream('runway', fromVideo)).not.toHaveProperty('targetAspectRatio')
    expect(sentUpstream('runway', { ...fromVideo, targetAspectRatio: '1:1' })).toMatchObject({
      targetAspectRatio: '1:1'
    })
  })

  test('ElevenLabs: the voice, and a speed within the provider’s range', () => {
    expect(sentUpstream('elevenlabs', { prompt: 'Привет', voice: 'george', speed: 1.5 })).toEqual({
      provider: 'elevenlabs',
      model: 'eleven_multilingual_v2',
      prompt: 'Привет',
      voice: 'george',
      speed: 1.2,
      tempo: 1.25,
      format: 'mp3',
      stability: 50,
      style: 0
    })
  })

  test('Midjourney: options become prompt flags', () => {
    expect(sentUpstream('midjourney', { prompt: 'маяк', aspectRatio: '16:9', quality: 'high' })).toEqual({
      provider: 'midjourney',
      model: 'imagine',
      prompt: 'маяк',
      aspectRatio: '--ar 16:9',
      quality: '--q 2'
    })
  })

  test('throws for a value without a translation and for a setting without a route', () => {
    const luma = findStudioEntry('luma')
    const route = luma?.upstream[0]
    if (!luma || !route) throw new Error('no entry')
    expect(() => translated(route, { duration: '7' })).toThrow('duration 7')
    const onlyRoute = { ...luma, upstream: [route] }
    expect(() => mediaRouteOf(onlyRoute, { duration: '15', quality: 'ultra' })).toThrow('luma')
  })
})
