import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router-dom'
import { tools, type ToolPath } from '#contract/catalogue/menu.ts'
import { buttonClass, type ButtonVariant } from '../../base/ui/button.tsx'

const isTool = (path: string): path is ToolPath => Object.hasOwn(tools, path)

/** The name of a page in the dative; names of models are not declined. */
function nameOf(address: string): string {
  const [path = ''] = address.split('?')
  if (path === '/dalle') return tools['/dall-e-3'].title
  if (path === '/gpt-image-edit') return 'редактору изображений'
  return isTool(path) ? tools[path].title : 'прежней странице'
}

interface ReturnLinkProps {
  to: string
  variant?: ButtonVariant
  className?: string
}

/** A link back to the page where the user left a draft to buy tokens. */
export const ReturnLink = ({ to, variant, className }: ReturnLinkProps) => (
  <Link to={to} className={buttonClass({ variant, className })}>
    <ArrowLeft size={17} aria-hidden />
    <span>{`Вернуться к ${nameOf(to)}`}</span>
  </Link>
)
