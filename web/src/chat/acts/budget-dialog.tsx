import { type SubmitEvent, useState } from 'react'
import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeChatSettings, type ChatSettings, readChatSettings } from '#contract/chat-settings.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { formatCount, formatTokensGenitive } from '../../base/format/tokens.ts'
import { errorText } from '../../base/http/error-text.ts'
import { messagesKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import { useCost } from '../../base/session/session.tsx'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { ErrorState } from '../../base/ui/states.tsx'
import { TextField } from '../../base/ui/text-field.tsx'

interface BudgetDialogProps {
  conversationId: number
  open: boolean
  onClose: () => void
}

/** Tokens that proposed works of a chat may cost without a question. */
export function BudgetDialog({ conversationId, open, onClose }: BudgetDialogProps) {
  // Below that of the messages: what makes them stale makes the spent tokens stale as well.
  const { data, isError, refetch } = useQuery({
    queryKey: [...messagesKey(conversationId), 'settings'],
    queryFn: ({ signal }) => call(readChatSettings, { id: conversationId }, { signal }),
    enabled: open
  })
  return (
    <Dialog
      open={open}
      onOpenChange={(wanted) => !wanted && onClose()}
      title="Создавать без вопроса"
      description="Картинки, ролики и озвучку, которые предлагает модель, этот чат будет создавать сразу, пока хватает разрешённых токенов. Потом снова спросит."
    >
      {data ? (
        // Made anew when another device changes the limit.
        <BudgetForm
          key={data.settings.works?.limitTokens ?? 'off'}
          conversationId={conversationId}
          works={data.settings.works}
          onClose={onClose}
        />
      ) : isError ? (
        <ErrorState text="Не удалось узнать лимит" onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="mt-5 h-24" />
      )}
    </Dialog>
  )
}

interface BudgetFormProps extends Pick<BudgetDialogProps, 'conversationId' | 'onClose'> {
  works: ChatSettings['works']
}

function BudgetForm({ conversationId, works, onClose }: BudgetFormProps) {
  const { isCovered } = useCost()
  const known = works ? String(works.limitTokens) : ''
  const [typed, setTyped] = useState(known)
  const [flaw, setFlaw] = useState<string | null>(null)
  const save = useSaving(conversationId, onClose)
  const isBusy = (isOff: boolean) => save.isPending && (save.variables === null) === isOff

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // Spaces as the field's own texts have them.
    const digits = typed.replaceAll(/\s/g, '')
    const worksTokens = digits === '' ? Number.NaN : Number(digits)
    const { error } = changeChatSettings.input.safeParse({ id: conversationId, worksTokens })
    setFlaw(error?.issues[0]?.message ?? null)
    if (!error) save.start(worksTokens)
  }

  return (
    <form noValidate data-unsaved={typed !== known} onSubmit={submit} className="mt-5 flex flex-col gap-4">
      {works && (
        <p className="text-small">
          {`Потрачено ${formatCount(works.spentTokens)} из ${formatTokensGenitive(works.limitTokens)}`}
        </p>
      )}
      <TextField
        label="Токенов без вопроса в этом чате"
        name="tokens"
        data-first-focus
        inputMode="numeric"
        readOnly={save.isPending}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={flaw}
        hint={
          isCovered
            ? 'С Premium токены не списываются, но в лимите считается обычная цена'
            : works
              ? 'Новое число считается с этого момента'
              : 'Сейчас чат спрашивает о каждой работе'
        }
      />
      <div className="flex flex-wrap justify-end gap-3">
        {works && (
          <Button variant="ghost" className="mr-auto" busy={isBusy(true)} onClick={() => save.start(null)}>
            Всегда спрашивать
          </Button>
        )}
        <Button variant="secondary" onClick={onClose}>
          Отмена
        </Button>
        <Button type="submit" busy={isBusy(false)}>
          Разрешить
        </Button>
      </div>
    </form>
  )
}

type Pages = InfiniteData<{ settings?: ChatSettings | undefined }>

/** What the page has read is as the server has it before the dialog closes. */
function useSaving(id: number, onClose: () => void) {
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: (worksTokens: number | null) => call(changeChatSettings, { id, worksTokens }),
    onSuccess: ({ settings }) => {
      const key = messagesKey(id)
      queries.setQueryData([...key, 'settings'], { settings })
      queries.setQueryData<Pages>(
        key,
        (known) =>
          known && { ...known, pages: known.pages.map((page, at) => (at === 0 ? { ...page, settings } : page)) }
      )
      notify.success(
        settings.works ? `Без вопроса: до ${formatTokensGenitive(settings.works.limitTokens)}` : 'Чат будет спрашивать'
      )
      onClose()
    },
    onError: (error) => notify.error(errorText(error, 'Не удалось сохранить'))
  })
}
