import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../base/paths.ts'
import { CheckBox } from '../../base/ui/check-box.tsx'

interface Consents {
  offer: boolean
  personalData: boolean
}

interface ConsentBoxesProps {
  value: Consents
  problems: { offer?: string | undefined; personalData?: string | undefined }
  onChange: (name: keyof Consents, given: boolean) => void
}

/** Two boxes that start unticked: each agreement is given on its own, or not at all. */
export const ConsentBoxes = ({ value, problems, onChange }: ConsentBoxesProps) => (
  <div className="flex flex-col gap-4">
    <CheckBox
      name="offer"
      checked={value.offer}
      error={problems.offer}
      onChange={(event) => onChange('offer', event.target.checked)}
      label={
        <>
          Принимаю <Document to={paths.userAgreement}>пользовательское соглашение</Document> и{' '}
          <Document to={paths.terms}>условия использования</Document>
        </>
      }
    />
    <CheckBox
      name="personal-data"
      checked={value.personalData}
      error={problems.personalData}
      onChange={(event) => onChange('personalData', event.target.checked)}
      label={
        <>
          Даю согласие на <Document to={paths.dataProcessingPolicy}>обработку персональных данных</Document>
        </>
      }
    />
  </div>
)

/** In a tab of its own: what was typed into the form stays. */
const Document = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} target="_blank" className="underline decoration-line-strong underline-offset-3 hover:text-ink">
    {children}
  </Link>
)
