import { useState } from 'react'
import { resendMail, type PersonCard } from '#contract/operator/people/people.ts'
import { formatDateTime } from '../../../src/base/format/dates.ts'
import { Button } from '../../../src/base/ui/button.tsx'
import { useOperator } from '../base/use-operator.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { Section } from '../ui/page.tsx'
import { RowButton, Table } from '../ui/table.tsx'
import { mailName } from './words.ts'

type Mail = PersonCard['mails'][number]

const sentText = ({ sent_at: at, waits }: Mail): string => {
  if (waits) return 'ждёт отправки'
  return at === null ? 'не отправлено' : formatDateTime(at)
}

interface MailsSectionProps {
  id: string
  mails: readonly Mail[]
  isVerified: boolean
}

/** Mails of the last 30 days, and links that can be sent anew. */
export function MailsSection({ id, mails, isVerified }: MailsSectionProps) {
  const { may } = useOperator()
  const [chosen, setChosen] = useState<{ mail: string; title: string } | null>(null)
  const helps = may('people.help')
  const link = isVerified
    ? { mail: 'reset', title: 'Ссылка для нового пароля' }
    : { mail: 'confirmation', title: 'Ссылка для подтверждения почты' }
  return (
    <Section
      title="Письма"
      actions={
        helps ? (
          <Button variant="secondary" size="small" onClick={() => setChosen(link)}>
            {`Отправить: ${link.title.toLowerCase()}`}
          </Button>
        ) : undefined
      }
    >
      <Table
        caption="Письма"
        rows={mails}
        keyOf={({ id: mail, created_at: at }) => mail ?? String(at)}
        empty="За последние 30 дней писем о деньгах и работах не было"
        columns={[
          { title: 'Письмо', render: ({ kind }) => mailName(kind) },
          { title: 'Когда решено', render: ({ created_at: at }) => formatDateTime(at) },
          { title: 'Отправлено', render: sentText },
          {
            title: 'Что сделать',
            titleHidden: true,
            render: ({ id: mail, kind, waits }) =>
              helps &&
              mail !== null &&
              !waits && (
                <RowButton
                  label={`Отправить ещё раз: ${mailName(kind)}`}
                  onClick={() => setChosen({ mail, title: mailName(kind) })}
                >
                  Ещё раз
                </RowButton>
              )
          }
        ]}
      />
      <ChangeDialog
        open={chosen !== null}
        onClose={() => setChosen(null)}
        endpoint={resendMail}
        title={chosen?.title ?? ''}
        description="Письмо уйдёт на почту аккаунта. На другую почту отправить нельзя."
        confirm="Отправить"
        done="Письмо отправляется"
        input={(change) => ({ id, mail: chosen?.mail ?? '', ...change })}
      />
    </Section>
  )
}
