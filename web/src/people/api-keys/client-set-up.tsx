import { useState } from 'react'
import { clients, type Connection, placeholderKey, type Step } from '../../base/api/client-settings.ts'
import { useModels } from '../../base/session/models.ts'
import { CodeToCopy } from '../../base/ui/code-to-copy.tsx'
import { CopyButton } from '../../base/ui/copy-button.tsx'
import { Select } from '../../base/ui/select.tsx'
import { Tabs } from '../../base/ui/tabs.tsx'

/** Where programs find the API: on the host of the site. */
export const baseUrl = (): string => `${window.location.origin}/v1`

interface ClientSetUpProps {
  /** A key that was just made; without one a placeholder stands in its place. */
  secret?: string
  /** The ids that the key may use in chats; null: all. */
  models?: readonly string[] | null
  /** Something that holds the key was copied. */
  onCopied?: () => void
}

/** How to point the usual programs at the API. */
export function ClientSetUp({ secret = placeholderKey, models = null, onCopied }: ClientSetUpProps) {
  const [client, setClient] = useState('curl')
  const [chosen, setChosen] = useState<string | null>(null)
  const offered = useModels().filter(({ id, isOnSale }) => isOnSale && (models === null || models.includes(id)))
  const model = offered.find(({ id }) => id === chosen) ?? offered[0]
  if (!model)
    return (
      <p className="text-small text-ink-soft">
        Ключ не для чата, поэтому примеров нет. Остальные вызовы описаны на странице «API для программ».
      </p>
    )
  const connection = { base: baseUrl(), key: secret, model: model.id }
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <div className="flex flex-col gap-1.5">
        {/* Hidden from screen readers, because the button of the menu has the same label. */}
        <span aria-hidden className="text-small font-medium">
          Модель в примерах
        </span>
        <Select
          label="Модель в примерах"
          value={model.id}
          options={offered.map(({ id, name }) => ({ value: id, label: name, note: id }))}
          onChange={setChosen}
          className="max-w-full self-start"
        />
      </div>
      <Tabs
        label="Программы"
        value={client}
        onChange={setClient}
        tabs={clients.map(({ id, name, steps }) => ({
          value: id,
          label: name,
          content: <Steps steps={steps(connection)} connection={connection} onCopied={onCopied} />
        }))}
      />
    </div>
  )
}

interface StepsProps {
  steps: readonly Step[]
  connection: Connection
  onCopied: (() => void) | undefined
}

function Steps({ steps, connection, onCopied }: StepsProps) {
  const onCopiedOf = (text: string) => (text.includes(connection.key) ? onCopied : undefined)
  return (
    <div className="flex flex-col gap-4">
      {steps.map((step) => {
        switch (step.kind) {
          case 'words':
            return (
              <p key={step.text} className="text-small text-ink-soft">
                {step.text}
              </p>
            )
          case 'code':
            return <CodeToCopy key={step.name} {...step} onCopied={onCopiedOf(step.text)} />
          case 'settings':
            return (
              <dl key="settings" className="divide-y divide-line rounded-card border border-line">
                {step.values.map(([name, value]) => (
                  <div key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-2 pl-4">
                    <dt className="w-28 shrink-0 text-small text-ink-soft">{name}</dt>
                    <dd className="min-w-0 grow basis-40 font-mono text-small wrap-anywhere">{value}</dd>
                    <dd>
                      <CopyButton text={value} what={name} variant="ghost" size="small" onCopied={onCopiedOf(value)} />
                    </dd>
                  </div>
                ))}
              </dl>
            )
          default:
            return step satisfies never
        }
      })}
    </div>
  )
}
