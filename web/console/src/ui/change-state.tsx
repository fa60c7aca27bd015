import { Badge } from '../../../src/base/ui/badge.tsx'

const states = {
  coming: <Badge tone="accent">ждёт начала</Badge>,
  begun: <Badge tone="success">началось</Badge>,
  cancelled: <Badge>отменено</Badge>
}

/** Of a planned change. */
export const ChangeState = ({ state }: { state: keyof typeof states }) => states[state]
