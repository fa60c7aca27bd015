import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { ApiKey } from '#contract/api-keys.ts'
import { type Problems, useProblems } from '../../base/form/problems.tsx'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { errorText } from '../../base/http/error-text.ts'
import { serverNow } from '../../base/session/prices.ts'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { TextArea, TextField } from '../../base/ui/text-field.tsx'
import { rereadApiKeys } from './key-calls.ts'
import { draftOf, type KeyDraft, type KeyField, readDraft, refusedKeyFields } from './key-draft.ts'
import { BudgetFields, EndField, ModelsField, ScopesField } from './key-fields.tsx'

interface KeyFormProps {
  /** Null: a new one. */
  apiKey: ApiKey | null
  action: string
  failure: string
  /** Sends the body; what it resolves to is not kept. */
  send: (body: ReturnType<typeof readDraft>['body']) => Promise<void>
  onBusy?: (isBusy: boolean) => void
  onCancel: () => void
}

/** Name, rights, models, networks, limits and end of a key. */
export function KeyForm({ apiKey, action, failure, send, onBusy, onCancel }: KeyFormProps) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(apiKey))
  const { problems, clear, reportRefusal, form } = useProblems<KeyField>()
  const sending = useSingleMutation({
    mutationFn: async (body: Parameters<typeof send>[0]) => {
      onBusy?.(true)
      await send(body).finally(() => onBusy?.(false))
    },
    onError: (error) => {
      // The answer may be lost of what was done.
      rereadApiKeys(queries)
      if (reportRefusal(refusedKeyFields(error))) notify.error(errorText(error, failure))
    }
  })
  const change = (field: KeyField, part: Partial<KeyDraft>) => {
    // What is shown is what is sent.
    if (sending.isPending) return
    clear(field)
    setDraft((current) => ({ ...current, ...part }))
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { body, problems: found } = readDraft(draft, apiKey, serverNow())
    if (reportRefusal(found)) sending.start(body)
  }
  return (
    <form
      ref={form}
      noValidate
      // While a key is made its dialog stays anyway.
      data-unsaved={!(onBusy && sending.isPending) && JSON.stringify(draft) !== JSON.stringify(draftOf(apiKey))}
      onSubmit={submit}
      className="mt-5 flex flex-col gap-6"
    >
      <Fields draft={draft} problems={problems} change={change} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onCancel} disabled={sending.isPending}>
          Отмена
        </Button>
        <Button type="submit" busy={sending.isPending}>
          {action}
        </Button>
      </div>
    </form>
  )
}

interface FieldsProps {
  draft: KeyDraft
  problems: Problems<KeyField>
  change: (field: KeyField, part: Partial<KeyDraft>) => void
}

const Fields = ({ draft, problems, change }: FieldsProps) => (
  <>
    <TextField
      label="Название"
      name="key-name"
      data-first-focus
      autoComplete="off"
      placeholder="Например: редактор на ноутбуке"
      maxLength={60}
      value={draft.name}
      error={problems.name}
      onChange={({ target }) => change('name', { name: target.value })}
    />
    <ScopesField chosen={draft.scopes} error={problems.scopes} onChange={(scopes) => change('scopes', { scopes })} />
    <ModelsField chosen={draft.models} error={problems.models} onChange={(models) => change('models', { models })} />
    <TextArea
      label="Адреса, с которых ключ работает"
      name="key-networks"
      hint="По одному в строке: 203.0.113.7, 203.0.113.0/24, 2001:db8::/32. Пусто — с любых адресов."
      rows={1}
      autoComplete="off"
      spellCheck={false}
      value={draft.networks}
      error={problems.networks}
      onChange={({ target }) => change('networks', { networks: target.value })}
      className="max-h-40 font-mono text-small!"
    />
    <BudgetFields
      typed={draft.budgets}
      problems={problems}
      onChange={(period, typed) => change(`budgets.${period}`, { budgets: { ...draft.budgets, [period]: typed } })}
    />
    <EndField draft={draft} error={problems.expires_at} onChange={(part) => change('expires_at', part)} />
  </>
)
