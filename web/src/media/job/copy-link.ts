import { copyText } from '../../base/ui/use-copy.ts'
import { notify } from '../../base/ui/notify.ts'

/** Puts the address of a file into the clipboard and says so. */
export async function copyLink(url: string): Promise<void> {
  const copied = await copyText(new URL(url, window.location.href).href)
  if (copied) notify.success('Ссылка скопирована')
  else notify.error('Не удалось скопировать ссылку')
}
