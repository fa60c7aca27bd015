// What pages are told of tools whose accounts make only a part of what can be chosen.
import { expect, test } from 'vitest'
import { chatPaths } from '#contract/catalogue/chat.ts'
import { mediaProviders } from '#contract/catalogue/entry.ts'
import { settingName } from '#contract/catalogue/parameters.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import type { SupplierDialect } from '#contract/supplier-dialects.ts'
import { unconnectedNames } from '#domain/supplies/unconnected.ts'
import { isMade, type KnownSupplies } from '#domain/supplies/choice.ts'
import { type Supply, usualSupply, workKeyOf, works } from '#domain/supplies/supply.ts'
import { makeableOf } from '#domain/supplies/unable.ts'

const noKeys = {} as Parameters<typeof unconnectedNames>[1]

/** A site with these accounts, and who makes what where it is not the maker. */
function siteWith(accounts: Record<string, SupplierDialect>, named: Record<string, Supply[]> = {}): KnownSupplies {
  const suppliers = Object.entries(accounts).map(([id, dialect]) => ({
    id,
    name: id,
    dialect,
    baseUrl: 'https://api.example',
    isOn: true,
    perMinuteMax: null
  }))
  return {
    suppliers,
    connections: new Set(Object.keys(accounts)),
    works: new Map(Object.entries(named))
  }
}

const namesOf = (known: KnownSupplies) => unconnectedNames([], noKeys, (order) => isMade(order, known))
/** Of one page. */
const ofPage = (path: string, ...site: Parameters<typeof siteWith>) =>
  namesOf(siteWith(...site)).filter((name) => name === path || name.startsWith(`${path.slice(1)}:`))
const entryOf = (id: string) => studioEntries.find((entry) => entry.id === id)!
const baseOf = (id: string, ...site: Parameters<typeof siteWith>) => {
  const known = siteWith(...site)
  return makeableOf(entryOf(id), (order) => isMade(order, known))
}
const allWorks = Object.fromEntries(works.map((work) => [workKeyOf(work), [usualSupply(work)]]))
const speech = 'elevenlabs eleven_multilingual_v2'
const reseller = (model: string, more: Partial<Supply> = {}): Supply[] => [{ supplier: 's-reseller', model, ...more }]

test('nothing is marked where every maker is connected', () => {
  const makers = Object.fromEntries(works.map(({ provider }) => [provider, provider])) as Record<
    string,
    SupplierDialect
  >
  expect(namesOf(siteWith({ ...makers, openai: 'openai-responses' }, allWorks))).toEqual([...chatPaths])
})

test('a page without any account is shut, and its values are not listed', () => {
  expect(ofPage('/flux', {})).toEqual(['/flux'])
  expect(baseOf('flux', {})).toBeNull()
})

test('speech by a reseller with other voices than the usual one is open, with what it speaks', () => {
  const site = [
    { 's-reseller': 'openai-chat' as const },
    { [speech]: reseller('tts-1', { voices: { george: 'onyx', lily: 'nova' } }) }
  ] as const
  const names = ofPage('/elevenlabs', ...site)
  const voices = names.filter((name) => name.startsWith('elevenlabs:voice:'))
  expect(voices).toHaveLength(19)
  expect(voices).toContain('elevenlabs:voice:sarah')
  expect(voices).not.toContain('elevenlabs:voice:george')
  expect(names.filter((name) => !voices.includes(name))).toEqual([
    'elevenlabs:speed:0.5',
    'elevenlabs:speed:0.75',
    'elevenlabs:speed:1.25',
    'elevenlabs:speed:1.5',
    'elevenlabs:format:wav',
    'elevenlabs:stability:0',
    'elevenlabs:stability:100',
    'elevenlabs:style:100'
  ])
  expect(baseOf('elevenlabs', ...site)).toMatchObject({ voice: 'george', speed: '1' })
})

test('an account for one of several models opens the page with that model', () => {
  const site = [{ 's-reseller': 'openai-chat' as const }, { 'bfl flux-2-pro': reseller('flux-pro') }] as const
  expect(ofPage('/flux', ...site)).toEqual([
    'flux:model:flux-dev',
    'flux:model:flux-schnell',
    'flux:reference1',
    'flux:reference2',
    'flux:reference3',
    'flux:reference4',
    'flux:seed'
  ])
  expect(baseOf('flux', ...site)).toMatchObject({ model: 'flux-pro', aspectRatio: '1:1' })
})

test('a maker of a part of a page sells that part', () => {
  expect(ofPage('/luma', { luma: 'luma' })).toEqual(['luma:duration:15', 'luma:quality:ultra'])
  expect(ofPage('/veo3', { luma: 'luma' })).toEqual(['veo3:aspectRatio:16:9', 'veo3:aspectRatio:9:16'])
  expect(ofPage('/veo3', { google: 'google' })).toEqual(['veo3:aspectRatio:1:1'])
})

test('a route that several settings lead to is found', () => {
  const none = { 'runway gen4.5': [], 'runway aleph2': [] }
  expect(baseOf('runwayml', { runway: 'runway' }, none)).toMatchObject({ mode: 'image-to-video', model: 'gen2' })
  expect(ofPage('/runway', { runway: 'runway' }, none)).toEqual([
    'runway:mode:text-to-video',
    'runway:mode:video-to-video',
    'runway:model:gen3-alpha'
  ])
})

test('a number that chooses the model is left for one that can be made', () => {
  const none = { 'stability sd3.5-medium': [] }
  expect(baseOf('stable-diffusion', { stability: 'stability' }, none)).toMatchObject({ steps: 50 })
  expect(ofPage('/stable-diffusion', { stability: 'stability' }, none)).toEqual([
    'stable-diffusion:steps:30',
    'stable-diffusion:steps:10'
  ])
})

test('what only some models of a page cannot make is named beside them', () => {
  const site = [
    { bfl: 'bfl' as const, 's-reseller': 'openai-chat' as const },
    { 'bfl flux-2-pro': reseller('flux-pro') }
  ] as const
  const files = ['reference1', 'reference2', 'reference3', 'reference4']
  expect(ofPage('/flux', ...site)).toEqual([...files, 'seed'].map((name) => `flux:model:flux-pro+flux:${name}`))
})

test('what the usual model alone cannot make is left open for the others', () => {
  const site = [
    { bfl: 'bfl' as const, 's-reseller': 'openai-chat' as const },
    { [workKeyOf({ provider: 'bfl', model: 'flux-2-klein-4b' })]: reseller('flux-schnell') }
  ] as const
  const names = ofPage('/flux', ...site)
  expect(names).toContain('flux:model:flux-schnell+flux:seed')
  expect(names.filter((name) => !name.startsWith('flux:model:flux-schnell+'))).toEqual([])
})

test('of two choices of a form only the later one is named beside the other', () => {
  for (const entry of studioEntries) {
    const placeOf = (name: string) => entry.parameters.findIndex((one) => one.name === name.split(':')[1])
    const chooses = (name: string) => entry.upstream.some(({ when }) => when?.[name.split(':')[1]!] !== undefined)
    for (const provider of mediaProviders)
      for (const name of ofPage(entry.path, { [provider]: provider === 'openai' ? 'openai-responses' : provider })) {
        const [choice = '', setting] = name.split('+')
        if (setting !== undefined && chooses(setting)) expect(placeOf(choice)).toBeLessThan(placeOf(setting))
      }
  }
})

test('a page that works on a picture is shut where no account takes one', () => {
  const site = [
    { 's-reseller': 'openai-chat' as const },
    { 'openai gpt-image-2.5-sunburst': reseller('sd-xl') }
  ] as const
  expect(ofPage('/gpt-image-edit', ...site)).toContain('/gpt-image-edit')
})

test('an account that is off counts: its outage is told elsewhere', () => {
  const known = siteWith({ bfl: 'bfl' })
  const off = { ...known, suppliers: known.suppliers.map((one) => ({ ...one, isOn: false })) }
  expect(namesOf(off)).toEqual(namesOf(known))
})

test('every name is one that the document can hold: without spaces, and no address', () => {
  for (const { path, parameters } of studioEntries)
    for (const parameter of parameters) {
      const values = 'options' in parameter ? parameter.options.map(({ value }) => value) : [0.5, undefined]
      for (const value of values) expect(settingName(path, parameter.name, value)).toMatch(/^\w[\w.:-]*$/)
    }
})
