import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { planOf } from '#contract/catalogue/plans.ts'
import { useSession, type SessionUser } from '../api/session.tsx'
import { usageQuery } from '../api/wallet.ts'
import { formatRubles } from '../format/money.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { UsageList, UsageSkeleton } from './usage-list.tsx'

const recentCount = 3

export const Overview = ({ onShowAll }: { onShowAll: () => void }) => (
  <div className="grid items-start gap-6 xl:grid-cols-[1fr_1.4fr]">
    <PlanCard />
    <Recent onShowAll={onShowAll} />
  </div>
)

const planTexts: Record<SessionUser['plan'], { title: string; text: string }> = {
  free: {
    title: planOf('free').title,
    text: 'Доступны базовые модели. Остальные откроются после первой покупки токенов.'
  },
  paid: { title: 'С токенами', text: 'Доступны все модели. Токены не сгорают.' },
  premium: { title: planOf('premium').title, text: 'Все модели без списания токенов и приоритетная поддержка.' }
}

function PlanCard() {
  const { user } = useSession()
  const plan = user?.plan ?? 'free'
  const { title, text } = planTexts[plan]
  return (
    <section className="rounded-card border border-line bg-raised p-6 shadow-raised">
      <p className="text-small text-ink-soft">Ваш план</p>
      <h2 className="mt-1 text-title font-semibold">{title}</h2>
      <p className="mt-3 text-small text-ink-soft">{text}</p>
      {plan !== 'premium' && (
        <p className="mt-6 border-t border-line pt-5 text-small text-ink-soft">
          Premium — {formatRubles(planOf('premium').priceRub)} в месяц, без списания токенов.{' '}
          <Link
            to={paths.pricing}
            className="font-medium text-ink underline decoration-accent decoration-2 underline-offset-4"
          >
            Подробнее
          </Link>
        </p>
      )}
    </section>
  )
}

function Recent({ onShowAll }: { onShowAll: () => void }) {
  const { data = [], isPending } = useQuery(usageQuery)
  return (
    <section aria-labelledby="recent-operations">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 id="recent-operations" className="font-semibold">
          Последние операции
        </h2>
        {data.length > recentCount && (
          <Button variant="ghost" size="small" onClick={onShowAll}>
            Все
          </Button>
        )}
      </div>
      {isPending ? <UsageSkeleton rows={recentCount} /> : <UsageList records={data.slice(0, recentCount)} />}
      {!isPending && data.length === 0 && (
        <Link to={paths.gpt5} className={buttonClass({ variant: 'secondary', className: 'mt-4' })}>
          Задать первый вопрос
        </Link>
      )}
    </section>
  )
}
