import { openRedos } from '#contract/operator/jobs/jobs.ts'
import { formatDateTime } from '../../../../src/base/format/dates.ts'
import { useCall } from '../../base/use-call.ts'
import { IdLink } from '../../ui/id-link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { providerTitle, serviceTitle } from '../../ui/job-words.ts'

const limit = 500

/** Works that their users called broken. */
export const Page = () => (
  <Frame
    title="Сломанные работы"
    intro="Что люди назвали испорченным: такую работу делают ещё раз бесплатно. Много от одного сервиса значит, что он неисправен."
  >
    <Loaded query={useCall(openRedos, { limit })}>
      {({ redos }) => (
        <Table
          caption="Сломанные работы"
          rows={redos}
          keyOf={({ job_id: id, at }) => `${id} ${at}`}
          empty="Никто ни на что не жаловался"
          columns={[
            { title: 'Когда', render: ({ at }) => formatDateTime(at) },
            {
              title: 'Работа',
              render: ({ service, provider, upstream_model: model, job_id: id }) => (
                <>
                  <span>{`${serviceTitle(service)}, ${providerTitle(provider)}, ${model}`}</span>
                  <br />
                  <code className="break-all text-ink-faint">{id}</code>
                </>
              )
            },
            { title: 'Человек', render: ({ user_id: id }) => <IdLink to="/people" id={id} /> },
            { title: 'Повторов', numeric: true, render: ({ attempts }) => String(attempts) }
          ]}
        />
      )}
    </Loaded>
  </Frame>
)
