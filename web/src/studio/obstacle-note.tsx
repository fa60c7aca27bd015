import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { canPay } from '#contract/catalogue/plans.ts'
import { debtText, useDebt } from '../base/session/debt.ts'
import { formatTokens, formatTokensGenitive } from '../base/format/tokens.ts'
import { paths, signInPath, topUpPath } from '../base/paths.ts'
import { buttonClass } from '../base/ui/button.tsx'
import type { Studio } from './use-studio.ts'
import { lockedText, signInText } from './submit/refusal-text.ts'

/** What stands between the settings and a result, and the way past it. Nothing here is lost on that way. */
export function ObstacleNote({ studio, priceTokens }: { studio: Studio; priceTokens: number }) {
  const { session, entry, locked } = studio
  const { user } = session
  const debt = useDebt()
  if (session.status === 'signed-out') {
    return entry.simulation ? null : (
      <Note text={signInText}>
        <Way to={signInPath(entry.path)}>Войти</Way>
      </Note>
    )
  }
  if (locked) {
    return (
      <Note text={lockedText}>
        <Way to={paths.subscription} quiet>
          Подписка
        </Way>
      </Note>
    )
  }
  if (!user || canPay(user, priceTokens)) return null
  const missing = priceTokens - user.tokens + debt
  const text =
    debt > 0
      ? debtText(debt)
      : `Не хватает ${formatTokensGenitive(missing)}: нужно ${formatTokens(priceTokens)}, на балансе ${formatTokens(user.tokens)}`
  return (
    <Note text={text}>
      <Way to={topUpPath(missing, entry.path)}>Пополнить</Way>
    </Note>
  )
}

const Note = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-2 rounded-card border border-line bg-accent-soft py-2 pr-2 pl-4 text-small">
    <output className="grow basis-48">{text}</output>
    {children}
  </div>
)

const Way = ({ to, quiet, children }: { to: string; quiet?: boolean; children: string }) => (
  <Link to={to} className={buttonClass({ variant: quiet ? 'ghost' : 'primary', size: 'small' })}>
    {children}
  </Link>
)
