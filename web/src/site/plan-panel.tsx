import type { ReactNode } from 'react'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { Link } from 'react-router-dom'
import { freeTokens, planOf, type Plan } from '#contract/catalogue/plans.ts'
import { useSession, visitorsOnly } from '../base/session/session.tsx'
import { fairUseFeature, giftWorth } from '../base/format/gift.ts'
import { formatRubles } from '../base/format/money.ts'
import { formatTokens } from '../base/format/tokens.ts'
import { paths } from '../base/paths.ts'
import { buttonClass } from '../base/ui/button.tsx'
import { Section } from './section.tsx'

export const PlanPanel = () => (
  <Section title="Тарифы" lead="Начните бесплатно. Токены можно докупить в любой момент: один токен — один рубль.">
    <ul className="grid gap-4 md:grid-cols-2">
      <PlanCard
        plan={planOf('free')}
        action={<Action mine="Мой баланс" offer="Зарегистрироваться" variant="secondary" />}
      />
      <PlanCard
        plan={planOf('premium')}
        action={
          <Action
            mine="Купить подписку"
            offer={`Получить ${formatTokens(freeTokens)} за регистрацию`}
            variant="primary"
          />
        }
        highlighted
      />
    </ul>
  </Section>
)

interface PlanCardProps {
  plan: Plan
  action: ReactNode
  highlighted?: boolean
}

const PlanCard = ({ plan, action, highlighted }: PlanCardProps) => (
  <li
    className={clsx(
      'flex flex-col rounded-card border bg-raised p-6 sm:p-8',
      highlighted ? 'border-ink shadow-floating' : 'border-line shadow-raised'
    )}
  >
    <h3 className="text-title font-semibold">{plan.title}</h3>
    <p className="mt-3 flex items-baseline gap-2">
      <span className="text-heading font-semibold tabular-nums">{formatRubles(plan.priceRub)}</span>
      {plan.period === 'month' && <span className="text-small text-ink-faint">в месяц</span>}
    </p>
    <ul className="mt-6 mb-8 space-y-2.5 text-small text-ink-soft">
      {plan.features.map((feature) => (
        <Feature key={feature}>{feature}</Feature>
      ))}
      <Feature>{plan.unlimited ? fairUseFeature : giftWorth}</Feature>
    </ul>
    <div className="mt-auto">{action}</div>
  </li>
)

const Feature = ({ children }: { children: string }) => (
  <li className="flex items-start gap-2.5">
    <Check size={18} className="mt-px shrink-0 text-accent" aria-hidden />
    <span>{children}</span>
  </li>
)

/** `mine` for a signed-in user, `offer` for a visitor. */
function Action({ mine, offer, variant }: { mine: string; offer: string; variant: 'primary' | 'secondary' }) {
  const { status } = useSession()
  const isUser = status === 'signed-in'
  return (
    <Link
      to={isUser ? paths.subscription : paths.register}
      className={buttonClass({ variant, className: clsx('w-full', !isUser && visitorsOnly(status)) })}
    >
      {isUser ? mine : offer}
    </Link>
  )
}
