import { openDatabases } from '#contract/operator/system/watch.ts'
import { formatBytes } from '../../../src/base/format/bytes.ts'
import { Badge } from '../../../src/base/ui/badge.tsx'
import { useCall } from '../base/use-call.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { percent } from './words.ts'

export const DatabasesSection = () => (
  <Section title="Базы данных">
    <Loaded query={useCall(openDatabases, {})}>
      {({ max_bytes: maxBytes, databases }) => (
        <Table
          caption="Базы данных"
          rows={databases}
          keyOf={({ name }) => name}
          empty="Баз данных нет"
          columns={[
            { title: 'База', render: ({ name }) => <span className="font-mono">{name}</span> },
            {
              title: 'Занято',
              numeric: true,
              render: ({ bytes }) => (bytes === null ? 'не отвечает' : formatBytes(bytes))
            },
            {
              title: 'Доля предела',
              numeric: true,
              render: ({ bytes }) => (bytes === null ? '—' : percent.format(bytes / maxBytes))
            },
            { title: 'Новые аккаунты', render: ({ open }) => (open ? 'принимает' : 'не принимает') },
            {
              title: 'Состояние',
              render: ({ bytes, too_large: tooLarge }) =>
                bytes === null || tooLarge ? (
                  <Badge tone="danger">{tooLarge ? 'заполняется' : 'не отвечает'}</Badge>
                ) : (
                  <Badge tone="success">в порядке</Badge>
                )
            }
          ]}
        />
      )}
    </Loaded>
  </Section>
)
