import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { AudioLines, Check, Clapperboard, Hourglass, Image, PencilLine, Sparkles, WandSparkles } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { WorkProposal } from '#contract/work-proposal.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { shopPath } from '../../base/links.ts'
import { useCost, useSession } from '../../base/session/session.tsx'
import { Button, buttonClass } from '../../base/ui/button.tsx'
import { PremiumBadge } from '../../base/ui/premium-badge.tsx'
import { isLocked } from '../../media/form/submit-rules.ts'
import { type Plan, planWords } from '../create/proposed-plan.ts'
import type { Shown } from './use-proposals.ts'

const kindWords: Record<WorkProposal['kind'], string> = {
  picture: 'Картинка',
  change: 'Изменить картинку',
  film: 'Ролик',
  voice: 'Озвучка'
}

const icons = { picture: Image, change: WandSparkles, film: Clapperboard, voice: AudioLines }

interface ProposalProps {
  proposal: WorkProposal
  shown: Shown
  /** The address of the chat. */
  back: string
  onOrder: () => void
  onEdit: () => void
  onTakePicture: (takes: boolean) => void
}

/** Drawn with a dashed edge: nothing is being made yet. */
export function Proposal({ proposal, shown, back, onOrder, onEdit, onTakePicture }: ProposalProps) {
  const { kind, prompt } = proposal
  const { plan, made } = shown
  /** Its user has just pressed the button, which is about to go. */
  const isOrdered = useRef(false)
  const isMade = made === 'coming' || made === 'made'
  const isPlanned = plan !== null && plan !== 'picture'
  const Icon = icons[kind]
  return (
    <li
      aria-label={`${kindWords[kind]}: ${prompt}`}
      className="flex flex-col gap-2 rounded-card border border-dashed border-line-strong px-4 py-3"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small">
        <Icon size={16} aria-hidden className="text-ink-soft" />
        <span className="font-medium">{kindWords[kind]}</span>
        {isPlanned && !isMade && <Price plan={plan} />}
      </div>
      <p dir="auto" className="line-clamp-6 text-small wrap-anywhere whitespace-pre-line">
        {prompt}
      </p>
      {isPlanned && !isMade && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-ink-soft">
          <span>{planWords(plan)}</span>
          <Source shown={shown} onTakePicture={onTakePicture} />
        </div>
      )}
      {isMade ? (
        <Made
          isComing={made === 'coming'}
          takeFocus={() => {
            const takes = isOrdered.current
            isOrdered.current = false
            return takes
          }}
        />
      ) : (
        <Buttons
          {...{ kind, shown, back, onEdit }}
          onOrder={() => {
            isOrdered.current = true
            onOrder()
          }}
        />
      )}
    </li>
  )
}

/** Has the focus where the button had it. */
function Made({ isComing, takeFocus }: { isComing: boolean; takeFocus: () => boolean }) {
  const box = useRef<HTMLParagraphElement>(null)
  const onShown = useEffectEvent(() => {
    if (takeFocus() && document.activeElement === document.body) box.current?.focus({ preventScroll: true })
  })
  useEffect(() => onShown(), [])
  const Icon = isComing ? Hourglass : Check
  return (
    <p ref={box} tabIndex={-1} className="flex items-center gap-1.5 text-small text-ink-soft outline-none">
      <Icon size={16} aria-hidden />
      <span>{isComing ? 'Создаётся' : 'Создано'}</span>
    </p>
  )
}

function Price({ plan }: { plan: Plan }) {
  const { costOf, isCovered } = useCost()
  return (
    <span className="ml-auto flex items-center gap-2 tabular-nums">
      <span>{formatTokens(costOf(plan.priceTokens))}</span>
      {isCovered && <PremiumBadge />}
    </span>
  )
}

/** The picture that the work begins with. */
const Source = ({
  shown: { picture, canLeavePicture },
  onTakePicture
}: Pick<ProposalProps, 'shown' | 'onTakePicture'>) => (
  <>
    {picture && (
      <span className="flex items-center gap-1.5">
        <img src={picture.url} alt="" loading="lazy" className="size-8 rounded-small object-cover" />
        <span>{canLeavePicture ? 'Начнётся с этой картинки' : 'Из этой картинки'}</span>
      </span>
    )}
    {canLeavePicture && (
      <button
        type="button"
        onClick={() => onTakePicture(picture === null)}
        className="rounded-small py-1 underline underline-offset-3 hover:text-ink pointer-coarse:py-2.5"
      >
        {picture ? 'Без картинки' : 'Начать с картинки из чата'}
      </button>
    )}
  </>
)

type ButtonsProps = Pick<ProposalProps, 'shown' | 'back' | 'onOrder' | 'onEdit'> & Pick<WorkProposal, 'kind'>

function Buttons({
  kind,
  shown: { plan, made, isEarly, isBusy, isLost, problem },
  back,
  onOrder,
  onEdit
}: ButtonsProps) {
  const { user } = useSession()
  const word = made === 'failed' ? 'Создать снова' : 'Создать'
  if (plan === null) return <Note>Сейчас это не работает</Note>
  if (plan === 'picture')
    return (
      <>
        <Note>{isEarly ? 'Картинка ещё создаётся' : 'Нужна картинка: в этом чате её пока нет'}</Note>
        {!isEarly && (
          <div>
            <Button size="small" variant="secondary" onClick={onEdit}>
              Выбрать картинку
            </Button>
          </div>
        )}
      </>
    )
  return (
    <>
      {made === 'failed' && problem === null && <Note>Не получилось</Note>}
      {problem !== null && (
        <p role="alert" className="text-small text-danger">
          {problem}
        </p>
      )}
      {isEarly && <Note>Картинка ещё создаётся</Note>}
      <div className="flex flex-wrap gap-2">
        {isLocked(plan.entry, plan.values, user) ? (
          <Link to={shopPath(back)} className={buttonClass({ variant: 'accent', size: 'small' })}>
            Купить токены
          </Link>
        ) : (
          <Button
            size="small"
            variant="accent"
            busy={isBusy}
            disabled={isEarly || isLost}
            icon={<Sparkles size={15} aria-hidden />}
            onClick={onOrder}
            aria-label={`${word}: ${kindWords[kind].toLowerCase()}`}
          >
            {word}
          </Button>
        )}
        <Button
          size="small"
          variant="ghost"
          disabled={isBusy}
          icon={<PencilLine size={15} aria-hidden />}
          onClick={onEdit}
        >
          Изменить
        </Button>
      </div>
    </>
  )
}

const Note = ({ children }: { children: ReactNode }) => <p className="text-small text-ink-soft">{children}</p>
