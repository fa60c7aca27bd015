import { useId } from 'react'
import { clsx } from 'clsx'
import { bonusPercent, purchaseTokens, tokenPackages, type TokenPackage } from '#contract/catalogue/packages.ts'
import { formatRubles } from '../../base/format/money.ts'
import { PackageWorth } from '../../base/page/package-worth.tsx'
import { formatCount, formatTokens, tokensWord } from '../../base/format/tokens.ts'
import { Badge } from '../../base/ui/badge.tsx'
import { TextField } from '../../base/ui/text-field.tsx'
import { orderOf, type Choice } from './choice.ts'

interface PackageChoiceProps {
  choice: Choice
  onChoose: (choice: Choice) => void
}

const rangeText = `Целое число от ${formatCount(purchaseTokens.min)} до ${formatCount(purchaseTokens.max)}`

const cardClass = (checked: boolean) =>
  clsx(
    'rounded-card border bg-raised p-4 shadow-raised transition',
    checked ? 'border-ink ring-1 ring-ink' : 'border-line hover:border-line-strong'
  )

/** The packages, and a field for any other amount. */
export function PackageChoice({ choice, onChoose }: PackageChoiceProps) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-3 text-title font-semibold">Сколько купить</legend>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        {tokenPackages.map((item) => (
          <PackageOption
            key={item.id}
            group={group}
            item={item}
            checked={choice.kind === 'package' && choice.id === item.id}
            onChoose={() => onChoose({ kind: 'package', id: item.id })}
          />
        ))}
        <CustomAmount choice={choice} onChoose={onChoose} />
      </div>
    </fieldset>
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
      cardClass(checked),
      'relative flex min-h-21 cursor-pointer items-center gap-4',
      'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent'
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
        <span className="text-small text-ink-soft">{tokensWord(item.tokens)}</span>
      </span>{' '}
      <span className="text-small text-ink-soft">
        {item.bonusTokens > 0 ? (
          <span>
            и <strong className="font-semibold text-accent-strong">{formatTokens(item.bonusTokens)}</strong>{' '}
            <span>{`в подарок, +${bonusPercent(item)} %`}</span>
          </span>
        ) : (
          'без подарка'
        )}
      </span>{' '}
      <span className="mt-1 text-caption text-ink-faint">
        <PackageWorth item={item} />
      </span>
    </span>{' '}
    {item.popular && (
      <Badge tone="accent" className="absolute -top-2.5 right-4">
        Популярный
      </Badge>
    )}{' '}
    <span className="shrink-0 font-semibold tabular-nums">{formatRubles(item.priceRub)}</span>
  </label>
)

function CustomAmount({ choice, onChoose }: PackageChoiceProps) {
  const isChosen = choice.kind === 'custom'
  return (
    <div className={cardClass(isChosen)}>
      <TextField
        label="Своё количество"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={isChosen ? choice.text : ''}
        onChange={({ target }) =>
          onChoose(target.value === '' ? { kind: 'nothing' } : { kind: 'custom', text: target.value })
        }
        hint={`От ${formatCount(purchaseTokens.min)} до ${formatCount(purchaseTokens.max)}: один токен — один рубль`}
        error={isChosen && !orderOf(choice) ? rangeText : null}
        className="tabular-nums max-lg:scroll-mb-44"
      />
    </div>
  )
}
