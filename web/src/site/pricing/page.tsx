import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import {
  answerChargeRules,
  type ChargeRule,
  emptyAnswerRule,
  jobChargeRules,
  readerLeftRule,
  webSearchRule
} from '#contract/catalogue/charge-rules.ts'
import { bonusPercent, purchaseTokens, type TokenPackage, tokenPackages } from '#contract/catalogue/packages.ts'
import { ownCatalogue } from '#contract/catalogue/price-list.ts'
import { transcription } from '#contract/catalogue/transcription.ts'
import { fairUseWords } from '../../base/format/gift.tsx'
import { formatRubles } from '../../base/format/money.ts'
import { formatCount, formatTokens, tokensWord } from '../../base/format/tokens.ts'
import { PackageWorth } from '../../base/page/package-worth.tsx'
import { SiteFooter } from '../../base/page/site-footer.tsx'
import { paths, purchasePath } from '../../base/paths.ts'
import { useCost, useSession, visitorsOnly } from '../../base/session/session.tsx'
import { Badge } from '../../base/ui/badge.tsx'
import { buttonClass } from '../../base/ui/button.tsx'
import { PaymentMethods } from '../payment-methods.tsx'
import { PlanPanel } from '../plan-panel.tsx'
import { Section } from '../section.tsx'
import { Calculator } from './calculator.tsx'
import { PriceListTable } from './price-list-table.tsx'
import { ToolPriceCards } from './tool-price-cards.tsx'

export function Page() {
  const catalogue = useCatalogue()
  return (
    <>
      <div
        data-prices
        className="mx-auto flex w-full max-w-page grow flex-col gap-16 px-4 py-8 sm:gap-24 sm:px-8 sm:py-12"
      >
        <div>
          <h1 className="text-display font-semibold">Цены</h1>
          <p className="mt-5 max-w-text text-lead text-ink-soft">
            Платите за результат: цена видна до отправки, а если его нет, токены возвращаются сами.
          </p>
        </div>
        <PlanPanel />
        <Section
          title="Сколько стоит запрос"
          lead="Та же цена стоит рядом с моделью в чате и на кнопке запуска; если она изменится, вы увидите это до отправки."
        >
          <PremiumNote />
          <PriceListTable catalogue={catalogue} />
        </Section>
        <Section
          title="Все модели и настройки"
          lead={`Голосовой ввод до ${transcription.secondsMax} секунд бесплатный. До первой покупки в картинках и видео открыта самая дешёвая настройка, в чате — модели без пометки. На тарифе Premium токены не списываются; честное использование — ${fairUseWords}.`}
        >
          <ToolPriceCards catalogue={catalogue} />
        </Section>
        <Section title="На что хватит" lead="Посчитайте, прежде чем покупать.">
          <Calculator catalogue={catalogue} />
        </Section>
        <Section title="Пакеты токенов" lead="Чем больше пакет, тем больше токенов в подарок.">
          <Packages />
        </Section>
        <Section
          title="Когда списываем и когда нет"
          lead="Перед запросом цена откладывается на счёте, после него списывается или возвращается. Других правил нет."
        >
          <ChargeRules />
        </Section>
        <Section title="Как оплатить">
          <PaymentMethods />
        </Section>
        <NextStep />
      </div>
      <SiteFooter />
    </>
  )
}

/** The list keeps its prices under Premium, because fair use is counted by them. */
function PremiumNote() {
  const { costOf, isCovered } = useCost()
  if (!isCovered) return null
  return (
    <p className="mb-4 flex flex-wrap items-center gap-2 text-small">
      <Badge tone="accent">Premium</Badge>
      <span>{`Для вас любой запрос — ${formatTokens(costOf(1))}. По этим ценам считается честное использование.`}</span>
    </p>
  )
}

function NextStep() {
  const { status } = useSession()
  return (
    <section aria-label="Что дальше" className="rounded-panel bg-sunken p-6 sm:p-10">
      <div className={status === 'signed-in' ? undefined : visitorsOnly(status)}>
        <h2 className="text-heading font-semibold">
          {status === 'signed-in' ? 'Всё готово к работе' : 'Попробуйте бесплатно'}
        </h2>
        <p className="mt-2 max-w-text text-ink-soft">
          {status === 'signed-in'
            ? 'Баланс, история списаний и Premium — на странице подписки.'
            : 'Токенов за регистрацию хватит, чтобы сравнить модели на своих задачах. Карта не нужна.'}
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          {status === 'signed-in' ? (
            <Link to={paths.subscription} className={buttonClass({ size: 'large' })}>
              Моя подписка
            </Link>
          ) : (
            <Link to={paths.auth} className={buttonClass({ size: 'large' })}>
              Начать работу
            </Link>
          )}
          <Link to={paths.learning} className={buttonClass({ variant: 'secondary', size: 'large' })}>
            Обучение
          </Link>
        </div>
      </div>
    </section>
  )
}

const tables: { title: string; rules: readonly ChargeRule[] }[] = [
  {
    title: 'Ответ в чате',
    rules: [...Object.values(answerChargeRules), emptyAnswerRule, webSearchRule, readerLeftRule]
  },
  { title: 'Изображение, правка, озвучка, видео', rules: Object.values(jobChargeRules) }
]

/** The table by which the server charges. */
const ChargeRules = () => (
  <div className="grid gap-6 xl:grid-cols-2">
    {tables.map(({ title, rules }) => (
      <section
        key={title}
        aria-label={title}
        className="rounded-card border border-line bg-raised p-5 shadow-raised sm:p-6"
      >
        <h3 className="text-title font-semibold">{title}</h3>
        <dl className="mt-3">
          {rules.map((rule) => (
            <Rule key={rule.situation} rule={rule} />
          ))}
        </dl>
      </section>
    ))}
  </div>
)

const Rule = ({ rule: { situation, cost, share } }: { rule: ChargeRule }) => (
  <div className="grid gap-x-6 gap-y-1 border-t border-line py-3 text-small sm:grid-cols-2">
    <dt className="text-ink-soft">{situation}</dt>
    <dd className="flex items-start gap-2 font-medium">
      {share === 'nothing' && <Check size={18} className="mt-px shrink-0 text-success" aria-hidden />}
      <span>{cost}</span>
    </dd>
  </div>
)

/** The catalogue's own prices, as the page was built with, and those in force as soon as they are known. */
function useCatalogue() {
  const [catalogue, setCatalogue] = useState(ownCatalogue)
  useEffect(() => {
    void import('./catalogue-in-force.ts').then(({ readCatalogue }) => readCatalogue(setCatalogue))
  }, [])
  return catalogue
}

const Packages = () => (
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
    <p className="mt-2 mb-5 text-caption text-ink-faint">
      <PackageWorth item={item} />
    </p>
    <Link
      to={purchasePath(item.id)}
      aria-label={`Купить ${formatTokens(item.tokens)} за ${formatRubles(item.priceRub)}`}
      className={buttonClass({ variant: item.popular ? 'primary' : 'secondary', className: 'mt-auto w-full' })}
    >
      {formatRubles(item.priceRub)}
    </Link>
  </li>
)
