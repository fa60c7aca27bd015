import { openStorage } from '#contract/operator/system/watch.ts'
import { formatAgo } from '../../../src/base/format/dates.ts'
import { formatCount } from '../../../src/base/format/tokens.ts'
import { Badge } from '../../../src/base/ui/badge.tsx'
import { useCall } from '../base/use-call.ts'
import { Facts } from '../ui/facts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Section } from '../ui/page.tsx'
import { percent, storedText } from './words.ts'

export const StorageSection = () => (
  <Section
    title="Хранилище"
    intro="Файлы чатов, готовые работы и резервные копии. Раз в сутки их измеряют и сравнивают с планом."
  >
    <Loaded query={useCall(openStorage, {})}>
      {({ bytes, files, measured_at: measuredAt, planned_bytes: planned, large }) =>
        bytes === null ? (
          <p className="text-small text-ink-soft">Ещё не измерено.</p>
        ) : (
          <Facts
            facts={[
              ['Занято', `${storedText(bytes)} из ${storedText(planned)}, ${percent.format(bytes / planned)}`],
              ['Файлов', files === null ? null : formatCount(files)],
              ['Измерено', measuredAt === null ? null : formatAgo(measuredAt)],
              [
                'Состояние',
                <Badge key="state" tone={large ? 'danger' : 'success'}>
                  {large ? 'заполняется' : 'в порядке'}
                </Badge>
              ]
            ]}
          />
        )
      }
    </Loaded>
  </Section>
)
