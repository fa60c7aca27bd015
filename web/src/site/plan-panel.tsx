import type { ReactNode } from 'react'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { Link } from 'react-router-dom'
import { freeTokens, type Plan, type PlanId, plans } from '#contract/catalogue/plans.ts'
import { useSession, visitorsOnly } from '../base/session/session.tsx'
import { fairUseFeature, Gift } from '../base/format/gift.tsx'
import { formatRubles } from '../base/format/money.ts'
import { formatTokens } from '../base/format/tokens.ts'
import { paths } from '../base/paths.ts'
import { buttonClass } from '../base/ui/button.tsx'
import { Section } from './section.tsx'

export const PlanPanel = () => (
  <Section title="Тарифы" lead="Начните бесплатно. Токены можно докупить в любой момент: один токен — один рубль.">
    <ul className="grid gap-4 md:grid-cols-2">
      {plans.map((plan) => (
        <PlanCard key={plan.id} plan={plan} />
      ))}
    </ul>
  </Section>
)

/** What the buttons say to a user, and to a visitor. */
const actions: Record<PlanId, [user: string, visitor: string]> = {
  free: ['Мой баланс', 'Зарегистрироваться'],
  premium: ['Купить подписку', `Получить ${formatTokens(freeTokens)} за регистрацию`]
}

const Feature = ({ children }: { children: ReactNode }) => (
  <li className="flex items-start gap-2.5">
    <Check size={18} className="mt-px shrink-0 text-accent" aria-hidden />
    <span>{children}</span>
  </li>
)

function PlanCard({ plan: { id, title, priceRub, period, features, unlimited } }: { plan: Plan }) {
  const { status, user } = useSession()
  const isUser = status === 'signed-in'
  return (
    <li
      className={clsx(
        'flex flex-col rounded-card border bg-raised p-6 sm:p-8',
        unlimited ? 'border-ink shadow-floating' : 'border-line shadow-raised'
      )}
    >
      <h3 className="text-title font-semibold">{title}</h3>
      <p className="mt-3 flex items-baseline gap-2">
        <span className="text-heading font-semibold tabular-nums">{formatRubles(priceRub)}</span>
        {period && <span className="text-small text-ink-faint">в месяц</span>}
      </p>
      <ul className="mt-6 mb-8 space-y-2.5 text-small text-ink-soft">
        {features.map((feature) => (
          <Feature key={feature}>{feature}</Feature>
        ))}
        <Feature>{unlimited ? fairUseFeature : <Gift />}</Feature>
      </ul>
      <Link
        to={isUser ? paths.subscription : paths.register}
        className={buttonClass({
          variant: unlimited ? 'primary' : 'secondary',
          className: clsx(
            'mt-auto h-auto! min-h-11 w-full py-2 text-center whitespace-normal!',
            !isUser && visitorsOnly(status)
          )
        })}
      >
        {unlimited && user?.plan === 'premium' ? 'Моя подписка' : actions[id][isUser ? 0 : 1]}
      </Link>
    </li>
  )
}
