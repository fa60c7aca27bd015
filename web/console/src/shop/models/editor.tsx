import { useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import type { OperatorModel } from '#contract/operator/shop/models.ts'
import { Button } from '../../../../src/base/ui/button.tsx'
import { hrefOf } from '../../base/address.ts'
import { Page as Frame, Section } from '../../ui/page.tsx'
import { definitionOf, draftOf, type Draft, type DraftProblems, newDraft, problemsOf } from './draft.ts'
import { AbilityFields, SaleFields, ShownFields } from './editor-fields.tsx'
import { definitionAtOffer, draftOfOffer, type Offered } from './offer.ts'
import { OfferNote } from './offer-note.tsx'
import { Preview } from './preview.tsx'
import { type KnownSupplier, namesOf, RoutesField } from './routes-field.tsx'
import { SaveDialog } from './save-dialog.tsx'

interface EditorProps {
  /** Undefined: a new one is made. */
  known: OperatorModel | undefined
  models: readonly OperatorModel[]
  suppliers: readonly KnownSupplier[]
  kopecksPerToken: number | null
  /** What of a supplier's list is to become the model, or the list price of its route. */
  offered: Offered | undefined
}

/** As the model is, or as the supplier's list says of a new one, or empty. */
function firstDraft({ known, models, kopecksPerToken, offered }: Omit<EditorProps, 'suppliers'>): Draft {
  if (known) return draftOf(offered ? definitionAtOffer(known.definition, offered) : known.definition)
  const ids = models.map(({ definition: { id } }) => id)
  return offered ? draftOfOffer(offered, { ids, kopecksPerToken }) : newDraft
}

/** Defines a model anew, or changes one. Nothing counts before the change is saved with its start and reason. */
export function Editor({ known, models, suppliers, kopecksPerToken, offered }: EditorProps) {
  const [draft, setDraft] = useState<Draft>(() => firstDraft({ known, models, kopecksPerToken, offered }))
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
          {offered && <OfferNote {...{ offered, known, kopecksPerToken }} />}
          <ShownFields {...{ draft, problems, set, known }} />
          <Section
            title="Маршруты"
            intro="Первым отвечает верхний. Следующий вступает, только если от него не пришло ни слова: сбой, отказ, молчание дольше назначенного. Цена для человека одна."
          >
            <RoutesField
              routes={draft.routes}
              suppliers={suppliers}
              problems={problems}
              onChange={(routes) => {
                setProblems({})
                set({ routes })
              }}
            />
          </Section>
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
          {...{ names, offered }}
          was={known?.definition ?? null}
          definition={definitionOf(draft)}
          onClose={() => setSaving(false)}
        />
      )}
    </Frame>
  )
}
