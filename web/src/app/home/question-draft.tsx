// Keeps what a user types on the home page, and shows the files that go with it as the chats do.
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { catalogueModels } from '#contract/catalogue/models.ts'
import { paths } from '../../base/paths.ts'
import { useModels } from '../../base/session/models.ts'
import { AttachRoom, useAttaching } from '../../chat/attach/attaching.tsx'
import { type DraftBox, useDraft } from '../../chat/draft/draft-box.ts'
import { modelOf } from '../../site/home/first-question.ts'
import { firstModels } from '../../site/home/first-models.ts'

/** What was kept comes before what was typed since. A browser may have kept the field itself: nothing is there twice. */
function joined(kept: string, typed: string): string {
  if (kept.startsWith(typed)) return kept
  return kept === '' || typed.startsWith(kept) ? typed : `${kept}\n${typed}`
}

/** The field and the draft hold the same text from now on. */
function keepTyped(field: HTMLTextAreaElement, box: DraftBox): () => void {
  const typed = () => box.type(field.value)
  const show = () => {
    const { prompt } = box.draft()
    if (field.value !== prompt) field.value = prompt
  }
  box.type(joined(box.draft().prompt, field.value))
  show()
  field.addEventListener('input', typed)
  const stop = box.subscribe(show)
  return () => {
    stop()
    field.removeEventListener('input', typed)
  }
}

/** The model that the form has chosen, as it is on sale now. */
function useChosen(form: HTMLFormElement) {
  const models = useModels()
  const subscribe = (changed: () => void) => {
    form.addEventListener('change', changed)
    return () => form.removeEventListener('change', changed)
  }
  const chosen = useSyncExternalStore(subscribe, () => modelOf(form)) ?? firstModels[0]
  const isChosen = ({ id, page }: { id: string; page: string }) => id === chosen.id && page === chosen.path
  const model = models.find(isChosen) ?? catalogueModels.find(isChosen)
  if (!model) throw new Error(`${chosen.id} is no model of the catalogue`)
  return model
}

export function QuestionDraft({ form }: { form: HTMLFormElement }) {
  const draft = useDraft(paths.home, null)
  const attaching = useAttaching(draft, useChosen(form))
  const field = useRef(form.querySelector('textarea'))
  const { box } = draft
  useEffect(() => (field.current ? keepTyped(field.current, box) : undefined), [box])
  return <AttachRoom attaching={attaching} field={field} onSendReady={() => form.requestSubmit()} locked={false} />
}
