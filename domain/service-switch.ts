// Services and models that an operator has switched off. Pure.

export interface ServiceSwitch {
  service: string
  /** Our id of the model; null: the whole service. */
  model: string | null
  /** Shown to users. */
  reason: string
}

/** The switch that keeps this request from being accepted; that of the whole service comes first. */
export const switchAgainst = (
  switches: readonly ServiceSwitch[],
  { service, model }: { service: string; model: string | null }
): ServiceSwitch | null => {
  const ofService = switches.filter((one) => one.service === service)
  return (
    ofService.find((one) => one.model === null) ??
    ofService.find((one) => model !== null && one.model === model) ??
    null
  )
}
