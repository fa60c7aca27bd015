import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type ApiKey, changeApiKey, makeApiKey, replaceApiKey } from '#contract/api-keys.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { errorText } from '../../base/http/error-text.ts'
import { callFresh } from '../../base/session/call-fresh.ts'
import { call } from '../../base/session/client.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import { deleteApiKey, keepApiKey, rereadApiKeys } from './key-calls.ts'
import { KeyForm } from './key-form.tsx'
import { type MadeKey, SecretDialog } from './secret-dialog.tsx'

export type KeyTask = { kind: 'make' } | { kind: 'change' | 'replace' | 'delete'; apiKey: ApiKey }

interface KeyDialogProps {
  task: KeyTask
  onClose: () => void
}

/** What is done with keys. It is unmounted when it closes, and what it holds with it. */
export function KeyDialog({ task, onClose }: KeyDialogProps) {
  switch (task.kind) {
    case 'make':
      return <MakeDialog onClose={onClose} />
    case 'change':
      return <ChangeDialog apiKey={task.apiKey} onClose={onClose} />
    case 'replace':
      return <ReplaceDialog apiKey={task.apiKey} onClose={onClose} />
    case 'delete':
      return <DeleteDialog apiKey={task.apiKey} onClose={onClose} />
    default:
      return task satisfies never
  }
}

function MakeDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  return (
    <SecretDialog title="Новый ключ" doneTitle="Ключ создан" onClose={onClose}>
      {(show, setBusy, cancel) => (
        <KeyForm
          apiKey={null}
          action="Создать ключ"
          failure="Не удалось создать ключ"
          onBusy={setBusy}
          onCancel={cancel}
          send={async (body) => {
            const made = await callFresh(makeApiKey, body)
            show(made)
            keepApiKey(queries, made.apiKey)
          }}
        />
      )}
    </SecretDialog>
  )
}

interface DialogOfKeyProps {
  apiKey: ApiKey
  onClose: () => void
}

function ChangeDialog({ apiKey, onClose }: DialogOfKeyProps) {
  const queries = useQueryClient()
  return (
    <Dialog open onOpenChange={onClose} title="Изменить ключ" staysOnOutsideClick className="max-w-2xl!">
      <KeyForm
        apiKey={apiKey}
        action="Сохранить"
        failure="Не удалось изменить ключ"
        onCancel={onClose}
        send={async (body) => {
          keepApiKey(queries, (await call(changeApiKey, { id: apiKey.id, ...body })).apiKey)
          notify.success('Ключ изменён')
          onClose()
        }}
      />
    </Dialog>
  )
}

const ReplaceDialog = ({ apiKey, onClose }: DialogOfKeyProps) => (
  <SecretDialog
    title="Перевыпустить ключ?"
    description={`Вместо ключа «${apiKey.name}» появится новый, с теми же правами. Впишите его в свои программы.`}
    doneTitle="Ключ перевыпущен"
    onClose={onClose}
  >
    {(show, setBusy, cancel) => <Replace apiKey={apiKey} onMade={show} onBusy={setBusy} onCancel={cancel} />}
  </SecretDialog>
)

const overlapHours = 24

const overlaps = [
  { hours: overlapHours, label: 'Прежний ключ работает ещё 24 часа' },
  { hours: 0, label: 'Прежний ключ перестаёт работать сразу' }
]

interface ReplaceProps {
  apiKey: ApiKey
  onMade: (made: MadeKey) => void
  onBusy: (isBusy: boolean) => void
  onCancel: () => void
}

function Replace({ apiKey: { id }, onMade, onBusy, onCancel }: ReplaceProps) {
  const queries = useQueryClient()
  const name = useId()
  const [hours, setHours] = useState(overlapHours)
  const replacing = useSingleMutation({
    // What a mutation resolves to stays in memory: the key goes to the dialog alone.
    mutationFn: async () => {
      onBusy(true)
      const made = await callFresh(replaceApiKey, { id, overlap_hours: hours }).finally(() => onBusy(false))
      onMade(made)
      keepApiKey(queries, made.apiKey)
    },
    onError: (error) => {
      rereadApiKeys(queries)
      notify.error(errorText(error, 'Не удалось перевыпустить ключ'))
    }
  })
  return (
    <>
      <fieldset disabled={replacing.isPending} className="mt-4 flex flex-col">
        <legend className="sr-only">Что будет с прежним ключом</legend>
        {overlaps.map((one) => (
          <label key={one.hours} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name={name}
              checked={hours === one.hours}
              onChange={() => setHours(one.hours)}
              className="size-4 shrink-0 accent-accent"
            />
            <span>{one.label}</span>
          </label>
        ))}
      </fieldset>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onCancel} disabled={replacing.isPending}>
          Отмена
        </Button>
        <Button busy={replacing.isPending} onClick={() => replacing.start()}>
          Перевыпустить
        </Button>
      </div>
    </>
  )
}

function DeleteDialog({ apiKey: { id, name, hint }, onClose }: DialogOfKeyProps) {
  const queries = useQueryClient()
  const deleting = useSingleMutation({
    mutationFn: () => deleteApiKey(queries, id),
    onSuccess: () => {
      notify.success('Ключ удалён')
      onClose()
    },
    onError: (error) => notify.error(errorText(error, 'Не удалось удалить ключ'))
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Удалить ключ?"
      description={`Программы с ключом «${name}» (${hint}) перестанут работать сразу. Вернуть ключ нельзя.`}
    >
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Отмена
        </Button>
        <Button variant="danger" busy={deleting.isPending} onClick={() => deleting.start()}>
          Удалить
        </Button>
      </div>
    </Dialog>
  )
}
