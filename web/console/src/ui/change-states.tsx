import { Badge } from '../../../src/base/ui/badge.tsx'

/** Of a planned change. */
export const changeStates = {
  coming: <Badge tone="accent">ждёт начала</Badge>,
  begun: <Badge tone="success">началось</Badge>,
  cancelled: <Badge>отменено</Badge>
}
