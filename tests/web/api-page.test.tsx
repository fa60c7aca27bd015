import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { chatModels } from '#contract/catalogue/chat-models.ts'
import { apiCalls } from '#contract/v1/calls.ts'
import { apiRefusals } from '#contract/v1/refusals.ts'
import { exampleModel, Page as ApiPage } from '#web/src/site/api/page.tsx'
import { openPages } from './render-page.tsx'

const open = () => openPages('/api', { '/api': <ApiPage /> })

const region = (name: string) => within(screen.getByRole('region', { name }))

describe('the page about the API', () => {
  it('leads to the keys and to the OpenAPI document', () => {
    open()
    expect(screen.getByRole('link', { name: 'Создать ключ' }).getAttribute('href')).toBe('/api-keys')
    expect(screen.getByRole('link', { name: 'Описание OpenAPI' }).getAttribute('href')).toBe('/openapi.json')
  })

  it('lists every call and every refusal of the contract', () => {
    open()
    const calls = region('Вызовы').getAllByRole('rowheader')
    expect(calls.map((call) => call.textContent)).toEqual(apiCalls.map(({ call }) => call.replace(':id', '{id}')))
    const refusals = region('Ошибки и что делать').getAllByRole('term')
    expect(refusals.map((refusal) => refusal.textContent)).toEqual(
      apiRefusals.map(({ status, code }) => `${status}${code}`)
    )
  })

  it('copies an example with the address of this site and a model that is sold', async () => {
    const { user } = open()
    expect(chatModels.map(({ id }) => id)).toContain(exampleModel)
    for (const name of ['curl: команда', 'Python: программа', 'Node.js: программа']) {
      await user.click(region('Примеры').getByRole('button', { name: `Скопировать: ${name}` }))
      const copied = await navigator.clipboard.readText()
      expect(copied).toContain(`${window.location.origin}/v1`)
      expect(copied).toContain(exampleModel)
    }
  })

  it('continues a command on the next line, as a shell takes it', async () => {
    const { user } = open()
    for (const name of ['Картинка', 'Речь', 'Запись в текст']) {
      await user.click(region('Примеры').getByRole('button', { name: `Скопировать: ${name}` }))
      const copied = await navigator.clipboard.readText()
      expect(copied).toMatch(/^curl http/)
      expect(copied).not.toMatch(/\\ /)
    }
  })
})
