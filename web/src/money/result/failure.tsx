import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../../base/paths.ts'
import { Button, buttonClass } from '../../base/ui/button.tsx'
import { ResultFrame } from './frame.tsx'

interface ResultFailureProps {
  title: string
  text?: string
  /** Whether asking again could help. */
  retry?: boolean
}

/** Nothing can be shown of the payment; that says nothing about its money. */
export const ResultFailure = ({ title, text, retry }: ResultFailureProps) => (
  <ResultFrame
    tone="danger"
    icon={<TriangleAlert size={28} aria-hidden />}
    title={title}
    text={text}
    actions={
      <>
        {retry && <Button onClick={() => window.location.reload()}>Попробовать снова</Button>}
        <Link to={paths.subscription} className={buttonClass({ variant: retry ? 'secondary' : 'primary' })}>
          Закрыть
        </Link>
      </>
    }
  />
)
