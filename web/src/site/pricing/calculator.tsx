import { useState } from 'react'
import { Link } from 'react-router-dom'
import { coveringOffer, purchaseTokens, tokenPackages, totalOf } from '#contract/catalogue/packages.ts'
import type { ToolPath } from '#contract/catalogue/menu.ts'
import { defaultValues, type ParameterValues, settingName } from '#contract/catalogue/parameters.ts'
import { type PricedCatalogue, sold } from '#contract/catalogue/price-list.ts'
import { priceOf } from '#contract/catalogue/price.ts'
import { formatRubles } from '../../base/format/money.ts'
import { formatCount, formatTokens, formatTokensEach } from '../../base/format/tokens.ts'
import { Button } from '../../base/ui/button.tsx'
import { TextField } from '../../base/ui/text-field.tsx'

const tokensMax = purchaseTokens.max

export function Calculator({ catalogue }: { catalogue: PricedCatalogue }) {
  const [text, setText] = useState('100')
  const typed = Number(text)
  const tokens = Number.isInteger(typed) && typed >= 0 && typed <= tokensMax && text.trim() !== '' ? typed : null
  return (
    <div className="grid gap-8 rounded-card border border-line bg-raised p-5 shadow-raised sm:p-8 lg:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
      <div>
        <TextField
          label="Сколько токенов"
          inputMode="numeric"
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={tokens === null ? `Целое число от 0 до ${formatCount(tokensMax)}` : null}
          className="text-title! font-semibold tabular-nums"
        />
        <div className="mt-3 flex flex-wrap gap-2">
          {tokenPackages.map((item) => {
            const total = totalOf(item)
            return (
              <Button
                key={item.id}
                size="small"
                variant="secondary"
                aria-pressed={tokens === total}
                aria-label={`${formatTokens(total)}: пакет за ${formatRubles(item.priceRub)}`}
                onClick={() => setText(String(total))}
                className="tabular-nums aria-pressed:border-ink"
              >
                {formatCount(total)}
              </Button>
            )
          })}
        </div>
        <p className="mt-5 text-small text-ink-soft">{tokens !== null && costText(tokens)}</p>
      </div>
      <Counts tokens={tokens ?? 0} catalogue={catalogue} />
    </div>
  )
}

function costText(tokens: number): string {
  if (tokens < purchaseTokens.min) return `Меньше ${formatCount(purchaseTokens.min)} токенов купить нельзя.`
  const { amountRub, totalTokens } = coveringOffer(tokens)
  if (amountRub >= tokens) return `Ровно столько стоит ${formatRubles(tokens)}.`
  return `Выгоднее пакет за ${formatRubles(amountRub)}: в нём ${formatTokens(totalTokens)}.`
}

const Counts = ({ tokens, catalogue }: { tokens: number; catalogue: PricedCatalogue }) => (
  <div>
    <p className="text-small font-medium">Этого хватит на что-то одно:</p>
    <ul aria-live="polite" className="mt-2 grid gap-x-8 sm:grid-cols-2">
      {examplesIn(catalogue).map((example) => (
        <Count key={example.title} example={example} tokens={tokens} />
      ))}
    </ul>
  </div>
)

const Count = ({ example, tokens }: { example: Example; tokens: number }) => (
  <li
    data-needs={example.needs}
    className="flex items-center justify-between gap-4 border-t border-line py-2 text-small"
  >
    <Link to={example.path} className="min-w-0 py-1 transition hover:text-accent-strong">
      <span>{example.title}</span>
      <span className="block text-caption text-ink-faint">{formatTokensEach(example.priceTokens)}</span>
    </Link>
    <span className="shrink-0 text-title font-semibold tabular-nums">{formatCount(affordable(tokens, example))}</span>
  </li>
)

interface Example {
  title: string
  path: ToolPath
  priceTokens: number
  /** The settings that must be sold for it. */
  needs?: string
}

function examplesIn({ models, entries }: PricedCatalogue): Example[] {
  /** Nothing for a model that operators have taken off sale. */
  const answer = (id: string, what: string): Example[] =>
    models
      .filter((model) => model.id === id)
      .map(({ name, page: path, priceTokens }) => ({ title: `${what} ${name}`, path, priceTokens }))
  const job = (service: string, title: string, settings: ParameterValues = {}): Example => {
    const entry = sold(
      entries.find(({ id }) => id === service),
      service
    )
    const priceTokens = priceOf(entry, { prompt: '', ...defaultValues(entry.parameters), ...settings })
    const needs = Object.entries(settings).map(([name, value]) => settingName(entry.path, name, value))
    return { title, path: entry.path, priceTokens, needs: needs.join(' ') }
  }
  return [
    ...answer('claude-3-haiku', 'Короткий ответ'),
    ...answer('gpt-4o-mini', 'Ответ'),
    ...answer('gpt-5-2025-08-07', 'Ответ'),
    job('flux', 'Набросок Flux schnell', { model: 'flux-schnell' }),
    job('dalle', 'Изображение DALL-E 3'),
    job('gpt-image-edit', 'Правка фотографии'),
    job('elevenlabs', 'Озвучка до 1 000 символов'),
    job('luma', 'Ролик Luma, 5 секунд 720p', { duration: '5', quality: 'standard' }),
    job('runwayml', 'Ролик Runway')
  ]
}

const affordable = (tokens: number, { priceTokens }: Example): number => Math.floor(tokens / priceTokens)
