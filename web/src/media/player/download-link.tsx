import { Download } from 'lucide-react'
import { iconButtonClass } from '../../base/ui/icon-button.tsx'

/** The address itself makes it an attachment. */
export const DownloadLink = ({ href }: { href: string }) => (
  <a href={href} download aria-label="Скачать" title="Скачать" className={iconButtonClass()}>
    <Download size={19} aria-hidden />
  </a>
)
