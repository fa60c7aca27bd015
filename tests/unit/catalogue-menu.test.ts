import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { chatPages } from '#web/src/chat/texts/chat-pages.ts'
import { homeModels, homeTools } from '#web/src/site/home/home-texts.ts'
import { legalLinks, menuGroups, menuLinks, tools, topModelsGroup } from '#contract/catalogue/menu.ts'
import { routes } from '#web/src/base/pages.ts'
import { pathOfService } from '#contract/catalogue/service-paths.ts'
import { jobServices } from '#contract/catalogue/job-services.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'

const allRoutes =
  '/ /auth /auth/return/yandex /auth/return/vk /learning /library /pricing /subscription /token-purchase /payment-success /verify-email /reset-password /confirm-email-change /profile /api /api-keys /gpt5 ' +
  '/chatgpt /claude /xai /compare /offline /received /shared /gpt-image-edit /midjourney /dalle /dall-e-3 /flux /stable-diffusion /stability /elevenlabs ' +
  '/luma /veo3 /runway /terms /privacy /user-agreement /cookie-policy /data-processing-policy'

const toolPaths =
  '/chatgpt /claude /xai /gpt5 /dall-e-3 /midjourney /flux /stable-diffusion /gpt-image-edit /stability /elevenlabs ' +
  '/luma /veo3 /runway'

describe('routes', () => {
  test('are those of the product, each once', () => {
    expect([...routes]).toEqual(allRoutes.split(' '))
    expect(new Set<string>(routes).size).toBe(routes.length)
  })

  test('contain every link of the catalogue', () => {
    const links = [
      ...Object.keys(tools),
      ...[...menuLinks, ...legalLinks, ...homeModels, ...homeTools].map((link) => link.path),
      ...studioEntries.flatMap((entry) => [entry.path, ...entry.aliases]),
      ...chatPages.map((page) => page.path)
    ]
    for (const link of links) expect(routes).toContain(link)
  })

  test('of tools have one page each', () => {
    const pages = [...chatPages, ...studioEntries].map((page) => page.path)
    expect(pages.toSorted()).toEqual(Object.keys(tools).toSorted())
    expect(studioEntries.flatMap((entry) => entry.aliases)).toEqual(['/dalle'])
  })
})

describe('the menu', () => {
  test('holds every tool once, in five groups', () => {
    expect(menuGroups.map((group) => group.title)).toEqual([
      'Генерация текста',
      'Генерация изображений',
      'Обработка изображений',
      'Генерация аудио',
      'Генерация видео'
    ])
    expect(menuGroups.flatMap((group) => group.items.map((item) => item.path))).toEqual(toolPaths.split(' '))
  })

  test('gives every tool a short version badge', () => {
    for (const { path, title, badge } of menuGroups.flatMap((group) => group.items)) {
      expect(title, path).toMatch(/\S/)
      expect(badge, path).toMatch(/^.{2,12}$/)
    }
  })

  test('puts the newest chat model on top on small screens', () => {
    expect(topModelsGroup.items).toEqual([{ path: '/gpt5', title: 'GPT-5', badge: 'New' }])
    expect(menuLinks).toEqual([
      { path: '/learning', title: 'Обучение' },
      { path: '/pricing', title: 'Цены' }
    ])
  })
})

describe('the home page', () => {
  test('shows four models and four tools', () => {
    expect(homeModels.map((card) => card.path)).toEqual(['/gpt5', '/chatgpt', '/claude', '/xai'])
    expect(homeTools.map((card) => card.path)).toEqual(['/chatgpt', '/dalle', '/elevenlabs', '/luma'])
  })

  test('imports no schemas and no long texts', () => {
    const imported = [
      'contract/catalogue/menu.ts',
      'contract/catalogue/service-paths.ts',
      'web/src/site/home/home-texts.ts',
      'web/src/base/pages.ts'
    ].flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/from '([^']+)'/g)].map((match) => match[1]))
    expect(new Set(imported)).toEqual(new Set(['./menu.ts', '#contract/catalogue/menu.ts']))
  })
})

describe('a history row', () => {
  test('leads to the page of its service, in every spelling', () => {
    const expected = {
      chatgpt: '/chatgpt',
      'chat-gpt': '/chatgpt',
      claude: '/claude',
      xai: '/xai',
      'dall-e-3': '/dall-e-3',
      dalle: '/dall-e-3',
      midjourney: '/midjourney',
      elevenlabs: '/elevenlabs',
      flux: '/flux',
      luma: '/luma',
      runway: '/runway',
      runwayml: '/runway',
      stability: '/stability'
    }
    expect(Object.fromEntries(Object.keys(expected).map((service) => [service, pathOfService(service)]))).toEqual(
      expected
    )
    for (const { id, path } of studioEntries) expect(pathOfService(id)).toBe(path)
  })

  test('that the library filters by are those that jobs are stored with', () => {
    expect(jobServices.toSorted()).toEqual(studioEntries.map(({ id }) => id).toSorted())
  })

  test('of an unknown service has no link', () => {
    for (const service of ['purchase', '', 'constructor']) expect(pathOfService(service)).toBeUndefined()
  })
})
