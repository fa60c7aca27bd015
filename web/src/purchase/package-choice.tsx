import { useId } from 'react'
import { clsx } from 'clsx'
import { purchaseTokens, tokenPackages, type TokenPackage } from '#contract/catalogue/packages.ts'
import { formatRubles } from '../format/money.ts'
import { formatCount, formatTokens, tokensWord } from '../format/tokens.ts'
import { Badge } from '../ui/badge.tsx'
import { TextField } from '../ui/text-field.tsx'
import { orderOf, type Choice } from './choice.ts'

interface PackageChoiceProps {
  choice: Choice
  onChoose: (choice: Choice) => void
}

const rangeText = `Целое число от ${formatCount(purchaseTokens.min)} до ${formatCount(purchaseTokens.max)}`

/** Five packages, and an amount of one's own. */
export function PackageChoice({ choice, onChoose }: PackageChoiceProps) {
  const group = useId()
  return (
    <div className="flex flex-col gap-8">
      <fieldset>
        <legend className="mb-3 text-title font-semibold">Пакеты</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {tokenPackages.map((item) => (
            <PackageOption
              key={item.id}
              group={group}
              item={item}
              checked={choice.kind === 'package' && choice.id === item.id}
              onChoose={() => onChoose({ kind: 'package', id: item.id })}
            />
          ))}
        </div>
      </fieldset>
      <CustomAmount choice={choice} onChoose={onChoose} />
    </div>
  )
}

interface PackageOptionProps {
  group: string
  item: TokenPackage
  checked: boolean
  onChoose: () => void
}

const PackageOption = ({ group, item, checked, onChoose }: PackageOptionProps) => (
  <label
    className={clsx(
      'flex cursor-pointer items-center gap-4 rounded-card border bg-raised p-4 shadow-raised transition',
      'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
      checked ? 'border-ink ring-1 ring-ink' : 'border-line hover:border-line-strong'
    )}
  >
    <input
      type="radio"
      name={group}
      value={item.id}
      checked={checked}
      onChange={onChoose}
      className="size-5 shrink-0 accent-ink"
    />
    <span className="flex min-w-0 grow flex-col">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="text-title font-semibold tabular-nums">{formatCount(item.tokens)}</span>{' '}
        <span className="text-small text-ink-soft">{tokensWord(item.tokens)}</span>{' '}
        {item.popular && <Badge tone="accent">Популярный</Badge>}
      </span>{' '}
      <span className="text-small text-ink-soft">
        {item.bonusTokens > 0 ? (
          <>
            и <strong className="font-semibold text-accent-strong">{formatTokens(item.bonusTokens)}</strong> в подарок
          </>
        ) : (
          'без подарка'
        )}
      </span>
    </span>{' '}
    <span className="shrink-0 font-semibold tabular-nums">{formatRubles(item.priceRub)}</span>
  </label>
)

function CustomAmount({ choice, onChoose }: PackageChoiceProps) {
  const text = choice.kind === 'custom' ? choice.text : ''
  const order = orderOf(choice)
  return (
    <section aria-labelledby="custom-amount" className="max-w-sm">
      <h2 id="custom-amount" className="mb-3 text-title font-semibold">
        Своё количество
      </h2>
      <TextField
        label="Сколько токенов"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={text}
        onChange={({ target }) =>
          onChoose(target.value === '' ? { kind: 'nothing' } : { kind: 'custom', text: target.value })
        }
        hint={`От ${formatCount(purchaseTokens.min)} до ${formatCount(purchaseTokens.max)}, один токен — один рубль`}
        error={choice.kind === 'custom' && !order ? rangeText : null}
        className="tabular-nums"
      />
    </section>
  )
}
