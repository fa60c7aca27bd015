import { Page as Frame } from '../ui/page.tsx'
import { BackupsSection } from './backups-section.tsx'
import { ClockSection } from './clock-section.tsx'
import { DatabasesSection } from './databases-section.tsx'
import { ReconciliationSection } from './reconciliation-section.tsx'
import { StorageSection } from './storage-section.tsx'

/** The state of the clock, the checks, the databases and the backups. */
export const Page = () => (
  <Frame title="Система" intro="Только смотреть: что делать с каждой тревогой, сказано в руководстве оператора.">
    <ClockSection />
    <DatabasesSection />
    <StorageSection />
    <BackupsSection />
    <ReconciliationSection />
  </Frame>
)
