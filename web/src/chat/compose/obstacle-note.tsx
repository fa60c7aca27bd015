import { Link, useLocation } from 'react-router-dom'
import { X } from 'lucide-react'
import type { ShownModel } from '#contract/catalogue/models.ts'
import { textOf } from '#contract/errors.ts'
import { debtText, useDebt } from '../../base/session/wallet.ts'
import { formatTokens, formatTokensGenitive } from '../../base/format/tokens.ts'
import { paths } from '../../base/paths.ts'
import { limitsPath, shopPath, topUpPath } from '../../base/links.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { useSession } from '../../base/session/session.tsx'
import type { PaidObstacle, StorageObstacle } from '../stream/chat-store.ts'

interface ObstacleNoteProps {
  code: PaidObstacle
  model: ShownModel
  /** What the answer would cost, with what it is asked for. */
  priceTokens: number
  /** The user's balance. */
  tokens: number
  /** Null when the note follows from the balance and the chosen model: it cannot be dismissed. */
  onDismiss: (() => void) | null
}

const noteClass =
  'mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-accent-soft py-2 pr-2 pl-4 text-small'

/** Why a request cannot be answered, with links to buy tokens or to subscribe. */
export function ObstacleNote({ code, model, priceTokens, tokens, onDismiss }: ObstacleNoteProps) {
  const { pathname, search } = useLocation()
  const debt = useDebt()
  const missing = missingTokens(code, priceTokens, tokens - debt)
  return (
    <div
      // A low balance must not interrupt a screen reader before the user has sent anything.
      role={onDismiss || code === 'MODEL_NOT_IN_PLAN' ? 'alert' : 'status'}
      className={noteClass}
    >
      <p className="grow basis-64">{textFor({ code, model, priceTokens, tokens }, debt)}</p>
      <Link
        to={missing > 0 ? topUpPath(missing, pathname + search) : shopPath(pathname + search)}
        className={buttonClass({ variant: 'primary', size: 'small' })}
      >
        Купить токены
      </Link>
      <Link to={paths.subscription} className={buttonClass({ variant: 'ghost', size: 'small' })}>
        Подписка
      </Link>
      {onDismiss && <IconButton label="Скрыть" size="small" icon={<X size={16} />} onClick={onDismiss} />}
    </div>
  )
}

const missingTokens = (code: PaidObstacle, priceTokens: number, tokens: number): number =>
  code === 'MODEL_NOT_IN_PLAN' ? 0 : Math.max(0, priceTokens - tokens)

function textFor({ code, model, priceTokens, tokens }: Omit<ObstacleNoteProps, 'onDismiss'>, debt: number): string {
  if (code === 'MODEL_NOT_IN_PLAN') return `${model.name}: ${textOf(code).toLowerCase()}`
  if (debt > 0) return debtText(debt)
  const missing = missingTokens(code, priceTokens, tokens)
  const beginning = missing > 0 ? `Не хватает ${formatTokensGenitive(missing)}: ответ` : 'Ответ'
  return `${beginning} ${model.name} стоит ${formatTokens(priceTokens)}, на балансе ${formatTokens(tokens)}`
}

/** A limit of the user's own stops the request. */
export const BudgetNote = ({ text, onDismiss }: { text: string; onDismiss: () => void }) => (
  <div role="alert" className={noteClass}>
    <p className="grow basis-64">{text}</p>
    <Link to={limitsPath} className={buttonClass({ variant: 'primary', size: 'small' })}>
      Изменить лимит
    </Link>
    <IconButton label="Скрыть" size="small" icon={<X size={16} />} onClick={onDismiss} />
  </div>
)

/** A request has no room, in all or for today, with links to what makes room. Chats are deleted in the page's own list. */
export function StorageNote({ code, onDismiss }: { code: StorageObstacle; onDismiss: () => void }) {
  const { user } = useSession()
  return (
    <div role="alert" className={noteClass}>
      <p className="grow basis-64">{textOf(code)}</p>
      {code === 'STORAGE_FULL' && (
        <Link to={paths.library} className={buttonClass({ variant: 'primary', size: 'small' })}>
          Мои работы
        </Link>
      )}
      {user?.plan !== 'premium' && (
        <Link to={paths.subscription} className={buttonClass({ variant: 'ghost', size: 'small' })}>
          Подписка
        </Link>
      )}
      <IconButton label="Скрыть" size="small" icon={<X size={16} />} onClick={onDismiss} />
    </div>
  )
}
