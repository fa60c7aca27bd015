import { type ComponentProps, useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../../src/base/ui/button.tsx'
import { hrefOf } from '../../base/address.ts'
import { Page as Frame, Section } from '../../ui/page.tsx'
import { PlannedStart } from '../../ui/planned-start.tsx'
import { definitionOf, type Draft, type DraftProblems, problemsOf } from './draft.ts'
import { AbilityFields, SaleFields, ShownFields } from './editor-fields.tsx'
import { type KnownModel, plannedText } from './known-model.ts'
import { OfferNote } from './offer-note.tsx'
import { Preview } from './preview.tsx'
import { type KnownSupplier, namesOf, RoutesField } from './routes-field.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { type Opened, useDraft } from './use-draft.ts'

interface EditorProps extends Opened {
  suppliers: readonly KnownSupplier[]
}

/** Defines a model anew, or changes one. Nothing counts before the change is saved with its start and reason. */
export function Editor({ suppliers, ...shop }: EditorProps) {
  const { id, models, kopecksPerToken, offered } = shop
  const { draft, setDraft, model, known, startsAt, setStartsAt } = useDraft(shop)
  const [problems, setProblems] = useState<DraftProblems>({})
  const [isSaving, setSaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const names = namesOf(suppliers)
  const set = (more: Partial<Draft>) => setDraft((before) => ({ ...before, ...more }))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const found = problemsOf(draft)
    flushSync(() => setProblems(found))
    if (Object.keys(found).length === 0) setSaving(true)
    else form.current?.querySelector<HTMLElement>('[aria-invalid], [data-invalid]')?.focus()
  }
  return (
    <Frame
      title={known ? known.definition.name : 'Новая модель'}
      intro="Сначала опишите модель, потом назначьте, с какой минуты она станет такой. Ответы, которые уже идут, это не тронет."
      actions={
        <a href={hrefOf('/models')} className="rounded-control px-2 py-3 text-small font-medium underline">
          Ко всем моделям
        </a>
      }
    >
      <form
        ref={form}
        noValidate
        aria-label="Модель"
        onSubmit={submit}
        onChange={() => setProblems({})}
        className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_26rem]"
      >
        <div className="flex min-w-0 flex-col gap-8">
          {id !== null && model.coming.length > 0 && (
            <StartSection {...{ model, names, startsAt }} onStart={setStartsAt} />
          )}
          {offered && <OfferNote {...{ offered, known, kopecksPerToken }} />}
          <ShownFields {...{ draft, problems, set, known }} />
          <RoutesSection
            {...{ suppliers, problems }}
            routes={draft.routes}
            onChange={(routes) => {
              setProblems({})
              set({ routes })
            }}
          />
          <AbilityFields {...{ draft, problems, set }} />
          <SaleFields {...{ draft, problems, set, models }} />
        </div>
        <div className="flex min-w-0 flex-col gap-6 xl:sticky xl:top-24 xl:self-start">
          <Preview {...{ draft, names, kopecksPerToken, set }} />
          <Button type="submit" className="self-start">
            Дальше: когда начать
          </Button>
        </div>
      </form>
      {isSaving && (
        <SaveDialog
          {...{ names, offered, model, startsAt }}
          onStart={setStartsAt}
          definition={definitionOf(draft)}
          onClose={() => setSaving(false)}
        />
      )}
    </Frame>
  )
}

interface StartSectionProps {
  model: KnownModel
  names: ReadonlyMap<string, string>
  /** As the field has it. */
  startsAt: string
  onStart: (startsAt: string) => void
}

/** Before the fields where something is planned: what stands in them follows from the start. */
const StartSection = ({ model, names, startsAt, onStart }: StartSectionProps) => (
  <Section title="Начало">
    <PlannedStart
      coming={model.coming}
      textOf={(change) => plannedText(model, change, names)}
      value={startsAt}
      onChange={onStart}
    />
  </Section>
)

const RoutesSection = (props: ComponentProps<typeof RoutesField>) => (
  <Section
    title="Маршруты"
    intro="Первым отвечает верхний. Следующий вступает, только если от него не пришло ни слова: сбой, отказ, молчание дольше назначенного. Цена для человека одна."
  >
    <RoutesField {...props} />
  </Section>
)
