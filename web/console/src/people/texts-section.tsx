import { useState, type SubmitEvent } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { readPersonConversation, readPersonConversations, readPersonJobs } from '#contract/operator/people/reading.ts'
import { formatDateTime } from '../../../src/base/format/dates.ts'
import { FormAlert } from '../../../src/base/form/problems.tsx'
import { errorText } from '../../../src/base/http/error-text.ts'
import { Button } from '../../../src/base/ui/button.tsx'
import { TextField } from '../../../src/base/ui/text-field.tsx'
import { call } from '../base/call.ts'
import { serviceTitle } from '../ui/job-words.ts'
import { Section } from '../ui/page.tsx'
import { RowButton, Table } from '../ui/table.tsx'

const reasonMin = 5

/** Reads only when the operator asks, because every reading of a user's texts is recorded. */
function useReading<Input extends z.ZodType, Output extends z.ZodType>(endpoint: Endpoint<Input, Output>) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (input: z.input<Input>) => call(endpoint, input)
  })
  return { read: (input: z.input<Input>) => mutate(input), data, error, isPending }
}

/** Texts and works of the user. The console reads them only with a reason, and each reading is a line of the record. */
export function TextsSection({ id }: { id: string }) {
  const [reason, setReason] = useState('')
  const [jobId, setJobId] = useState('')
  const [problem, setProblem] = useState('')
  const list = useReading(readPersonConversations)
  const work = useReading(readPersonJobs)
  const withReason = (read: () => void) => {
    if (reason.trim().length < reasonMin) return setProblem('Напишите причину')
    setProblem('')
    read()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    withReason(() => list.read({ id, reason }))
  }
  return (
    <Section
      title="Переписка и работы"
      intro="Без причины их не видит никто. Причина и то, что открыто, попадают в журнал."
    >
      <form aria-label="Чтение переписки" noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Зачем читаем"
          maxLength={300}
          value={reason}
          error={problem}
          onChange={({ target }) => setReason(target.value)}
        />
        <div className="flex flex-wrap items-end gap-3">
          <Button type="submit" variant="secondary" busy={list.isPending}>
            Показать чаты
          </Button>
          <div className="min-w-0 grow sm:max-w-md">
            <TextField label="Id работы" value={jobId} onChange={({ target }) => setJobId(target.value)} />
          </div>
          <Button
            variant="secondary"
            busy={work.isPending}
            disabled={jobId.trim() === ''}
            onClick={() => withReason(() => work.read({ id, job_id: jobId.trim(), reason }))}
          >
            Показать работу
          </Button>
        </div>
      </form>
      {[list.error, work.error].map(
        (error) =>
          error && (
            <FormAlert key={error.message} tone="danger">
              {errorText(error)}
            </FormAlert>
          )
      )}
      {work.data && <Work work={work.data.work} />}
      {list.data && <Chats id={id} reason={reason} list={list.data} />}
    </Section>
  )
}

type Listed = z.output<typeof readPersonConversations.output>
type Made = z.output<typeof readPersonJobs.output>['work']

function Chats({ id, reason, list: { conversations, total } }: { id: string; reason: string; list: Listed }) {
  const chat = useReading(readPersonConversation)
  const opened = chat.data
  return (
    <>
      <Table
        caption={`Чаты, всего ${total}`}
        rows={conversations}
        keyOf={(conversation) => String(conversation.id)}
        empty="Чатов нет"
        columns={[
          { title: 'Чат', render: ({ title }) => <span className="break-words">{title}</span> },
          { title: 'Модель', render: ({ model }) => model },
          { title: 'Изменён', render: ({ updated_at: at }) => formatDateTime(at) },
          {
            title: 'Что сделать',
            titleHidden: true,
            render: ({ id: conversationId, title }) => (
              <RowButton
                label={`Прочитать: ${title}`}
                onClick={() => chat.read({ id, conversation_id: conversationId, reason })}
              >
                Прочитать
              </RowButton>
            )
          }
        ]}
      />
      {chat.error && <FormAlert tone="danger">{errorText(chat.error)}</FormAlert>}
      {opened && (
        <article
          aria-label={opened.conversation.title}
          className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4"
        >
          {opened.messages.map((message) => (
            <div key={message.id}>
              <p className="text-caption text-ink-faint">
                {`${message.role === 'user' ? 'Человек' : message.model}, ${formatDateTime(message.created_at)}`}
              </p>
              <p className="text-small break-words whitespace-pre-wrap">{message.content}</p>
            </div>
          ))}
          {opened.messages.length === 0 && <p className="text-small text-ink-soft">Сообщений больше нет</p>}
          {opened.next !== null && (
            <Button
              size="small"
              variant="secondary"
              busy={chat.isPending}
              onClick={() =>
                chat.read({ id, conversation_id: opened.conversation.id, after: opened.next ?? 0, reason })
              }
            >
              Дальше
            </Button>
          )}
        </article>
      )}
    </>
  )
}

const Work = ({ work }: { work: Made }) => (
  <article aria-label="Работа" className="flex flex-col gap-2 rounded-card border border-line bg-raised p-4 text-small">
    <p className="text-caption text-ink-faint">{`${serviceTitle(work.service)}, ${formatDateTime(work.created_at)}`}</p>
    <p className="break-words whitespace-pre-wrap">{work.prompt ?? 'Без описания'}</p>
    <ul className="flex flex-col gap-1">
      {work.files.map(({ url, type }, index) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer" className="underline">
            {`Файл ${index + 1}, ${type}`}
          </a>
        </li>
      ))}
    </ul>
  </article>
)
