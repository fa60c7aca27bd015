import { useState } from 'react'
import {
  cancelOperatorJob,
  openJob,
  releaseOperatorJob,
  retryOperatorJob,
  type OpenedJob
} from '#contract/operator/jobs/jobs.ts'
import { formatDateTime } from '../../../src/base/format/dates.ts'
import { formatTokens } from '../../../src/base/format/tokens.ts'
import { Button, buttonClass } from '../../../src/base/ui/button.tsx'
import { hrefOf } from '../base/address.ts'
import { useCall } from '../base/use-call.ts'
import { useOperator } from '../base/use-operator.ts'
import { ActionsTable } from '../ui/actions-table.tsx'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { IdLink } from '../ui/id-link.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page as Frame, Section } from '../ui/page.tsx'
import { failureWords, providerTitle, serviceTitle } from '../ui/job-words.ts'
import { StepBadge } from './job-list.tsx'

type Change = 'retry' | 'cancel' | 'release'

const dialogs = {
  retry: {
    endpoint: retryOperatorJob,
    title: 'Отправить ещё раз',
    description:
      'Следующий шаг работы будет сделан сейчас. Второго заказа у поставщика не будет: если он уже мог принять работу, мы только спросим о ней.',
    confirm: 'Отправить',
    done: 'Сообщение отправлено',
    danger: false
  },
  cancel: {
    endpoint: cancelOperatorJob,
    title: 'Отменить работу',
    description:
      'Ждущая работа отменится сразу. Ту, что поставщик уже принял, отменит только он: если откажется, она будет доставлена и оплачена.',
    confirm: 'Отменить работу',
    done: 'Отмена записана',
    danger: true
  },
  release: {
    endpoint: releaseOperatorJob,
    title: 'Завершить с возвратом',
    description:
      'Незаконченная работа завершится по нашей вине, резерв освободится. За законченную вернутся списанные токены, один раз. Если поставщик всё же пришлёт результат, человек получит его бесплатно.',
    confirm: 'Завершить и вернуть',
    done: 'Токены возвращены',
    danger: true
  }
} as const

const time = (at: number | null) => (at === null ? null : formatDateTime(at))

const factsOf = (job: OpenedJob) =>
  [
    ['Состояние', <StepBadge key="step" step={job.step} />],
    ['Причина неудачи', job.failure && `${failureWords(job.failure)} (${job.failure})`],
    ['Чья', <IdLink key="user" to="/people" id={job.user_id} className="break-all underline underline-offset-4" />],
    ['Поставщик', `${providerTitle(job.provider)}, ${job.upstream_model}`],
    ['Аккаунт', job.account && `${job.account.name}, ${job.account.model}`],
    ['Номер у него', job.ticket],
    ['Попыток и проверок', `${job.attempts} и ${job.checks}, подряд неудачных ${job.failed_checks}`],
    ['Цена', formatTokens(job.price_tokens)],
    ['В резерве', formatTokens(job.money.reserved)],
    ['Списано', job.charged_tokens === null ? 'ещё не рассчитана' : formatTokens(job.charged_tokens)],
    ['Возвращено оператором', formatTokens(job.money.returned)],
    ['Файлов', String(job.files)],
    ['Операция', job.operation_id],
    ['Заказана', time(job.created_at)],
    ['Начата', time(job.started_at)],
    ['Закончена', time(job.finished_at)],
    ['Следующий шаг', time(job.due_at)],
    ['Занята до', time(job.lease_until)],
    ['Крайний срок', time(job.deadline_at)],
    ['Отмену просили', time(job.cancel_requested_at)],
    ['Удалена человеком', time(job.deleted_at)],
    ['Бесплатный повтор работы', job.redo_of]
  ] as const

/** One job: how far it is, what it costs, and what can be done. The server writes down that it was looked at. */
export function JobPage({ id }: { id: string }) {
  const { may } = useOperator()
  const [asked, setAsked] = useState<Change | null>(null)
  const close = () => setAsked(null)
  return (
    <Loaded query={useCall(openJob, { id })}>
      {({ job, actions }) => (
        <Frame
          title={`Работа: ${serviceTitle(job.service)}`}
          intro={job.id}
          actions={
            <>
              <a href={hrefOf('/jobs')} className={buttonClass({ variant: 'ghost' })}>
                Все работы
              </a>
              {may('jobs.change') &&
                (['retry', 'cancel', 'release'] as const)
                  .filter((change) => job.may[change])
                  .map((change) => (
                    <Button
                      key={change}
                      variant={dialogs[change].danger ? 'danger' : 'secondary'}
                      onClick={() => setAsked(change)}
                    >
                      {dialogs[change].title}
                    </Button>
                  ))}
            </>
          }
        >
          <Facts facts={factsOf(job)} />
          <Section title="Что делали операторы">
            <ActionsTable lines={actions} />
          </Section>
          {(['retry', 'cancel', 'release'] as const).map((change) => (
            <ChangeDialog
              key={change}
              {...dialogs[change]}
              open={asked === change}
              onClose={close}
              input={(why) => ({ id, ...why })}
            />
          ))}
        </Frame>
      )}
    </Loaded>
  )
}
