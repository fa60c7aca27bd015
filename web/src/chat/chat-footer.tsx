import { clsx } from 'clsx'
import { ArrowDown, WifiOff } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { answerPrice } from '#contract/catalogue/answer-extras.ts'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import { canPay } from '#contract/catalogue/plans.ts'
import { useSignInPath } from '../base/session/return-path.ts'
import { FailureBoundary } from '../base/ui/failure-boundary.tsx'
import { Button, buttonClass } from '../base/ui/button.tsx'
import { useKeyboard } from '../base/ui/keyboard.ts'
import { Gift } from '../base/format/gift.tsx'
import { useIsOnline } from '../base/page/online.ts'
import { Unconnected } from '../base/page/unconnected.tsx'
import { useUnconnected } from '../base/session/unconnected.ts'
import { late } from '../base/page/late.ts'
import { useOffReason } from '../media/service-status.ts'
import type { Obstacle } from './stream/chat-store.ts'
import type { Chat } from './use-chat.ts'
import { Composer } from './compose/composer.tsx'
import { LateMemoryNote } from './memory/late-memory.tsx'

const ProjectNote = late(async () => (await import('./projects/project-note.tsx')).ProjectNote)
const WaitingNote = late(async () => (await import('./offline/in-chat.ts')).WaitingNote)
const Obstacles = late(async () => (await import('./obstacles.tsx')).Obstacles)

interface ChatFooterProps {
  page: ChatPage
  chat: Chat
  /** The user has scrolled away from the end of the dialog. */
  away: boolean
  /** Nothing was asked yet: the composer stands in the middle of the page. */
  empty: boolean
  onBottom: () => void
}

/** The composer, and why a request cannot be sent. Stays at the bottom of the window once there is a dialog. */
export function ChatFooter({ page, chat, away, empty, onBottom }: ChatFooterProps) {
  const { session, model, obstacle } = chat
  const code = obstacle?.code ?? expectedObstacle(chat)
  useKeyboard()
  const offReason = useOffReason(page.service, model.id)
  if (useUnconnected()(page.path)) return <Unconnected />
  return (
    <div
      className={clsx(
        'pointer-events-none px-4',
        empty
          ? 'py-3'
          : 'sticky bottom-(--keyboard) z-10 bg-linear-to-t from-paper from-80% to-transparent pt-6 pb-[max(1rem,env(safe-area-inset-bottom))]'
      )}
    >
      {away && (
        <Button
          variant="secondary"
          size="small"
          icon={<ArrowDown size={16} aria-hidden />}
          onClick={onBottom}
          className="pointer-events-auto absolute -top-4 left-1/2 -translate-x-1/2 animate-appear rounded-full!"
        >
          Вниз
        </Button>
      )}
      <div className="pointer-events-auto self-contained mx-auto w-full max-w-text">
        {session.status === 'signed-out' && <SignInNote />}
        <NetworkNote chat={chat} lacksTokens={code === 'INSUFFICIENT_TOKENS'} />
        {chat.gone !== null && (
          <p className="mb-2 px-4 text-caption text-ink-soft">{`${chat.gone} больше не продаётся, отвечает ${model.name}`}</p>
        )}
        {(code !== null || offReason !== null) && (
          <Suspense>
            <Obstacles chat={chat} code={code} offReason={offReason} />
          </Suspense>
        )}
        {session.user && (
          <LateMemoryNote conversationId={chat.conversationId} folderId={chat.current?.folder_id ?? null} />
        )}
        {typeof chat.current?.folder_id === 'number' && (
          <Suspense>
            <ProjectNote folderId={chat.current.folder_id} page={page} model={model} />
          </Suspense>
        )}
        <Composer
          page={page}
          model={model}
          field={chat.field}
          onSend={chat.send}
          onSendReady={chat.sendReady}
          isVisitor={session.status === 'signed-out'}
          // What is sent before the page knows its user is asked when it does.
          signedIn={session.user !== null || session.status === 'loading'}
          locked={chat.locked}
          attaching={chat.attaching}
          queue={chat.queue}
          running={chat.running}
          creating={{ asker: chat.asker, model, generating: chat.generating }}
          lastPrompt={chat.messages.items.findLast(({ role }) => role === 'user')?.content ?? null}
          empty={empty}
        />
      </div>
    </div>
  )
}

/** A lost network, for as long as it lasts, and what was to be sent without one. */
const NetworkNote = ({ chat, lacksTokens }: { chat: Chat; lacksTokens: boolean }) => (
  <>
    <output className="block">
      {!useIsOnline() && (
        <p className="mb-2 flex items-center gap-2.5 rounded-card bg-sunken px-4 py-2.5 text-small">
          <WifiOff size={16} aria-hidden className="shrink-0" />
          Нет сети. Начатый ответ дописывается и появится, когда связь вернётся
        </p>
      )}
    </output>
    {chat.attaching.waits && !chat.locked && (
      <FailureBoundary failure={null}>
        <Suspense>
          <WaitingNote chat={chat} lacksTokens={lacksTokens} />
        </Suspense>
      </FailureBoundary>
    )}
  </>
)

/** A refusal that is known before the request is sent. A running answer holds its price, so the balance is not checked. */
function expectedObstacle(chat: Chat): Obstacle['code'] | null {
  const { model, extras, generating, isLocked, attaching } = chat
  const { user } = chat.session
  if (isLocked(model)) return 'MODEL_NOT_IN_PLAN'
  const isShort = user !== null && !canPay(user, answerPrice(model, extras) + attaching.addedTokens)
  return isShort && !generating ? 'INSUFFICIENT_TOKENS' : null
}

/** What an account gives, and the way for those who have one. What the visitor has typed waits in the page's draft. */
function SignInNote() {
  return (
    <div className="mb-2 flex items-center gap-3 max-[20rem]:flex-wrap rounded-card bg-sunken py-2 pr-2 pl-4 text-small in-data-[session=stored]:hidden">
      <p className="grow">
        <Gift before="За регистрацию дарим " />
      </p>
      <Link to={useSignInPath()} className={buttonClass({ variant: 'secondary', size: 'small' })}>
        Войти
      </Link>
    </div>
  )
}
