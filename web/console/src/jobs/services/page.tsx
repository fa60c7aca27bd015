import { useState } from 'react'
import { listServices, type WatchedService } from '#contract/operator/jobs/services.ts'
import { useCall } from '../../base/use-call.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page as Frame, Section } from '../../ui/page.tsx'
import { ServiceTable, type ServiceRow } from './service-table.tsx'
import { ProvidersSection, WaitingSection } from './waiting-sections.tsx'
import { SwitchOffDialog, SwitchOnDialog, type Switched } from './switch-dialogs.tsx'

const serviceRow = ({ service, title, off, state, health }: WatchedService): ServiceRow => ({
  service,
  model: null,
  title,
  off,
  state,
  health
})

/** The models of the catalogue, each as often as it ran at another provider. */
const modelRows = ({ service, title, models, health }: WatchedService): ServiceRow[] =>
  models.flatMap((known) => {
    const own = health.filter((one) => one.model === known.model)
    const row = { service, model: known.model, title: `${title} · ${known.title}`, off: known.off, state: null }
    return own.length === 0 ? [{ ...row, health: [] }] : own.map((one) => ({ ...row, health: [one] }))
  })

/** How services and providers are doing, and their switches. */
export function Page() {
  const [asked, setAsked] = useState<Switched | null>(null)
  const close = () => setAsked(null)
  const isToBeOn = asked?.wish === 'on'
  return (
    <Frame
      title="Сервисы"
      intro="Счёт за последние сутки. Выключенный сервис не принимает нового, и люди видят почему; начатое доделывается."
    >
      <Loaded query={useCall(listServices, {})}>
        {({ services, providers, ...queue }) => (
          <>
            <Section title="Сервисы">
              <ServiceTable caption="Сервисы" rows={services.map(serviceRow)} onSwitch={setAsked} />
            </Section>
            <Section title="Модели">
              <ServiceTable caption="Модели" rows={services.flatMap(modelRows)} onSwitch={setAsked} />
            </Section>
            <ProvidersSection providers={providers} />
            <WaitingSection {...queue} />
          </>
        )}
      </Loaded>
      <SwitchOffDialog asked={isToBeOn ? null : asked} onClose={close} />
      <SwitchOnDialog asked={isToBeOn ? asked : null} onClose={close} />
    </Frame>
  )
}
