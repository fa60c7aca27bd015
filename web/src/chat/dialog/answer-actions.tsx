import type { ReactNode } from 'react'
import { Check, Copy, Download, Lock, RefreshCw } from 'lucide-react'
import type { AnswerSource } from '#contract/answer-sources.ts'
import { answeringModel, answeringText } from '#contract/catalogue/answering.ts'
import { answerPrice, offeredOf, type AnswerExtras } from '#contract/catalogue/answer-extras.ts'
import type { ShownModel } from '#contract/catalogue/models.ts'
import type { AnswerEnd } from '#contract/answers.ts'
import type { Message } from '#contract/chats.ts'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { saveFile } from '../../base/ui/save-file.ts'
import { useCopy } from '../../base/ui/use-copy.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { useModels } from '../../base/session/models.ts'
import { useCost } from '../../base/session/session.tsx'
import { PremiumLine } from '../../base/ui/premium-badge.tsx'
import { Menu, MenuItem } from '../../base/ui/menu.tsx'
import { useProjectPrice } from '../projects/use-project.ts'
import { ReadAloud } from '../speech/read-aloud.tsx'
import { billingText } from '../stream/answer-texts.ts'
import type { ThreadActions } from './thread-actions.ts'

interface AnswerActionsProps {
  text: string
  sources: readonly AnswerSource[]
  path: string
  /** When it was saved; null for an answer that just arrived. */
  time: number | null
  /** More buttons. */
  children?: ReactNode
}

export function AnswerActions({ text, sources, path, time, children }: AnswerActionsProps) {
  const whole = withSources(text, sources)
  const { copied, copy } = useCopy(whole)
  return (
    <span className="-ml-2 flex">
      <IconButton
        label="Копировать ответ"
        size="small"
        icon={copied ? <Check size={16} /> : <Copy size={16} />}
        onClick={copy}
      />
      <IconButton
        label="Скачать ответ текстом"
        size="small"
        icon={<Download size={16} />}
        onClick={() => downloadText(whole, answerFileName(path, time ?? Date.now()))}
      />
      <ReadAloud text={text} />
      {children}
    </span>
  )
}

/** An answer to copy: its text, and below it the list of its sources. */
function withSources(text: string, sources: readonly AnswerSource[]): string {
  if (sources.length === 0) return text
  const lines = sources.map(({ url, title }, index) => `${index + 1}. ${title} — ${url}`)
  return `${text}\n\nИсточники:\n${lines.join('\n')}`
}

const downloadText = (text: string, fileName: string): void =>
  saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), fileName)

/** `chatgpt-2026-11-21-14-05.txt`, in the user's time zone. */
export function answerFileName(path: string, time: number): string {
  const date = new Date(time)
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate(), date.getHours(), date.getMinutes()]
  return `${path.slice(1)}-${parts.map((part) => String(part).padStart(2, '0')).join('-')}.txt`
}

interface AnswerAgainProps {
  /** The model of the answer that is there. */
  model: string
  /** What the answer was asked for, and would be again. */
  extras: AnswerExtras
  /** What the files of the question add to the price. */
  surchargeTokens: number
  actions: ThreadActions
  /** @param projectTokens what the price has of the files of the project */
  onPick: (model: string, projectTokens: number) => void
}

/** Another answer to the same question, by the same or another model of the page, with the price of each. */
export function AnswerAgain(props: AnswerAgainProps) {
  const { isCovered } = useCost()
  const { actions } = props
  return (
    <Menu
      className="w-72"
      disabled={actions.disabled}
      trigger={<IconButton label="Ответить заново" size="small" icon={<RefreshCw size={16} />} />}
    >
      {actions.models.map((candidate) => (
        <AgainItem key={candidate.id} {...props} candidate={candidate} />
      ))}
      {isCovered && <PremiumLine className="px-3 py-2" />}
    </Menu>
  )
}

type AgainItemProps = AnswerAgainProps & { candidate: ShownModel }

function AgainItem({ candidate, model, extras, surchargeTokens, actions, onPick }: AgainItemProps) {
  const { id, service } = candidate
  const { costOf } = useCost()
  const { tokens, isPending } = useProjectPrice(actions.folderId, { service, model: id })
  const priceTokens = answerPrice(candidate, offeredOf(candidate, extras)) + surchargeTokens + tokens
  return (
    <MenuItem disabled={isPending} onSelect={() => onPick(id, tokens)}>
      <span className="grow">
        <span>{candidate.name}</span>
        <span className="block text-caption text-ink-soft">
          {[id === model && 'та же модель', answeringText(candidate)].filter(Boolean).join(', ')}
        </span>
      </span>
      {actions.isLocked(candidate) && <Lock size={14} aria-label="закрыта" />}
      <span className="whitespace-nowrap text-ink-soft">{isPending ? '…' : formatTokens(costOf(priceTokens))}</span>
    </MenuItem>
  )
}

interface ReceiptProps {
  message: Message | null
  end: AnswerEnd | null
  /** The model that was asked. */
  model: string | undefined
}

/** What an answer cost, and which model answered in place of the one that was asked. The same before and after it is saved. */
export function Receipt({ message, end, model }: ReceiptProps) {
  const done = end?.type === 'done' ? end : null
  const models = useModels()
  const billing = message?.billing ?? done?.billing
  if (!billing) return null
  const upstream = message?.upstream_model ?? done?.upstreamModel
  const asked = models.find(({ id }) => id === model)
  // A model that answers by its own name, whatever its supplier calls it, is not named a second time.
  const isOwn = asked?.upstream.model === upstream && asked !== undefined && answeringText(asked) === null
  const ran = upstream && !isOwn ? answeringModel(asked?.name ?? '', upstream) : null
  return (
    <p className="flex flex-wrap gap-x-3 text-caption text-ink-faint tabular-nums">
      <span>{billingText(billing)}</span>
      {ran && <span>{`Ответила ${ran}`}</span>}
    </p>
  )
}
