import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Coins, Sparkles, Check } from 'lucide-react'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { paysInTokens, planOf } from '#contract/catalogue/plans.ts'
import { useSession } from '../../base/session/session.tsx'
import { debtText, tokenAccountQuery } from '../../base/session/wallet.ts'
import { askedReturnPath } from '../../base/links.ts'
import { fairUseFeature } from '../../base/format/gift.tsx'
import { formatRubles } from '../../base/format/money.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { paths } from '../../base/paths.ts'
import { FrozenNotice, Notice } from '../notice.tsx'
import { subscriptionQuery } from '../payments.ts'
import { choiceOf, firstChoice, orderOf, payParameter, withChoice, type Choice } from './choice.ts'
import { BuyBar, OrderSummary, PromoForm } from './order-summary.tsx'
import { PackageChoice } from './package-choice.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { ReturnLink } from './return-link.tsx'
import { SignInPrompt } from '../../base/page/sign-in-prompt.tsx'
import { usePurchase } from './use-purchase.ts'
import { PagePlaceholder } from '../../base/page/page-placeholder.tsx'

export function Page() {
  const { status } = useSession()
  if (status === 'loading') return <PagePlaceholder />
  return status === 'signed-in' ? (
    <Shop />
  ) : (
    <SignInPrompt title="Покупка токенов" text="Войдите в систему, чтобы купить токены" />
  )
}

function Shop() {
  const { user } = useSession()
  const [query, setQuery] = useSearchParams()
  // Not read from the URL on every keystroke: the URL changes one transition later, and typed characters would be lost.
  const [choice, setChoice] = useState(() => choiceOf(query))
  const order = orderOf(choice)
  const purchase = usePurchase(order)
  const choose = (next: Choice) => {
    setChoice(next)
    setQuery(withChoice(query, next), { replace: true })
  }
  const { data: account } = useQuery(tokenAccountQuery)
  const { debtTokens = 0, frozen = false } = account ?? {}
  const tokens = user?.tokens ?? 0
  const isPremium = choice.kind === 'premium'
  const hasPremium = user?.plan === 'premium'
  // What is paid here for the first time is no renewal while its dialog is still open.
  const [began] = useState(hasPremium)
  const isChoosing = purchase.stage.name === 'choosing'
  const { data: plan, isLoading } = useQuery({ ...subscriptionQuery, enabled: isPremium && hasPremium })
  // The saved card pays, or a cancelled plan goes on without a payment: its page does that, and here nothing could be paid.
  const isPaid = plan && plan.paymentMethod !== null && plan.state !== 'past-due'
  if (isPremium && hasPremium && isChoosing && isPaid && !query.has(payParameter))
    return <Navigate to={paths.subscription} replace />
  const back = askedReturnPath(query)
  return (
    <div className="mx-auto w-full max-w-page px-4 py-8 sm:px-8 sm:py-12">
      <h1 className="text-heading font-semibold">
        {isPremium ? `${began ? 'Продление' : 'Подключение'} Premium` : 'Покупка токенов'}
      </h1>
      <p className="mt-2 text-ink-soft">
        {isPremium ? 'Месяц без списания токенов.' : 'Один токен — один рубль. Купленные токены не сгорают.'}
      </p>
      {back && <ReturnLink to={back} variant="ghost" className="mt-3 -ml-4" />}
      {frozen ? (
        <FrozenNotice fate="Купленное придёт сразу, но пригодится, когда операции возобновят." />
      ) : (
        debtTokens > 0 && !isPremium && <Notice>{debtText(debtTokens)}</Notice>
      )}
      <div className="mt-6 flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-8">
        <div className="flex flex-col gap-8">
          <Balance tokens={tokens} />
          {isPremium ? <PremiumOrder /> : <PackageChoice choice={choice} onChoose={choose} />}
          {!isPremium && <PromoForm />}
        </div>
        <div className="contents lg:sticky lg:top-[calc(var(--top-bar-height)+1.5rem)] lg:flex lg:flex-col lg:gap-4">
          <OrderSummary order={order} tokens={tokens} debtTokens={debtTokens} />
          <BuyBar order={order} busy={isLoading || !isChoosing} onBuy={purchase.buy} />
          {/* Who has Premium prolongs it on its page. */}
          {(isPremium || !user || paysInTokens(user.plan)) && <OtherOffer choice={choice} onChoose={choose} />}
        </div>
      </div>
      <PaymentDialog order={order} purchase={purchase} />
    </div>
  )
}

const Balance = ({ tokens }: { tokens: number }) => (
  <section
    aria-label="Баланс"
    className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card border border-line bg-raised p-5 shadow-raised"
  >
    <p className="flex items-center gap-3">
      <span className="grid size-11 place-items-center rounded-full bg-accent-soft text-accent-strong">
        <Coins size={20} aria-hidden />
      </span>
      <span className="flex flex-col">
        <span className="text-small text-ink-soft">Ваш баланс</span>
        <span className="text-title font-semibold tabular-nums">{formatTokens(tokens)}</span>
      </span>
    </p>
    <Link
      to={`${paths.subscription}?tab=payments`}
      className="text-small text-ink-soft underline underline-offset-4 hover:text-ink"
    >
      История платежей
    </Link>
  </section>
)

const OtherOffer = ({ choice, onChoose }: { choice: Choice; onChoose: (choice: Choice) => void }) => (
  <button
    type="button"
    onClick={() => onChoose(choice.kind === 'premium' ? firstChoice : { kind: 'premium' })}
    className="flex items-center gap-3 rounded-card border border-line p-4 text-left text-small text-ink-soft transition hover:border-line-strong hover:text-ink"
  >
    <Sparkles size={18} className="shrink-0 text-accent" aria-hidden />
    <span>
      {choice.kind === 'premium'
        ? 'Купить токены без подписки'
        : `Premium: все модели без счёта токенов, ${formatRubles(planOf('premium').priceRub)} в месяц`}
    </span>
  </button>
)

/** Shown instead of the packages when the user buys Premium. */
function PremiumOrder() {
  const { title, priceRub, features } = planOf('premium')
  return (
    <section
      aria-labelledby="premium-order"
      className="rounded-card border border-ink bg-raised p-5 shadow-raised sm:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="premium-order" className="text-title font-semibold">
          {title}
        </h2>
        <p className="text-ink-soft">
          <span className="font-semibold text-ink">{formatRubles(priceRub)}</span> в месяц
        </p>
      </div>
      <ul className="mt-4 flex flex-col gap-2">
        {[...features, fairUseFeature].map((feature) => (
          <li key={feature} className="flex items-center gap-2.5 text-small">
            <Check size={17} className="shrink-0 text-success" aria-hidden />
            <span>{feature}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
