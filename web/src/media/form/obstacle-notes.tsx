// Why an order cannot be sent now, above its button.
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { canPay, freeTokens } from '#contract/catalogue/plans.ts'
import { formatTokens, formatTokensGenitive } from '../../base/format/tokens.ts'
import { topUpPath } from '../../base/links.ts'
import { visitorsPlace } from '../../base/page/from-build.ts'
import { paths, signInPath } from '../../base/paths.ts'
import { useSession } from '../../base/session/session.tsx'
import { debtText, useDebt } from '../../base/session/wallet.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { useOffReason } from '../service-status.ts'
import { lockedText } from './submit-rules.ts'

interface ObstacleNoteProps {
  entry: StudioEntry
  /** The plan of the user does not allow the settings. */
  locked: boolean
  priceTokens: number
  /** Where the user goes on after paying, or signing in. */
  back: string
}

/** What an operator tells while the service, or the chosen model, is switched off. */
export function OffNote({ entry, values }: Pick<ObstacleNoteProps, 'entry'> & { values: ParameterValues }) {
  const { model } = values
  const reason = useOffReason(entry.id, typeof model === 'string' ? model : null)
  return reason === null ? null : <Note text={`Временно не работает. ${reason}`}>{null}</Note>
}

/** Why the user cannot send yet, with a link that helps: sign-in, subscription or shop. The draft is kept. */
export function ObstacleNote({ entry, locked, priceTokens, back }: ObstacleNoteProps) {
  const session = useSession()
  const { user } = session
  const debt = useDebt()
  if (session.status === 'signed-out') {
    return entry.simulation ? null : (
      <Note
        className={visitorsPlace}
        text={`За регистрацию дарим ${formatTokens(freeTokens)}, здесь нужно ${formatTokens(priceTokens)}`}
      >
        <Way to={signInPath(back)} quiet>
          Войти
        </Way>
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
      <Way to={topUpPath(missing, back)}>Пополнить</Way>
    </Note>
  )
}

const Note = ({ text, children, className }: { text: string; children: ReactNode; className?: string }) => (
  <div
    className={clsx(
      'mb-2 flex flex-wrap items-center gap-x-2 gap-y-2 rounded-card border border-line bg-accent-soft py-2 pr-2 pl-4 text-small',
      className
    )}
  >
    <output className="grow basis-48">{text}</output>
    {children}
  </div>
)

const Way = ({ to, quiet, children }: { to: string; quiet?: boolean; children: string }) => (
  <Link to={to} className={buttonClass({ variant: quiet ? 'ghost' : 'primary', size: 'small' })}>
    {children}
  </Link>
)
