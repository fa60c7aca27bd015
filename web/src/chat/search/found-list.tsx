import { Fragment, type ReactNode } from 'react'
import type { ChatService } from '#contract/catalogue/chat.ts'
import { tools, type ToolPath } from '#contract/catalogue/menu.ts'
import { pathOfService } from '#contract/catalogue/service-paths.ts'
import type { Conversation } from '#contract/chats.ts'
import { homeOf } from '#contract/catalogue/models.ts'
import type { FoundConversation } from '#contract/search.ts'
import { formatDate } from '../../base/format/dates.ts'
import { modelsNow } from '../../base/session/models.ts'
import { ComboOption } from '../../base/ui/combobox.tsx'
import { chatLink } from '../conversations/addresses.ts'

/** What can be chosen: a conversation, or one of its messages. */
export interface Target {
  key: string
  link: string
}

const pageOf = ({ service, model }: Conversation): ToolPath =>
  homeOf(modelsNow(), service as ChatService, model) ?? pathOfService(service) ?? '/chatgpt'

const targetOf = (conversation: Conversation, messageId: number | null): Target => ({
  key: `found-${conversation.id}-${messageId ?? 'title'}`,
  link: chatLink(pageOf(conversation), conversation.id, messageId)
})

/** All targets in their order on the screen. */
export const targetsOf = (found: readonly FoundConversation[]): Target[] =>
  found.flatMap(({ conversation, messages }) => [
    targetOf(conversation, null),
    ...messages.map(({ id }) => targetOf(conversation, id))
  ])

interface FoundListProps {
  found: readonly FoundConversation[]
  /** The key of the marked target. */
  active: string | undefined
  onPick: (link: string) => void
}

/** The options of a list box: groups of a conversation and its messages. The focus stays in the field, which names the marked option. */
export const FoundList = ({ found, active, onPick }: FoundListProps) =>
  found.map(({ conversation, titleRanges, messages }) => {
    const title = conversation.title.trim() || 'Без названия'
    const whole = targetOf(conversation, null)
    return (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no group of form fields
      <div key={conversation.id} role="group" aria-label={title}>
        <Option target={whole} active={active} onPick={onPick}>
          <span dir="auto" className="block truncate text-start text-small font-medium">
            <Marked text={conversation.title.trim() ? conversation.title : title} ranges={titleRanges} />
          </span>
          <span className="block text-caption text-ink-soft">
            {`${tools[pageOf(conversation)].title} · ${formatDate(conversation.updated_at)}`}
          </span>
        </Option>
        {messages.map(({ id: messageId, role, text, ranges }) => (
          <Option key={messageId} target={targetOf(conversation, messageId)} active={active} onPick={onPick}>
            <span className="line-clamp-2 border-l-2 border-line pl-3 text-small wrap-anywhere text-ink-soft">
              <span className="text-ink-faint">{role === 'user' ? 'Вы: ' : 'Ответ: '}</span>
              <bdi>
                <Marked text={text} ranges={ranges} />
              </bdi>
            </span>
          </Option>
        ))}
      </div>
    )
  })

interface OptionProps {
  target: Target
  active: string | undefined
  onPick: (link: string) => void
  children: ReactNode
}

const Option = ({ target: { key, link }, active, onPick, children }: OptionProps) => (
  <ComboOption id={key} isActive={key === active} onPick={() => onPick(link)} className="block py-2">
    {children}
  </ComboOption>
)

const Marked = ({ text, ranges }: { text: string; ranges: readonly (readonly [number, number])[] }) => (
  <>
    {ranges.map(([start, end], index) => (
      <Fragment key={start}>
        <span>{text.slice(index === 0 ? 0 : ranges[index - 1]![1], start)}</span>
        <mark className="rounded-small bg-accent-soft font-semibold text-ink">{text.slice(start, end)}</mark>
      </Fragment>
    ))}
    <span>{text.slice(ranges.at(-1)?.[1] ?? 0)}</span>
  </>
)
