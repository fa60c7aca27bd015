import { useState, type SubmitEvent } from 'react'
import { Search } from 'lucide-react'
import { findPeople } from '#contract/operator/people/people.ts'
import { PersonPage } from './person-page.tsx'
import { formatDate } from '../../../src/base/format/dates.ts'
import { Button } from '../../../src/base/ui/button.tsx'
import { TextField } from '../../../src/base/ui/text-field.tsx'
import { hrefOf, useAddress } from '../base/address.ts'
import { useCall } from '../base/use-call.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Page as Frame, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { foundBy } from './words.ts'

/** Finds a person, or shows the one whose id is in the address. */
export const Page = ({ parameter }: { parameter: string | null }) =>
  parameter === null ? <FindPage /> : <PersonPage key={parameter} id={parameter} />

/** An address that is typed never gets into the address of the page; a link may name an id in `?find=`. */
function FindPage() {
  const linked = useAddress().query.get('find') ?? ''
  const [typed, setTyped] = useState(linked)
  const [sought, setSought] = useState(linked)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setSought(typed.trim())
  }
  return (
    <Frame
      title="Люди"
      intro="Списка всех людей нет: найдите человека по тому, что он прислал. Каждый поиск и каждая открытая карточка попадают в журнал."
    >
      <form aria-label="Поиск человека" onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow sm:max-w-lg">
          <TextField
            label="Кого найти"
            hint="Почта, id человека, платежа (наш или ЮKassa), работы, операции или номер тревоги"
            autoComplete="off"
            maxLength={254}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        <Button type="submit" icon={<Search size={18} aria-hidden />}>
          Найти
        </Button>
      </form>
      {sought !== '' && <FoundPeople sought={sought} />}
    </Frame>
  )
}

function FoundPeople({ sought }: { sought: string }) {
  const query = useCall(findPeople, { sought })
  return (
    <Section title="Нашлись">
      <Loaded query={query}>
        {({ people }) => (
          <Table
            caption="Найденные люди"
            rows={people}
            keyOf={({ user_id: id, by }) => `${id} ${by}`}
            empty="Никого. Почта нужна целиком, id тоже"
            columns={[
              {
                title: 'Человек',
                render: ({ user_id: id, email }) => (
                  <a href={hrefOf('/people', id)} className="font-medium break-all underline">
                    {email ?? 'Аккаунт удалён'}
                  </a>
                )
              },
              { title: 'Нашёлся', render: ({ by }) => foundBy[by] },
              { title: 'С нами', render: ({ created_at: at }) => (at === null ? '—' : `с ${formatDate(at)}`) },
              { title: 'Id', render: ({ user_id: id }) => <code className="break-all">{id}</code> }
            ]}
          />
        )}
      </Loaded>
    </Section>
  )
}
