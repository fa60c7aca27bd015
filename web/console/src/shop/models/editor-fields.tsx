import { type ChatPath, chatPaths } from '#contract/catalogue/chat.ts'
import { tools } from '#contract/catalogue/menu.ts'
import { serviceOfPage } from '#contract/operator/shop/definition.ts'
import type { OperatorModel } from '#contract/operator/shop/models.ts'
import { CheckBox } from '../../../../src/base/ui/check-box.tsx'
import { TextField } from '../../../../src/base/ui/text-field.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { Section } from '../../ui/page.tsx'
import type { Draft, DraftProblems } from './draft.ts'
import type { KnownNow } from './known-model.ts'
import { successorsOf } from './routes-field.tsx'

interface FieldsProps {
  draft: Draft
  problems: DraftProblems
  set: (more: Partial<Draft>) => void
}

/** By the names of the draft: what a model can do. */
const abilities = {
  seesPictures: 'Видит картинки',
  thinking: 'Размышляет, если попросят',
  webSearch: 'Ищет в интернете, если попросят',
  takesTools: 'Вызывает функции (для API)',
  writesJson: 'Отвечает в JSON (для API)'
} as const satisfies Partial<Record<keyof Draft, string>>

// Entries of a literal have its keys.
const abilityNames = Object.entries(abilities) as [keyof typeof abilities, string][]

/** What users see of it. @param known it exists: its id and service stay */
export function ShownFields({ draft, problems, set, known }: FieldsProps & { known: KnownNow | undefined }) {
  const pages = chatPaths.filter((path) => !known || serviceOfPage[path] === known.definition.service)
  const isRepriced = known && known.price_tokens !== known.definition.priceTokens
  return (
    <Section title="Что видят люди">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Название"
          autoComplete="off"
          maxLength={60}
          value={draft.name}
          error={problems['name']}
          onChange={({ target }) => set({ name: target.value })}
        />
        <TextField
          label="Id"
          hint={known ? 'Не меняется: по нему ведутся книги' : 'Латиницей, навсегда: deepseek-v3'}
          autoComplete="off"
          maxLength={60}
          disabled={known !== undefined}
          value={draft.id}
          error={problems['id']}
          onChange={({ target }) => set({ id: target.value })}
        />
        <div className="sm:col-span-2">
          <TextField
            label="Описание"
            autoComplete="off"
            maxLength={160}
            value={draft.description}
            error={problems['description']}
            onChange={({ target }) => set({ description: target.value })}
          />
        </div>
        <ChoiceField<ChatPath>
          label="Страница"
          value={draft.page}
          choices={pages.map((path) => [path, tools[path].title] as const)}
          error={problems['page']}
          onChange={(page) => set({ page, successor: '' })}
        />
        <TextField
          label="Токенов за ответ"
          hint={
            isRepriced
              ? `Сейчас действует цена со страницы «Цены»: ${known.price_tokens}. Она важнее этой`
              : 'Потом цену можно менять и на странице «Цены»'
          }
          inputMode="numeric"
          autoComplete="off"
          value={draft.priceTokens}
          error={problems['priceTokens']}
          onChange={({ target }) => set({ priceTokens: target.value })}
        />
      </div>
      <div className="flex flex-col gap-3">
        <CheckBox
          label="Стоит в списке своей страницы; иначе только во «Все модели»"
          checked={draft.isOnPage}
          onChange={({ target }) => set({ isOnPage: target.checked })}
        />
        <CheckBox
          label="Доступна до первой покупки"
          checked={draft.basic}
          onChange={({ target }) => set({ basic: target.checked })}
        />
      </div>
    </Section>
  )
}

/** What it can do, and how long its texts may be. */
export const AbilityFields = ({ draft, problems, set }: FieldsProps) => (
  <Section title="Что умеет">
    <div className="grid gap-3 sm:grid-cols-2">
      {abilityNames.map(([name, label]) => (
        <CheckBox
          key={name}
          label={label}
          checked={draft[name]}
          onChange={({ target }) => set({ [name]: target.checked })}
        />
      ))}
    </div>
    <div className="grid gap-4 sm:grid-cols-3">
      <TextField
        label="Контекст, токенов"
        hint="Пусто: неизвестно"
        inputMode="numeric"
        autoComplete="off"
        value={draft.contextTokens}
        error={problems['contextTokens']}
        onChange={({ target }) => set({ contextTokens: target.value })}
      />
      <TextField
        label="Ответ не длиннее, токенов"
        hint="Вместе с размышлениями"
        inputMode="numeric"
        autoComplete="off"
        value={draft.outputTokensMax}
        error={problems['outputTokensMax']}
        onChange={({ target }) => set({ outputTokensMax: target.value })}
      />
      <TextField
        label="Обычный ответ, знаков"
        hint="Остановленный ответ стоит долю от него"
        inputMode="numeric"
        autoComplete="off"
        value={draft.referenceLength}
        error={problems['referenceLength']}
        onChange={({ target }) => set({ referenceLength: target.value })}
      />
    </div>
  </Section>
)

/** Whether it is sold, and who answers in its place. */
export function SaleFields({ draft, problems, set, models }: FieldsProps & { models: readonly OperatorModel[] }) {
  const others = successorsOf(models, { id: draft.id, service: serviceOfPage[draft.page] })
  return (
    <Section title="Продажа">
      <CheckBox
        label="На продаже"
        checked={draft.isOnSale}
        onChange={({ target }) => set({ isOnSale: target.checked })}
      />
      <div className="max-w-md">
        <ChoiceField
          label="Преемник"
          hint="Отвечает в её чатах, когда она снята с продажи"
          value={draft.successor}
          choices={[['', 'Не назван'], ...others.map(({ definition: { id, name } }) => [id, name] as const)]}
          error={problems['successor']}
          onChange={(successor) => set({ successor })}
        />
      </div>
    </Section>
  )
}
