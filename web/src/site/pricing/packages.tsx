import { clsx } from 'clsx'
import { Link } from 'react-router-dom'
import { bonusPercent, purchaseTokens, tokenPackages, type TokenPackage } from '#contract/catalogue/packages.ts'
import { formatRubles } from '../../base/format/money.ts'
import { packageWorth } from '../../base/format/package-worth.ts'
import { formatCount, formatTokens, tokensWord } from '../../base/format/tokens.ts'
import { paths, purchasePath } from '../../base/paths.ts'
import { Badge } from '../../base/ui/badge.tsx'
import { buttonClass } from '../../base/ui/button.tsx'

export const Packages = () => (
  <>
    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-5">
      {tokenPackages.map((item) => (
        <PackageCard key={item.id} item={item} />
      ))}
    </ul>
    <p className="mt-5 text-small text-ink-soft">
      Или{' '}
      <Link
        to={paths.tokenPurchase}
        className="underline decoration-accent decoration-2 underline-offset-4 hover:text-accent-strong"
      >
        любое число токенов
      </Link>{' '}
      <span>{`от ${formatCount(purchaseTokens.min)} до ${formatCount(purchaseTokens.max)}: один токен — один рубль. Купленные токены не сгорают.`}</span>
    </p>
  </>
)

const PackageCard = ({ item }: { item: TokenPackage }) => (
  <li
    className={clsx(
      'flex flex-col rounded-card border bg-raised p-5',
      item.popular ? 'border-ink shadow-floating' : 'border-line shadow-raised'
    )}
  >
    <p className="flex min-h-6 items-center justify-between gap-2">
      <span className="text-title font-semibold tabular-nums">{formatCount(item.tokens)}</span>
      {item.popular && <Badge tone="accent">Популярный</Badge>}
    </p>
    <p className="text-small text-ink-faint">{tokensWord(item.tokens)}</p>
    <p className="mt-3 min-h-10 text-small text-ink-soft">
      {item.bonusTokens > 0 ? (
        <span>
          и ещё <strong className="font-semibold text-accent-strong">{formatTokens(item.bonusTokens)}</strong>{' '}
          <span>{`в подарок, +${bonusPercent(item)} %`}</span>
        </span>
      ) : (
        'Попробовать платные модели'
      )}
    </p>
    <p className="mt-2 mb-5 text-caption text-ink-faint">{packageWorth(item)}</p>
    <Link
      to={purchasePath(item.id)}
      aria-label={`Купить ${formatTokens(item.tokens)} за ${formatRubles(item.priceRub)}`}
      className={buttonClass({ variant: item.popular ? 'primary' : 'secondary', className: 'mt-auto w-full' })}
    >
      {formatRubles(item.priceRub)}
    </Link>
  </li>
)
